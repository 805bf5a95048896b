import type { Listed } from '#account/Activity.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscSources } from '#safe/service/sources.ts'

/** Any Safe, to be looked at: its lists and proposals, with nothing to sign or send. */
export function watchedSafe(address: Address): Listed {
  return {
    kind: 'safe',
    address,
    activity: safeActivity({ address, sources: bscSources, rpc: bscRpc }),
  }
}
