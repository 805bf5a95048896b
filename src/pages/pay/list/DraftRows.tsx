import { type Ref, useMemo, useRef, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { PayoutLabelFields } from '#components/payout/PayoutLabelFields.tsx'
import {
  type Filter,
  filterWords,
  gatherErrors,
  type ListForReview,
  toReviewInput,
} from '#domain/draft/draftView.ts'
import { type PayoutDraft, withEdit, withLabels } from '#domain/draft/payoutDraft.ts'
import { countsText, unusedText } from '#domain/draft/reportWords.ts'
import { MOST_NAMES } from '#domain/payee/checkPayee.ts'
import { count, formatNumber, plural, when } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { ExportMenu } from '#ui/file/FileButton.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { type Reveal, WindowedList } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useWhen } from '#ui/useNow.ts'
import css from './DraftRows.module.css'
import { FillForm, TokenOffers } from './FillForm.tsx'
import { amountColumnText, ListQuestions, ReadOptions } from './ListQuestions.tsx'
import { NextStep } from './NextStep.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { DoubtQuestions, LeftoverQuestion } from './RowQuestions.tsx'
import { rowWays } from './RowsSource.tsx'
import { RowView } from './RowView.tsx'
import { ListContext, useDraft, useEditedList } from './useDraft.ts'

const RunCard = lazyComponent(async () => (await import('#pages/pay/reminders/RunCard.tsx')).RunCard)

/** A list of payments: how it was read, its errors, its doubts, and its rows. */
export function DraftRows(props: {
  account: Account
  initial: PayoutDraft
  /** When a stored draft was saved, in ms since the epoch; null for a new one. */
  keptAt: number | null
  /** Goes on to the review by itself if nothing about the list has to be looked at. */
  isDirect: boolean
  /** Something else is shown, so nothing changes meanwhile. */
  isResting: boolean
  onReview: (rows: ListForReview) => void
  /** The draft is put aside or deleted. */
  onClose: () => void
  onText: (draft: PayoutDraft) => void
}) {
  const { account, onReview } = props
  const list = useDraft(account, props.initial, props)
  const { draft, table, reading, view, doubts, isAsked } = list
  const questions = useRef<HTMLElement>(null)
  const rows = useMemo(() => (view && !isAsked ? toReviewInput(view) : null), [view, isAsked])
  const toReview = () => {
    list.remember()
    if (rows) onReview({ ...rows, run: draft.run, tag: draft.tag, title: draft.title })
  }
  const isReady =
    reading.kind === 'read' &&
    rows !== null &&
    list.questions === 0 &&
    doubts.busy === null &&
    !props.isResting
  // The list of a reminder goes on once, as it is, if nothing about its reminder has to be looked at first.
  const [isQuiet, setQuiet] = useState(false)
  const [isDone, setDone] = useState(false)
  useWhen(props.isDirect && isReady && draft === props.initial && isQuiet && !isDone, () => {
    setDone(true)
    toReview()
  })
  return (
    <div className="layout-page">
      {reading.kind !== 'read' &&
        (table === null || reading.kind !== 'reading' || reading.progress.total > 0) && (
          <ReadingCard list={list} />
        )}
      {table && view && (
        <ListContext value={{ ...list, table, view }}>
          <NextStep
            onAnswer={() => {
              const open = questions.current?.querySelector<HTMLElement>('[data-open]')
              open?.scrollIntoView({ block: 'start' })
              open?.focus({ preventScroll: true })
            }}
            onReview={toReview}
          />
          <TokenOffers />
          {!isAsked && <NamesCard />}
          {draft.run && (
            <RunCard
              account={account}
              run={draft.run}
              payments={rows?.payments ?? null}
              list={{
                onEdit: (line, change) => list.setDraft((before) => withEdit(before, line, change)),
                onLeave: list.onDelete,
                onQuiet: setQuiet,
              }}
            />
          )}
          <Questions ref={questions} />
          <Surface label="Import">
            <RowList />
            <div className="layout-foot layout-stack">
              <DraftFoot />
            </div>
          </Surface>
        </ListContext>
      )}
    </div>
  )
}

/** Height (px) of a typical row. */
const ROW_HEIGHT = 48

/**
 * The rows, filtered. Listed rows stay listed until another filter is chosen, so that a row does not vanish
 * while it is being corrected.
 */
function RowList() {
  const list = useEditedList()
  const { table, view, draft, goal, isAsked, doubts } = list
  const [listed, setListed] = useState(() => listing('all', list))
  // A re-read file has other errors, and the row to scroll to must be in the list.
  if (listed.of !== table) setListed(listing(listed.filter, list))
  else if (goal && listed.reached !== goal && listed.lines && !listed.lines.includes(goal.line)) {
    setListed({ ...listing('all', list), reached: null })
  }
  const { lines, reached } = listed
  const size = lines ? lines.length : view.size
  const lineAt = (index: number) => (lines ? lines[index] : view.rowAt(index)?.line)
  const { rowAt } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines and the length of a table determine the keys
  const keys = useMemo(
    () => Array.from({ length: size }, (_, index) => String(lines ? lines[index] : rowAt(index)?.line)),
    [table, lines, size, draft.added],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to each goal only once
  const reveal = useMemo<Reveal | null>(() => {
    if (!goal || goal === reached) return null
    const index = lines ? lines.indexOf(goal.line) : view.placeOf(goal.line)
    return index < 0 ? null : { index }
  }, [goal, lines, reached])
  const counts = {
    all: view.size,
    errors: view.errors.length,
    confirm: doubts.toConfirm.size,
    skipped: view.skipped.length,
  }
  // Before the question about the whole text is answered, every row is an error.
  const shownFilters = (Object.keys(filterWords) as Filter[]).filter(
    (filter) => filter === 'all' || filter === listed.filter || (counts[filter] > 0 && !isAsked),
  )
  return (
    <>
      <div className={`layout-between ${css.tools}`}>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is not a form */}
        <div className={`layout-row ${css.filters}`} role="group" aria-label="Filter">
          {shownFilters.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={listed.filter === filter}
              onClick={() => setListed(listing(filter, list))}
            >
              {filterWords[filter]} {formatNumber(counts[filter])}
            </button>
          ))}
        </div>
        <div className="layout-line">
          <Button ghost size="small" onClick={list.addRow}>
            <Icon name="plus" size={16} /> Add a payment
          </Button>
          {list.reading.kind === 'read' && view.errors.length === 0 && view.paid > 0 && (
            <ExportMenu
              ways={rowWays(
                list.account.address,
                draft.source ?? '',
                () => toReviewInput(view)?.payments ?? [],
              )}
            />
          )}
        </div>
      </div>
      <HowItWasRead />
      {size === 0 ? (
        <p className={css.none}>{emptyWords[listed.filter]}</p>
      ) : (
        <WindowedList
          key={listed.filter}
          label="Payments in this list"
          keys={keys}
          reveal={reveal}
          estimate={ROW_HEIGHT}
        >
          {(index) => {
            const line = lineAt(index)
            const row = line === undefined ? undefined : rowAt(lines ? view.placeOf(line) : index)
            return row && <RowView row={row} />
          }}
        </WindowedList>
      )}
    </>
  )
}

