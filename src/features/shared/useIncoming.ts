import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { scanRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { type IncomingWatch, watchIncoming } from '#domain/activity/incoming.ts'

/** One for each account, for as long as the page lives: coverage that was read once is not read again. */
const watches = new Map<Address, IncomingWatch>()

function watchOf(account: Address): IncomingWatch {
  const known = watches.get(account)
  if (known) return known
  const started = watchIncoming(scanRpc, account)
  watches.set(account, started)
  return started
}

/** What came to an account, as far as public nodes show it. Polls while the page is visible and `enabled`. */
export function useIncoming(account: Address, enabled = true) {
  const watch = watchOf(account)
  const incoming = useSyncExternalStore(watch.subscribe, watch.get)
  const query = useQuery({
    queryKey: ['incoming', 56, account],
    queryFn: () => readChain(async () => (await watch.refresh()).tokens?.to.toString() ?? null),
    refetchInterval: polling(15_000),
    enabled,
  })
  return { incoming, query, watch }
}
