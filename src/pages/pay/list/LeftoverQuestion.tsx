import { useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { clipped } from '#chain/text/label.ts'
import type { DraftView } from '#domain/draft/draftView.ts'
import { isOfSheet, type Leftover } from '#domain/draft/import/leftovers.ts'
import { type LeftoverValue, shownValue } from '#domain/draft/import/leftoverValues.ts'
import { answerTo, answerValues, type LeftoverAnswers, openValues } from '#domain/draft/payoutDraft.ts'
import { leftoverWords } from '#domain/draft/reportWords.ts'
import { count, formatNumber } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import css from './QuestionCard.module.css'
import { QuestionCard } from './QuestionCard.tsx'
import { useEditedList } from './useDraft.ts'

const SHOWN = 6

/** Asks about something that a list says beside its payments: its values, each with *Pay* and *Leave out*. */
export function LeftoverQuestion({ leftover }: { leftover: Leftover }) {
  const { draft, view, onAnswers } = useEditedList()
  const { answers } = draft
  const { id, kind, values } = leftover
  const [isWhole, setWhole] = useState(false)
  const words = leftoverWords(leftover)
  const open = openValues(leftover, answers, view.leftOut)
  const isGiven = answers[id] !== undefined && answers[id] !== 'nothing'
  const doubtful = open.filter(({ isDoubtful }) => isDoubtful)
  const decide = (way: (value: LeftoverValue) => 'pay' | 'leave', some = open) =>
    onAnswers(answerValues(leftover, answers, way, some))
  // Values whose rows another answer leaves out are hidden, because *Pay* would have no effect here.
  const offered =
    open.length === 0
      ? values
      : values.filter((value) => open.includes(value) || answerTo(answers, leftover, value))
  const shown = isWhole ? offered : offered.slice(0, SHOWN)
  const isByLine = kind === 'words' || kind === 'mark'
  return (
    <QuestionCard question={words.question} answer={open.length > 0 ? null : answeredText(leftover, answers)}>
      {kind !== 'above' && kind !== 'heading' && kind !== 'file' && (
        <ul className={css.values}>
          {shown.map((value) => (
            <li key={value.key} className={css.value}>
              <span>
                {value.key === '' ? <em>empty</em> : <bdi>{shownValue(value)}</bdi>}{' '}
                <span className="text-small">{isByLine ? rowText(view, value) : rowsOf(value)}</span>
              </span>
              <span className="layout-row">
                {(['pay', 'leave'] as const).map((way) => (
                  <Button
                    key={way}
                    size="small"
                    aria-pressed={isGiven && answerTo(answers, leftover, value) === way}
                    aria-label={`${wayWords[way]}: ${shownValue(value)}`}
                    onClick={() => decide(() => way, [value])}
                  >
                    {wayWords[way]}
                  </Button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        {shown.length < offered.length && (
          <Button ghost size="small" onClick={() => setWhole(true)}>
            Show all {formatNumber(offered.length)}
          </Button>
        )}
        {doubtful.length > 0 && (
          <Button size="small" onClick={() => decide(({ isDoubtful }) => (isDoubtful ? 'leave' : 'pay'))}>
            {suggestion(open, doubtful)}
          </Button>
        )}
        {isGiven && open.length > 0 && doubtful.length === 0 ? (
          <Button size="small" onClick={() => decide(() => 'pay')}>
            Pay the other {count(rowCount(open), 'row')}
          </Button>
        ) : (
          <Button
            size="small"
            // Only a column can say nothing; other words are different in the next list.
            onClick={() =>
              kind === 'column' ? onAnswers({ ...answers, [id]: 'nothing' }) : decide(() => 'pay', values)
            }
          >
            {words.nothing}
          </Button>
        )}
      </Actions>
    </QuestionCard>
  )
}

const wayWords = { pay: 'Pay', leave: 'Leave out' } as const

function rowCount(values: readonly LeftoverValue[]): number {
  return values.reduce((sum, { lines }) => sum + lines.length, 0)
}

function rowsOf({ lines }: LeftoverValue): string {
  return count(lines.length, 'row')
}

/** `Leave out 3, pay 37`, or `Leave out 3 rows`. */
function suggestion(open: readonly LeftoverValue[], doubtful: readonly LeftoverValue[]): string {
  const [left, paid] = [rowCount(doubtful), rowCount(open) - rowCount(doubtful)]
  return paid > 0
    ? `Leave out ${formatNumber(left)}, pay ${formatNumber(paid)}`
    : `Leave out ${count(left, 'row')}`
}

/** The first row of a value, as it would be paid. */
function rowText(view: DraftView, { lines }: LeftoverValue): string {
  const [line = 0, ...others] = lines
  const read = view.rowAt(view.placeOf(line))?.read
  const paid = read?.ok ? `, ${Amount.format(read.payment.amount)}` : ''
  return `line ${line}${paid}${others.length > 0 ? ` and ${count(others.length, 'more row')}` : ''}`
}

function answeredText(leftover: Leftover, answers: LeftoverAnswers): string {
  if (answers[leftover.id] === undefined) return `${leftover.title}: these rows are left out already.`
  const left = leftover.values.filter((value) => answerTo(answers, leftover, value) === 'leave')
  if (left.length === 0) return `${leftoverWords(leftover).answered}.`
  const names = left.slice(0, 3).map((value) => clipped(shownValue(value)))
  const more = left.length > names.length ? ', …' : ''
  const rows = `${count(rowCount(left), 'row')} left out (${names.join(', ')}${more}).`
  return names.every(isOfSheet) ? rows : `${leftover.title}: ${rows}`
}