const emptyWords: Readonly<Record<Filter, string>> = {
  all: 'No payments yet.',
  errors: 'Nothing to fix.',
  confirm: 'Nothing to check.',
  skipped: 'Nothing is skipped.',
}

/** @returns `lines`: null for all; `reached`: the goal already reached, so something else was chosen since */
function listing(filter: Filter, { table, view, doubts, goal }: ReturnType<typeof useEditedList>) {
  const lines = { all: null, errors: view.errors, confirm: [...doubts.toConfirm], skipped: view.skipped }
  return { filter, lines: lines[filter], of: table, reached: goal }
}

/** The number of rows and lines, and what was not used, with the ways to read it otherwise. */
function HowItWasRead() {
  const { draft, table, view, doubts, isAsked } = useEditedList()
  const { read } = table
  return (
    <div className={css.read}>
      <p role="status">
        {draft.source && <bdi>{draft.source}: </bdi>}
        {isAsked ? `${count(view.size, 'payment')} found.` : countsText(view.counts)}
        {doubts.matchingTotal !== null && ` Line ${doubts.matchingTotal} is the total, and it matches.`}
      </p>
      {read &&
        // No column is unused until it is known which ones are used.
        !isAsked &&
        [amountColumnText(read), unusedText(read.leftovers)].map((words) =>
          words === null ? null : <p key={words}>{words}</p>,
        )}
      {read && <ReadOptions read={read} />}
    </div>
  )
}

