import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { NameLookUps } from '#components/payee/useNameLookUps.ts'
import { PayoutLabelFields } from '#components/payout/PayoutLabelFields.tsx'
import {
  type DraftView,
  gatherErrors,
  type ListForReview,
  toReviewInput,
  withErrorsSkipped,
} from '#domain/draft/draftView.ts'
import { type PayoutDraft, withLabels, withToken } from '#domain/draft/payoutDraft.ts'
import { countsText, unusedText } from '#domain/draft/reportWords.ts'
import { MOST_NAMES } from '#domain/payee/enteredName.ts'
import { count, plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { ExportMenu } from '#ui/file/ExportMenu.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { DoubtQuestions } from './DoubtQuestions.tsx'
import css from './DraftRows.module.css'
import { FillForm, TokenOffer, unknownTokens } from './FillForm.tsx'
import { LeftoverQuestion } from './LeftoverQuestion.tsx'
import { ListQuestions } from './ListQuestions.tsx'
import { NextStep } from './NextStep.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { DraftNotice, ReadingCard } from './ReadingCard.tsx'
import { amountColumnText, ReadOptions } from './ReadOptions.tsx'
import { RowList } from './RowList.tsx'
import { rowWays } from './RowsSource.tsx'
import { type EditedList, useDraft } from './useDraft.ts'

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
  /** Opens the text, to change it or to paste it again. */
  onText: (draft: PayoutDraft) => void
}) {
  const { account, onReview, onClose } = props
  const list = useDraft(account, props.initial, props)
  const { draft, setDraft, table, reading, view, doubts, lookUps, isAsked, goal, actions } = list
  const onEditText = () => props.onText(draft)
  const questions = useRef<HTMLDivElement>(null)
  const read = table?.read
  const ready = view && view.errors.length === 0 && reading.kind === 'read' ? view : null
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
  const onRunQuiet = useDirectReview(props.isDirect && isReady && draft === props.initial, toReview)
  return (
    <div className="layout-page">
      {reading.kind !== 'read' &&
        (table === null || reading.kind !== 'reading' || reading.progress.total > 0) && (
          <ReadingCard reading={reading} onStop={list.stop} onAgain={list.again} onLeave={onEditText} />
        )}
      {table && view && (
        <>
          <NextStep
            account={account.address}
            view={view}
            doubts={doubts}
            questions={list.questions}
            isAsked={isAsked}
            isReading={reading.kind !== 'read'}
            onAnswer={() => {
              const open = questions.current?.querySelector<HTMLElement>('[data-open]')
              open?.scrollIntoView({ block: 'start' })
              open?.focus({ preventScroll: true })
            }}
            onFix={list.showNextError}
            onSkipAll={() => setDraft((before) => withErrorsSkipped(before, view))}
            onReview={toReview}
          />
          <TokenOffer
            tokens={unknownTokens(view)}
            onToken={(token, decimals) => setDraft((before) => withToken(before, token, decimals))}
          />
          {!isAsked && <NamesCard names={namesToLookUp(view)} done={draft.names.length} lookUps={lookUps} />}
          {draft.run && (
            <RunCard
              account={account}
              run={draft.run}
              payments={rows?.payments ?? null}
              list={{
                onEdit: actions.onEdit,
                onLeave: () => {
                  list.kept.drop()
                  onClose()
                },
                onQuiet: onRunQuiet,
              }}
            />
          )}
          <div ref={questions}>
            <Questions list={list} />
          </div>
          <Surface label="Import">
            <RowList
              table={table}
              view={view}
              draft={draft}
              toConfirm={doubts.toConfirm}
              goal={goal}
              onNext={list.showNextError}
              isAsked={isAsked}
              actions={actions}
              lookUps={lookUps}
              tools={
                <div className="layout-line">
                  <Button ghost size="small" onClick={list.addRow}>
                    <Icon name="plus" size={16} /> Add a payment
                  </Button>
                  {ready && ready.paid > 0 && (
                    <ExportMenu
                      ways={rowWays(
                        account.address,
                        draft.source ?? '',
                        () => toReviewInput(ready)?.payments ?? [],
                      )}
                    />
                  )}
                </div>
              }
            >
              <div className={css.read}>
                <p role="status">
                  {draft.source && <bdi>{draft.source}: </bdi>}
                  {isAsked ? `${count(view.size, 'payment')} found.` : countsText(view.counts)}
                  {doubts.matchingTotal !== null &&
                    ` Line ${doubts.matchingTotal} is the total, and it matches.`}
                </p>
                {read &&
                  [amountColumnText(read), unusedText(read.leftovers)].map((words) =>
                    words === null ? null : <p key={words}>{words}</p>,
                  )}
                {read && <ReadOptions draft={draft} read={read} onChange={setDraft} />}
              </div>
            </RowList>
            <div className={css.foot}>
              <DraftFoot list={list} onEditText={onEditText} onClose={onClose} />
            </div>
          </Surface>
        </>
      )}
    </div>
  )
}

