import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'

/** The signed-in accounts, by a session id that cannot be guessed. */
export type Sessions = {
  open(address: Address): string
  /** The account of a session; null if there is none or it has ended. */
  read(id: string | null): Address | null
  close(id: string | null): void
}

/** @param life ms from sign-in to the end */
export function createSessions(life: number, now: () => number): Sessions {
  const open = new Map<string, { readonly address: Address; readonly until: number }>()
  return {
    open(address) {
      for (const [id, { until }] of open) if (until <= now()) open.delete(id)
      const id = randomBytes(32).toString('hex')
      open.set(id, { address, until: now() + life })
      return id
    },
    read(id) {
      const session = id === null ? undefined : open.get(id)
      return session !== undefined && session.until > now() ? session.address : null
    },
    close(id) {
      if (id !== null) open.delete(id)
    },
  }
}