/** All questions about a list: how it is written, what it says beside its payments, and what is odd about its rows. */
function Questions({ ref }: { ref: Ref<HTMLElement> }) {
  const { table, isAsked, isAmountAsked } = useEditedList()
  const { read } = table
  return (
    <Surface label="Questions" ref={ref}>
      {read && <ListQuestions read={read} />}
      {isAmountAsked && (
        <QuestionCard question="The list has no amounts. How much does each one get?" answer={null}>
          <FillForm first="same" />
        </QuestionCard>
      )}
      {read?.leftovers.map(
        (leftover) => leftover.isAsked && <LeftoverQuestion key={leftover.id} leftover={leftover} />,
      )}
      {!isAsked && <DoubtQuestions />}
    </Surface>
  )
}

/** The actions of a whole list, below its rows: label it, fill it in, leave it. */
function DraftFoot() {
  const list = useEditedList()
  const { account, draft, setDraft, table, view, isAsked, keptAt, kept } = list
  return (
    <>
      <PayoutLabelFields
        account={account}
        labels={draft}
        onChange={(labels) => labels && setDraft((before) => withLabels(before, labels))}
      />
      <Disclosure summary="Fill in amounts, change the text">
        {!isAsked && view.size > 0 && <FillForm />}
        {table.read && <Button onClick={list.onEditText}>Edit pasted text</Button>}
      </Disclosure>
      <div className="layout-between text-fine">
        <p>
          {keptAt === null ? '' : `Draft from ${when(keptAt)}. `}
          {whereWords[kept.where]}
        </p>
        <Actions>
          <ConfirmDialog
            size="small"
            label="Delete"
            confirm="Delete draft"
            cancel="Keep draft"
            onConfirm={list.onDelete}
          >
            <Button size="small" ghost onClick={list.onClose}>
              {kept.where === 'browser' ? 'Save and close' : 'Close'}
            </Button>
          </ConfirmDialog>
        </Actions>
      </div>
    </>
  )
}

const whereWords = {
  browser: 'Draft saved in this browser.',
  page: 'Storage is blocked. The list is gone when you close this page.',
  'too-large': 'Too large to save. The list is gone when you close it or this page.',
} as const

/** Offers to look up all `.bnb` names of a list at once. A name that is also a person’s waits in its own row. */
function NamesCard() {
  const { draft, view, lookUps } = useEditedList()
  const done = draft.names.length
  const names = gatherErrors(view, ({ bnbName, namesakes }) => (namesakes.length === 0 ? bnbName : null))
  const busy = names.filter((name) => lookUps.of.get(name)?.kind === 'busy').length
  const failed = names.filter((name) => lookUps.of.get(name)?.kind === 'fault').length
  const { start } = lookUps
  if (names.length === 0) return null
  if (names.length + done > MOST_NAMES || !start)
    return (
      <Notice
        tone="warn"
        title={`This list has ${count(names.length + done, 'name')}. We look up at most ${MOST_NAMES}.`}
      >
        <p>Look them up row by row and enter addresses for the others, or split the list.</p>
      </Notice>
    )
  if (busy > 0) return <Notice tone="info" title={`Looking up ${count(busy, 'name')} with two sources…`} />
  const fresh = names.length - failed
  return (
    <Notice
      tone="info"
      title={
        fresh > 0
          ? `${count(fresh, 'recipient is a .bnb name', 'recipients are .bnb names')}.`
          : `${count(failed, 'name')} can’t be paid. ${plural(failed, 'Its row says', 'Their rows say')} why.`
      }
      actions={
        <Button onClick={() => start(names)}>
          {fresh > 0 ? `Look up ${count(names.length, 'name')}` : 'Look up again'}
        </Button>
      }
    >
      <p>You see each address before you pay. Looking names up shows public servers who you pay.</p>
    </Notice>
  )
}

/** Reading progress with a stop button; once stopped, a button to continue. */
function ReadingCard({ list }: { list: ReturnType<typeof useDraft> }) {
  const { reading } = list
  if (reading.kind === 'reading') {
    const { done, total } = reading.progress
    return (
      <Card title="Reading the list">
        <p role="status">
          {total === 0 ? 'Counting the lines…' : `${formatNumber(done)} of ${formatNumber(total)} rows`}
        </p>
        <progress value={done} max={Math.max(total, 1)} aria-label="Reading progress" />
        <p>
          <Button onClick={list.stop}>Cancel</Button>
        </p>
      </Card>
    )
  }
  return (
    <Card title="Reading the list">
      <p role="alert">
        {reading.kind === 'stopped'
          ? 'You stopped it. Nothing was imported.'
          : 'We couldn’t read this list. Nothing was imported.'}
      </p>
      <Actions>
        <Button primary onClick={list.again}>
          Try again
        </Button>
        <Button onClick={list.onEditText}>Choose another list</Button>
      </Actions>
    </Card>
  )
}
