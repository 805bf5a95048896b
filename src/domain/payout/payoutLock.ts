import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PayoutDesk } from './payPart.ts'

/**
 * Lets one page of this browser pay from an account at a time (Web Locks). Where a browser gives no locks, as to a frame
 * without storage, the pages still find each other's payments in what was written and in the lists of the account.
 */
export function payoutLock(
  address: Address,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks,
): PayoutDesk['alone'] {
  return async (work) => {
    if (!locks) return work()
    let began = false
    try {
      return await locks.request(
        `portal.payout.56.${address.toLowerCase()}`,
        { ifAvailable: true },
        async (lock) => {
          began = true
          if (lock === null) {
            throw new PortalError(
              'busy',
              'A payment from this account is being asked for already, here or in another tab.',
            )
          }
          return work()
        },
      )
    } catch (error) {
      if (began || (error as Error | null)?.name !== 'SecurityError') throw error
      return work()
    }
  }
}
