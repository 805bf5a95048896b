import { usePortal } from '#account/connection.ts'
import { shorten } from '#chain/money/Address.ts'
import { useStoredRevision } from '#components/stored/useStored.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { count, listOf } from '#domain/shared/format.ts'
import { accountsWith, browserStorage } from '#storage/browserStorage.ts'
import { Notice } from '#ui/Notice.tsx'

/**
 * The payments of this browser that were requested and not answered, before an account is connected: after a reload
 * the wallet may still ask for one. Hidden if there are none.
 */
export function OpenPayments() {
  const { storage } = usePortal().page
  useStoredRevision()
  const open = accountsWith(browserStorage(storage, null), 'payouts').flatMap((account) => {
    const payouts = unfinishedPayouts(payoutStore(storage, account).list().payouts)
    const unknown = payouts.reduce((sum, { left }) => sum + left.unknown, 0)
    return unknown === 0 ? [] : [{ account, unknown }]
  })
  const sum = open.reduce((all, { unknown }) => all + unknown, 0)
  if (sum === 0) return null
  return (
    <Notice tone="warn" title={`${count(sum, 'payment')} may have been sent.`}>
      <p>
        No answer came from your wallet. If it still asks, finish or reject it there. Connect{' '}
        {listOf(open.map(({ account }) => shorten(account)))} to see the result, and don’t pay again before.
      </p>
    </Notice>
  )
}
