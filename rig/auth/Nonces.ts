import { randomBytes } from 'node:crypto'

/** Nonces issued here. Each is valid for one attempt within a time limit. */
export type Nonces = {
  issue(): string
  /** Uses up a nonce. False if it was not issued here, is already used, or has expired. */
  take(nonce: string): boolean
}

/** The most open nonces to keep; the oldest are dropped. */
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
