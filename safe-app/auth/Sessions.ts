import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'

/** Who is signed in, by an id that nobody can guess. */
export type Sessions = {
  open(address: Address): string
  /** The account of a session; null when there is none or it is over. */
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
