import type { Hex } from 'viem'
import type { ChainClient } from '../chain/chainClient.ts'
import type { Service } from '../service/startService.ts'
import type { LocalSafe } from './LocalSafe.ts'

type Kept = { readonly chain: Hex; readonly restoreService: () => void }

/** States of chain and service together. The chain forgets a state when it returns to it, so it is kept anew then. */
export function snapshots(
  client: ChainClient,
  service: Pick<Service, 'snapshot'>,
): Pick<LocalSafe, 'snapshot' | 'restore'> {
  const kept = new Map<number, Kept>()
  return {
    async snapshot() {
      const id = kept.size
      kept.set(id, { chain: await client.snapshot(), restoreService: service.snapshot() })
      return { id }
    },
    async restore({ id }) {
      const state = kept.get(id)
      if (state === undefined) throw new Error('This snapshot is of another local Safe.')
      await client.revert({ id: state.chain })
      state.restoreService()
      // Later states are gone with the chain's return.
      for (const other of [...kept.keys()]) if (other > id) kept.delete(other)
      kept.set(id, { ...state, chain: await client.snapshot() })
    },
  }
}
