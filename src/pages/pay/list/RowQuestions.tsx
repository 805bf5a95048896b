import { useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { clipped } from '#chain/text/label.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import type { DraftView } from '#domain/draft/draftView.ts'
import { isOfSheet, type Leftover } from '#domain/draft/import/leftovers.ts'
import { type LeftoverValue, shownValue } from '#domain/draft/import/leftoverValues.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { answerTo, answerValues, type LeftoverAnswers, openValues } from '#domain/draft/payoutDraft.ts'
import {
  type Doubt,
  doubtTicks,
  doubtTitles,
  doubtWords,
  leftoverWords,
  linesWords,
} from '#domain/draft/reportWords.ts'
import { count, formatNumber } from '#domain/shared/format.ts'
import { DifferingPair, LookAlikeConfirm, UnreadNotices } from '#pages/pay/review/Recipients.tsx'
import { Actions, Button } from '#ui/Button.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { ItemList } from '#ui/list/WindowedList.tsx'
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

/** The doubts about the rows, one question for each kind. */
export function DoubtQuestions() {
  const { draft, doubts: found, onTick } = useEditedList()
  const { ticks } = draft
  const { doubts, unread } = found
  const isRead = unread.every(({ id }) => ticks.has(id))
  return (
    <>
      {unread.length > 0 && (
        <QuestionCard
          question="What we couldn’t check"
          answer={isRead ? 'You checked the rest yourself.' : null}
        >
          <UnreadNotices unread={unread} ticks={ticks} onTick={onTick} />
        </QuestionCard>
      )}
      {(Object.keys(doubtTitles) as Doubt['kind'][]).map((kind) => (
        <KindQuestion key={kind} kind={kind} doubts={doubts.filter((one) => one.kind === kind)} />
      ))}
    </>
  )
}

function KindQuestion({ kind, doubts }: { kind: Doubt['kind']; doubts: readonly Doubt[] }) {
  const { draft, onTick } = useEditedList()
  if (doubts.length === 0) return null
  const open = doubts.flatMap(({ id }) => (draft.ticks.has(id) ? [] : [id]))
  const [first, another] = doubts
  return (
    <QuestionCard
      question={doubtTitles[kind]}
      answer={open.length > 0 ? null : `${doubtTitles[kind]}: ${formatNumber(doubts.length)} checked.`}
    >
      {first && !another ? (
        <RowDoubt doubt={first} />
      ) : (
        <ItemList label={doubtTitles[kind]} of={doubts} keyOf={({ id }) => id}>
          {(doubt) => <RowDoubt doubt={doubt} />}
        </ItemList>
      )}
      {kind !== 'look-alike' && open.length > 1 && (
        // Placed after the list so that every item has been seen.
        <p>
          <Button size="small" onClick={() => onTick(open, true)}>
            All {formatNumber(open.length)} are right
          </Button>
        </p>
      )}
    </QuestionCard>
  )
}

/** Rows of which one may be a mistake: a person skips one, or says that all of them are right. */
const ofSeveralRows: readonly Doubt['kind'][] = ['look-alike', 'similar', 'two-names', 'duplicate']

function RowDoubt({ doubt }: { doubt: Doubt }) {
  const { draft, view, onTick, onSkip } = useEditedList()
  const { ticks } = draft
  const [isMeant, setMeant] = useState(false)
  const { id, kind, lines } = doubt
  const isTicked = ticks.has(id)
  if (!ofSeveralRows.includes(kind)) {
    return (
      <Tick isTicked={isTicked} onTick={(yes) => onTick([id], yes)}>
        {doubtWords(doubt)} <strong>{doubtTicks[kind]}.</strong>
      </Tick>
    )
  }
  const rows = lines.flatMap((line) => view.rowAt(view.placeOf(line)) ?? [])
  const isPaste = doubt.kind === 'look-alike'
  return (
    <div className={css.doubt}>
      {doubt.kind === 'look-alike' || doubt.kind === 'similar' ? (
        <DifferingPair alike={doubt} />
      ) : (
        <p>{doubtWords(doubt)}</p>
      )}
      {isPaste && (isMeant || isTicked) ? (
        <LookAlikeConfirm
          alike={doubt}
          isBrief
          label={`Paste the full address of line ${lines[0]} again`}
          ticks={ticks}
          onTick={onTick}
        />
      ) : (
        <>
          <ul className={css.values}>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <li key={row.line} className={css.value}>
                <span>{row.read.ok && <PaidRow row={row} />}</span>
                {!isTicked && (
                  <Button
                    size="small"
                    aria-label={`Skip this one, line ${row.line}`}
                    onClick={() => onSkip(row, true)}
                  >
                    Skip this one
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Actions>
            {isTicked ? (
              <Button ghost size="small" onClick={() => onTick([id], false)}>
                Undo
              </Button>
            ) : (
              <Button size="small" onClick={() => (isPaste ? setMeant(true) : onTick([id], true))}>
                {rows.length > 2 ? 'All are right' : rows.length === 2 ? 'Both are right' : 'It’s right'}
              </Button>
            )}
          </Actions>
        </>
      )}
    </div>
  )
}

const MOST_ROWS = 20

function PaidRow({ row: { line, read, name } }: { row: PayoutRow }) {
  if (!read.ok) return null
  const { payee, amount } = read.payment
  return (
    <>
      <PersonName address={payee} given={name ?? undefined} /> {Amount.format(amount)}{' '}
      <span className="text-small">{linesWords([line]).toLowerCase()}</span>
    </>
  )
}
