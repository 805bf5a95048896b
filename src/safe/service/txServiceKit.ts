import SafeApiKit from '@safe-global/api-kit'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { withDeadline } from '#chain/PortalError.ts'
import { servicePacer } from './pacer.ts'

/** api-kit for one service; `ask` runs a request when its turn has come, and no longer than people wait. */
export type TxServiceKit = {
  readonly kit: SafeApiKit
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>
}

/** One for each service, so that all its requests are paced together. */
const kits = new Map<string, TxServiceKit>()

/** @param base URL of the service, ending in `/api` */
export function txServiceKit(base: string): TxServiceKit {
  const known = kits.get(base)
  if (known) return known
  const pace = servicePacer(base)
  const opened: TxServiceKit = {
    kit: new SafeApiKit({ chainId: BigInt(BSC_CHAIN_ID), txServiceUrl: base }),
    async ask(work) {
      await pace()
      return withDeadline(work())
    },
  }
  kits.set(base, opened)
  return opened
}
