import type { Address } from '#chain/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscSources } from '#safe/sources.ts'
import type { Listed } from './Activity.ts'
import { safeActivity } from './safeActivity.ts'

/** Any Safe, to be looked at: its lists and proposals, with nothing to sign or send. */
export function watchedSafe(address: Address): Listed {
  return {
    kind: 'safe',
    address,
    activity: safeActivity({ address, sources: bscSources, rpc: bscRpc }),
  }
}
