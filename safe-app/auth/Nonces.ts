import { randomBytes } from 'node:crypto'

/** Nonces that were issued here. Each is good for one attempt, within a time. */
export type Nonces = {
  issue(): string
  /** Uses a nonce up. False when it was never issued here, is used, or is too old. */
  take(nonce: string): boolean
}

/** More open nonces than this are not kept: the oldest go. */
const MOST = 1_000

/** @param life ms from issue to expiry */
export function createNonces(life: number, now: () => number): Nonces {
  const issued = new Map<string, number>()
  return {
    issue() {
      const nonce = randomBytes(16).toString('hex')
      issued.set(nonce, now())
      for (const oldest of issued.keys()) {
        if (issued.size <= MOST) break
        issued.delete(oldest)
      }
      return nonce
    },
    take(nonce) {
      const at = issued.get(nonce)
      issued.delete(nonce)
      return at !== undefined && now() - at < life
    },
  }
}
