import type { ReactNode } from 'react'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { ReviewedPayment } from '#domain/payout/paymentDraft.ts'
import { paymentStatusOf, type RowStatus } from '#domain/payout/rowStatus.ts'
import { rowWords } from '#features/pay/payout/rowWords.ts'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './PaymentRows.module.css'

/**
 * Payments as rows, each with its number, amount and full address. Long lists are windowed to keep the page
 * fast.
 */
export function PaymentRows(props: {
  label: string
  payments: readonly Pick<ReviewedPayment, 'payee' | 'amount' | 'note' | 'reference'>[]
  states?: readonly RowStatus[]
  /** Shown beside the state of a row. */
  beside?: (index: number) => ReactNode
}) {
  const { payments, states, beside } = props
  return (
    <WindowedList label={props.label} keys={payments.map((_, index) => String(index))}>
      {(index) => {
        const row = payments[index]
        if (!row) return null
        const { payee, amount, note, reference } = row
        const state = states?.[index]
        return (
          <div className={css.row}>
            <span className={css.place}>{index + 1}</span>
            <strong className={prose.tabular}>{Amount.format(amount)}</strong>
            <WholeAddress address={payee} explorer={explorerAddress(payee)} />
            {(note || reference) && (
              <span className={prose.small}>
                {[reference, note].filter(Boolean).map((words) => (
                  <bdi key={words}>{words} </bdi>
                ))}
              </span>
            )}
            {state && <RowStateText state={state}>{beside?.(index)}</RowStateText>}
          </div>
        )
      }}
    </WindowedList>
  )
}

function RowStateText({ state, children }: { state: RowStatus; children: ReactNode }) {
  const { tone, title } = rowWords(state)
  const hash = hashOf(state)
  return (
    <span className={layout.wrap}>
      <StatusBadge tone={tone}>{title}</StatusBadge>
      {hash && <ExternalLink href={explorerTx(hash)}>BscScan</ExternalLink>}
      {children}
    </span>
  )
}

/** The transaction that contains or contained a row. */
export function hashOf(state: RowStatus): `0x${string}` | null {
  const status = paymentStatusOf(state)
  if (status && 'hash' in status && status.hash) return status.hash
  const submission = 'submission' in state ? state.submission : null
  if (submission?.kind === 'sent') return submission.hash
  return submission?.kind === 'batched' ? submission.hash : null
}
