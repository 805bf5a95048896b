import { useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { type Doubt, doubtTicks, doubtTitles, doubtWords, linesWords } from '#domain/draft/reportWords.ts'
import { formatNumber } from '#domain/shared/format.ts'
import { DifferingPair, LookAlikeConfirm, UnreadNotices } from '#pages/pay/review/Recipients.tsx'
import { Actions, Button } from '#ui/Button.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import css from './QuestionCard.module.css'
import { QuestionCard } from './QuestionCard.tsx'
import { useEditedList } from './useDraft.ts'

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
        <WindowedList label={doubtTitles[kind]} keys={doubts.map(({ id }) => id)}>
          {(index) => {
            const doubt = doubts[index]
            return doubt && <RowDoubt doubt={doubt} />
          }}
        </WindowedList>
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

/** Rows of one doubt that are listed. */
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
