import type { Hex } from 'viem'

/** A batch that the wallet has sent, in one transaction or, where it is loose, in one for each call. */
export type SentBatch = { readonly id: string; readonly hashes: readonly Hex[] }

export type SentBatches = {
  find(id: string): SentBatch | undefined
  add(batch: SentBatch): void
}

/** A real wallet outlives a reload; this one within the tab alone. */
const SESSION_KEY = 'sandbox-wallet-batches'

export function create(): SentBatches {
  const batches = new Map(read().map((batch) => [batch.id, batch]))
  return {
    find: (id) => batches.get(id),
    add(batch) {
      batches.set(batch.id, batch)
      try {
        sessionStorage.setItem(SESSION_KEY, JSON.stringify([...batches.values()]))
      } catch {
        // Storage is blocked: the wallet forgets on reload.
      }
    },
  }
}

function read(): readonly SentBatch[] {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? '[]') as readonly SentBatch[]
  } catch {
    return []
  }
}
