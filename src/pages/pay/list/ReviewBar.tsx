import { useQuery } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { DraftView } from '#domain/draft/draftView.ts'
import { count, formatNumber, plural } from '#domain/shared/format.ts'
import { balancesQuery } from '#queries/account.ts'
import { MOST_ROWS } from '#storage/stored.ts'
import { Button } from '#ui/Button.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './ReviewBar.module.css'
import type { RowDoubts } from './useDoubts.ts'

/**
 * Shows what still blocks the review, the total of the list, and the next step. Always visible, however long the list
 * is.
 */
export function ReviewBar(props: {
  account: Address
  view: DraftView
  doubts: RowDoubts
  isAsked: boolean
  isReading: boolean
  onNext: () => void
  onSkipAll: () => void
  onCheck: () => void
  onReview: () => void
}) {
  const { account, view, doubts, isAsked, isReading } = props
  const { totals } = doubts
  const errors = view.errors.length
  const waits = isReading
    ? 'Reading the list…'
    : isAsked
      ? 'Answer the question above first.'
      : errors > 0
        ? `${count(errors, 'row')} to fix or skip.`
        : view.paid === 0
          ? 'Add at least one payment.'
          : view.paid > MOST_ROWS
            ? `At most ${formatNumber(MOST_ROWS)} payments fit in one payout. Split the list.`
            : (doubts.busy ?? (doubts.open > 0 ? `${formatNumber(doubts.open)} to check.` : null))
  const isFixing = errors > 0 && !isAsked && !isReading
  const isChecking = !isFixing && waits !== null && doubts.busy === null && doubts.open > 0 && !isAsked
  return (
    <section className={`layout-between ${css.bar}`} aria-label="Next step">
      <div className={css.next}>
        <p role="status">{waits ?? `${count(view.paid, 'payment')} ready`}</p>
        {totals.length > 0 && (
          <p>
            Total <strong>{totals.map(Amount.format).join(' + ')}</strong>
          </p>
        )}
        <Shortage account={account} totals={totals} />
      </div>
      <Actions>
        {isFixing && (
          <>
            <Button ghost onClick={props.onSkipAll}>
              Skip {plural(errors, 'it', `these ${formatNumber(errors)}`)}
            </Button>
            <Button primary onClick={props.onNext}>
              Fix {count(errors, 'row')}
            </Button>
          </>
        )}
        {isChecking && (
          <Button primary onClick={props.onCheck}>
            Check {formatNumber(doubts.open)}
          </Button>
        )}
        {!isFixing && !isChecking && (
          <Button primary disabled={waits !== null} onClick={props.onReview}>
            {isAsked || isReading ? 'Review' : `Review ${count(view.paid, 'payment')}`}
          </Button>
        )}
      </Actions>
    </section>
  )
}

/** The amounts that the account lacks for the list, shown while the list can still be changed. */
function Shortage({ account, totals }: { account: Address; totals: readonly Amount.Amount[] }) {
  const { data } = useQuery({ ...balancesQuery(account), enabled: totals.length > 0 })
  const missing = totals.flatMap(({ token, value }) => {
    const held = Amount.valueIn(data, token)
    return held !== null && held < value ? [Amount.format({ token, value: value - held })] : []
  })
  return missing.length > 0 && <p className={css.short}>Short by {missing.join(' and ')}</p>
}
