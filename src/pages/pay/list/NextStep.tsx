import { useQuery } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { withErrorsSkipped } from '#domain/draft/draftView.ts'
import { count, formatNumber, plural } from '#domain/shared/format.ts'
import { balancesQuery } from '#queries/account.ts'
import { MOST_ROWS } from '#storage/persisted.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import css from './NextStep.module.css'
import { useEditedList } from './useDraft.ts'

/**
 * The next step of a list, its total, and everything that it still needs before its review. It stands above the rows,
 * so that nothing lies over them.
 */
export function NextStep(props: { onAnswer: () => void; onReview: () => void }) {
  const { account, view, doubts, questions, isAsked, reading, setDraft, showNextError } = useEditedList()
  const isReading = reading.kind !== 'read'
  const { totals } = doubts
  const errors = isAsked ? 0 : view.errors.length
  const waits = isReading
    ? 'Reading the list…'
    : [
        questions > 0 && `${count(questions, 'question')} to answer`,
        errors > 0 && `${count(errors, 'row')} to fix or skip`,
      ]
        .filter(Boolean)
        .join(', ') ||
      (view.paid === 0
        ? 'Add at least one payment.'
        : view.paid > MOST_ROWS
          ? `At most ${formatNumber(MOST_ROWS)} payments fit in one payout. Split the list.`
          : doubts.busy)
  const isAnswering = questions > 0 && !isReading
  const isFixing = errors > 0 && !isReading
  return (
    <Surface label="Next step">
      <div className={`layout-between ${css.next}`}>
        <div className={css.state}>
          <p role="status">{waits ?? `${count(view.paid, 'payment')} ready`}</p>
          {totals.length > 0 && (
            <p>
              Total <strong translate="no">{totals.map(Amount.format).join(' + ')}</strong>
            </p>
          )}
          <Shortage account={account.address} totals={totals} />
        </div>
        <Actions>
          {isFixing && (
            <>
              <Button ghost onClick={() => setDraft((before) => withErrorsSkipped(before, view))}>
                Skip {plural(errors, 'it', `these ${formatNumber(errors)}`)}
              </Button>
              <Button primary={!isAnswering} onClick={showNextError}>
                Fix {count(errors, 'row')}
              </Button>
            </>
          )}
          {isAnswering && (
            <Button primary onClick={props.onAnswer}>
              Answer {count(questions, 'question')}
            </Button>
          )}
          {!isFixing && !isAnswering && (
            <Button primary disabled={waits !== null} onClick={props.onReview}>
              {isReading ? 'Review' : `Review ${count(view.paid, 'payment')}`}
            </Button>
          )}
        </Actions>
      </div>
    </Surface>
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
