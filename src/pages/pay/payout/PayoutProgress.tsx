import * as Amount from '#chain/money/Amount.ts'
import { countParts, countWords } from '#components/payout/rowWords.ts'
import { countRows, type FoldedStatus } from '#domain/ledger/foldStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { listOf } from '#domain/shared/format.ts'
import { CardPart, Surface } from '#ui/content/Card.tsx'
import { toneClass } from '#ui/Tone.ts'
import css from './PayoutProgress.module.css'

/**
 * The progress of a payout of several payments: rows and money that are proven paid, and the next step of the others.
 */
export function PayoutProgress({ payout, states }: { payout: Payout; states: readonly FoldedStatus[] }) {
  const { rows } = payout
  const counts = countRows(states)
  const paid = rows.filter((_, place) => isPaid(states[place]))
  const sums = Amount.totalsOf(paid)
  const money = Amount.totalsOf(rows).map((total) => {
    const value = Amount.valueIn(sums, total.token) ?? 0n
    return `${Amount.formatNumber({ token: total.token, value })} of ${Amount.format(total)}`
  })
  const parts = countParts(counts)
  return (
    <Surface label="Progress">
      <CardPart>
        <div className={css.head}>
          <p className={css.paid}>
            <strong>{paid.length}</strong> of {rows.length} paid
          </p>
          <p className="text-wrap">{listOf(money)}</p>
        </div>
        <div className={css.bar} role="img" aria-label={countWords(counts)}>
          {parts.map(({ kind, count, tone }) => (
            <span
              key={kind}
              className={`${toneClass(tone)} ${tone === 'none' ? css.still : ''}`}
              style={{ flexGrow: count }}
            />
          ))}
        </div>
        <ul className={css.legend} aria-hidden="true">
          {parts.map(({ kind, count, words, tone }) => (
            <li key={kind} className={toneClass(tone)}>
              {count} {words}
            </li>
          ))}
        </ul>
      </CardPart>
    </Surface>
  )
}

function isPaid(state: FoldedStatus | undefined): boolean {
  return state?.status.kind === 'paid' || state?.status.kind === 'paid-twice'
}