/**
 * Opens the review of a reminder's list once, when the list is ready as it is and nothing about its reminder has to be
 * looked at first. Returns the callback by which the latter is said.
 */
function useDirectReview(isReady: boolean, toReview: () => void): (isQuiet: boolean) => void {
  const [isQuiet, setQuiet] = useState(false)
  const [isDone, setDone] = useState(false)
  const isNow = isReady && isQuiet && !isDone
  const open = useEffectEvent(toReview)
  useEffect(() => {
    if (!isNow) return
    // The review is drawn at once, which React does not do during an effect.
    const soon = setTimeout(() => {
      setDone(true)
      open()
    })
    return () => clearTimeout(soon)
  }, [isNow])
  return setQuiet
}

/** All questions about a list: how it is written, what it says beside its payments, and what is odd about its rows. */
function Questions({ list }: { list: EditedList }) {
  const { table, view, draft, doubts, isAsked } = list
  const read = table?.read
  if (!view) return null
  const asked = read?.leftovers.filter(({ isAsked }) => isAsked) ?? []
  return (
    <section className={css.questions} aria-label="Questions">
      {read && <ListQuestions draft={draft} read={read} onChange={list.setDraft} />}
      {list.isAmountAsked && (
        <QuestionCard question="The list has no amounts. How much does each one get?" answer={null}>
          <FillForm draft={draft} view={view} first="same" onChange={list.setDraft} />
        </QuestionCard>
      )}
      {asked.map((leftover) => (
        <LeftoverQuestion
          key={leftover.id}
          leftover={leftover}
          answers={draft.answers}
          view={view}
          onAnswer={list.onAnswers}
        />
      ))}
      {!isAsked && (
        <DoubtQuestions
          found={doubts}
          view={view}
          ticks={draft.ticks}
          onTick={list.onTick}
          onSkip={(row) => list.actions.onSkip(row, true)}
        />
      )}
    </section>
  )
}

/** The actions of a whole list, below its rows: label it, fill it in, leave it. */
function DraftFoot(props: { list: EditedList; onEditText: () => void; onClose: () => void }) {
  const { onEditText, onClose } = props
  const { account, draft, setDraft, table, view, isAsked, keptAt, kept } = props.list
  return (
    <>
      <PayoutLabelFields
        account={account}
        labels={draft}
        onChange={(labels) => labels && setDraft((before) => withLabels(before, labels))}
      />
      <Disclosure summary="Fill in amounts, change the text">
        {!isAsked && view && view.size > 0 && <FillForm draft={draft} view={view} onChange={setDraft} />}
        {table?.read && <Button onClick={onEditText}>Edit pasted text</Button>}
      </Disclosure>
      <DraftNotice
        keptAt={keptAt}
        where={kept.where}
        onAside={onClose}
        onDiscard={() => {
          kept.drop()
          onClose()
        }}
      />
    </>
  )
}

/** Offers to look up all `.bnb` names of a list at once. A name that is also a person’s waits in its own row. */
function NamesCard(props: {
  names: readonly string[]
  /** How many names of this list were looked up before. */
  done: number
  lookUps: NameLookUps
}) {
  const { names, done, lookUps } = props
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

/** The `.bnb` names in rows, each once, that were not looked up and can mean no person. */
function namesToLookUp(view: DraftView): readonly string[] {
  return gatherErrors(view, ({ bnbName, namesakes }) => (namesakes.length === 0 ? bnbName : null))
}
