import type { Hex } from 'viem'

/** A sent batch: one transaction or, in `loose` mode, one per call. */
export type SentBatch = { readonly id: string; readonly hashes: readonly Hex[] }

export type SentBatches = {
  find(id: string): SentBatch | undefined
  add(batch: SentBatch): void
}

/** A real wallet keeps them across reloads; this one only within the tab. */
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
