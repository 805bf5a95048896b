import type { Hash } from 'viem'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import { type PaidTransfer, wordOf } from '#safe/proposal/paidTransfers.ts'
import prose from '#ui/layout/prose.module.css'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import css from './Activity.module.css'

/** The transfers of a transaction. Worthless tokens and zero amounts are only counted. */
export function PaymentTransfers(props: {
  hash: Hash
  transfers: readonly PaidTransfer[]
  viewer: Address | null
}) {
  const { hash, transfers, viewer } = props
  const money = transfers.flatMap((transfer) => {
    const token = Token.find(transfer.token)
    return token && transfer.value > 0n ? [{ ...transfer, token, word: wordOf(transfer) }] : []
  })
  const others = transfers.length - money.length
  return (
    <>
      {money.length === 0 && <p className={prose.muted}>No BNB and none of the portal’s tokens moved.</p>}
      <WindowedList label="Transfers" keys={money.map(({ name }, index) => `${name}:${index}`)}>
        {(index) => {
          const row = money[index]
          return (
            row && (
              <div className={css.payment}>
                <span className={css.paid}>{Amount.format(row)}</span>
                <span className={css.payee}>
                  <Party label="from" address={row.from} viewer={viewer} />
                  <Party label="to" address={row.to} viewer={viewer} />
                  {row.word && (
                    <span className={prose.muted}>by the word of the {row.word}’s account, as a Safe</span>
                  )}
                </span>
                <Link href={receiptPath(hash, row.name)} aria-label={`Receipt of ${Amount.format(row)}`}>
                  Receipt
                </Link>
              </div>
            )
          )
        }}
      </WindowedList>
      {others > 0 && (
        <p className={prose.muted}>
          {others} more {others === 1 ? 'transfer' : 'transfers'} of unverified tokens or of nothing{' '}
          {others === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
    </>
  )
}

function Party({ label, address, viewer }: { label: string; address: Address; viewer: Address | null }) {
  return (
    <span>
      <span className={prose.muted}>{label}</span> <span className={prose.mono}>{address}</span>
      {viewer && AddressText.equal(viewer, address) && <strong> you</strong>}
    </span>
  )
}
