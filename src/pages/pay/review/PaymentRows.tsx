import { type ReactNode, useMemo } from 'react'
import type { Hash } from 'viem'
import { explorerTx } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PayeeRow } from '#components/payee/PayeeRow.tsx'
import { PersonName } from '#components/payee/PersonName.tsx'
import { besideText, rowWords } from '#components/payout/rowWords.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import { enteredText } from '#domain/payee/payeeWords.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './PaymentRows.module.css'

/**
 * Payments as rows, each with its line in the person's list, its amount and the full address. Long lists are
 * windowed to keep the page fast.
 */
export function PaymentRows(props: {
  label: string
  payments: readonly Payment[]
  states?: readonly FoldedStatus[]
  /** Shown beside the state of a row. */
  beside?: (index: number) => ReactNode
  /** Lower-case addresses that were never paid before: they come first, under a heading. */
  unpaid?: ReadonlySet<string> | null
}) {
  const { payments, states, beside, unpaid = null } = props
  const lines = useMemo(() => linesOf(payments, unpaid), [payments, unpaid])
  return (
    <WindowedList label={props.label} keys={lines.map(String)}>
      {(at) => {
        const index = lines[at]
        if (typeof index === 'string') return <h3 className={css.heading}>{index}</h3>
        const row = index === undefined ? undefined : payments[index]
        if (!row || index === undefined) return null
        const { payee, amount, note, name, handle, entered, reference, line } = row
        const state = states?.[index]
        return (
          <PayeeRow
            place={line ?? index + 1}
            address={payee}
            name={<PersonName address={payee} given={name} />}
            end={
              <>
                <AmountText value={Amount.formatNumber(amount)} symbol={amount.token.symbol} />
                {state && <RowStateText state={state}>{beside?.(index)}</RowStateText>}
              </>
            }
          >
            {(entered || handle || reference || note) && (
              <span className="text-small">
                {[entered && enteredText(entered), handle, reference, note].filter(Boolean).map((words) => (
                  <bdi key={words}>{words} </bdi>
                ))}
              </span>
            )}
          </PayeeRow>
        )
      }}
    </WindowedList>
  )
}

/** The positions of the rows in the order of the screen, with the headings between them. */
function linesOf(
  payments: readonly Payment[],
  unpaid: ReadonlySet<string> | null,
): readonly (number | string)[] {
  const places = payments.map((_, index) => index)
  if (unpaid === null || unpaid.size === 0) return places
  const isNew = (index: number) => unpaid.has(payments[index]?.payee.toLowerCase() ?? '')
  const [fresh, known] = [places.filter(isNew), places.filter((index) => !isNew(index))]
  return [
    `${fresh.length} new: no earlier payment found`,
    ...fresh,
    ...(known.length > 0 ? [`${known.length} paid before`, ...known] : []),
  ]
}

function RowStateText({ state, children }: { state: FoldedStatus; children: ReactNode }) {
  const { tone, title, text } = rowWords(state)
  const beside = state.status.kind === 'unknown' ? text : besideText(state)
  return (
    <span className={css.state}>
      <StatusBadge tone={tone}>{title}</StatusBadge>
      {rowHashes(state).map((hash) => (
        <ExternalLink key={hash} href={explorerTx(hash)}>
          BscScan
        </ExternalLink>
      ))}
      {children}
      {beside && <span className="text-small">{beside}</span>}
    </span>
  )
}

/** The transactions that contain or contained a row: more than one if it was paid twice. */
export function rowHashes({ status, submission }: FoldedStatus): readonly Hash[] {
  if (status.kind === 'paid-twice') return status.hashes
  if ('hash' in status && status.hash) return [status.hash]
  if (submission?.kind === 'sent') return [submission.hash]
  return submission?.kind === 'batched' ? submission.hashes.slice(-1) : []
}
