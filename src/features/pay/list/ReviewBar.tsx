import * as Amount from '#chain/money/Amount.ts'
import { MOST_ROWS } from '#domain/payout/list/handOver.ts'
import { number, paymentsText } from '#domain/payout/list/reportWords.ts'
import type { TableView } from '#domain/payout/list/tableView.ts'
import { Button } from '#ui/Button.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './many.module.css'
import type { useDoubts } from './useChecks.ts'

/** What still blocks the review, and the button to it. Always visible, however long the list is. */
export function ReviewBar(props: {
  view: TableView
  doubts: ReturnType<typeof useDoubts>
  isAsked: boolean
  isReading: boolean
  onNext: () => void
  onReview: () => void
}) {
  const { view, doubts, isAsked, isReading } = props
  const errors = view.errors.length
  const waits = isReading
    ? 'Reading the list…'
    : isAsked
      ? 'Answer the question above first.'
      : errors > 0
        ? `${number(errors)} ${errors === 1 ? 'row' : 'rows'} to fix or skip.`
        : view.paid === 0
          ? 'Add at least one payment.'
          : view.paid > MOST_ROWS
            ? `At most ${number(MOST_ROWS)} payments fit in one payout. Split the list.`
            : (doubts.busy ?? (doubts.open > 0 ? `${number(doubts.open)} to check.` : null))
  const totals = doubts.checked?.of === view ? doubts.checked.totals.map(Amount.format).join(' + ') : ''
  return (
    <section className={css.bar} aria-label="Next step">
      <p role="status">{waits ?? `Total ${totals}`}</p>
      <Actions>
        {errors > 0 && !isAsked && <Button onClick={props.onNext}>Next error</Button>}
        <Button primary disabled={waits !== null} onClick={props.onReview}>
          Review {paymentsText(view.paid)}
        </Button>
      </Actions>
    </section>
  )
}
