import { useRef } from 'react'
import type { Account } from '#account/Account.ts'
import { type ListForReview, toReviewInput, withErrorsSkipped } from '#domain/draft/draftView.ts'
import { type PayoutDraft, withToken } from '#domain/draft/payoutDraft.ts'
import { countsText } from '#domain/draft/reportWords.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { DoubtsCard } from './DoubtsCard.tsx'
import { DraftFoot } from './DraftFoot.tsx'
import css from './DraftRows.module.css'
import { TokenOffer, unknownTokens } from './FillForm.tsx'
import { NamesCard, namesToLookUp } from './NamesCard.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import readOptionsCss from './ReadOptions.module.css'
import { ReadOptions } from './ReadOptions.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { RowList } from './RowList.tsx'
import { useDraft } from './useDraft.ts'

const RunCard = lazyComponent(async () => (await import('#pages/pay/run/RunCard.tsx')).RunCard)

/** A list of payments: how it was read, its errors, its doubts, and its rows. */
export function DraftRows(props: {
  account: Account
  initial: PayoutDraft
  /** When a stored draft was saved, in ms since the epoch; null for a new one. */
  keptAt: number | null
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
  const checks = useRef<HTMLDivElement>(null)
  return (
    <div className="layout-page">
      {reading.kind !== 'read' &&
        (table === null || reading.kind !== 'reading' || reading.progress.total > 0) && (
          <ReadingCard reading={reading} onStop={list.stop} onAgain={list.again} onLeave={onEditText} />
        )}
      {table && view && (
        <>
          <TokenOffer
            tokens={unknownTokens(view)}
            onToken={(token, decimals) => setDraft((before) => withToken(before, token, decimals))}
          />
          {!isAsked && <NamesCard names={namesToLookUp(view)} done={draft.names.length} lookUps={lookUps} />}
          {draft.run && (
            <RunCard
              account={account}
              run={draft.run}
              view={isAsked ? null : view}
              onEdit={actions.onEdit}
              onLeave={() => {
                list.kept.drop()
                onClose()
              }}
            />
          )}
          <Surface label="Import">
            <RowList
              table={table}
              view={view}
              draft={draft}
              toConfirm={doubts.toConfirm}
              repeats={doubts.repeats}
              goal={goal}
              isAsked={isAsked}
              actions={actions}
              lookUps={lookUps}
              tools={
                <Button ghost size="small" onClick={list.addRow}>
                  <Icon name="plus" size={16} /> Add a payment
                </Button>
              }
            >
              <div className={readOptionsCss.read}>
                <p role="status">
                  {draft.source && <bdi>{draft.source}: </bdi>}
                  {isAsked
                    ? `${count(view.size, 'payment')} found. One question first.`
                    : countsText(view.counts)}
                  {doubts.matchingTotal !== null &&
                    `. Line ${doubts.matchingTotal} is the total, and it matches.`}
                </p>
                {table.read && <ReadOptions draft={draft} read={table.read} onChange={setDraft} />}
              </div>
            </RowList>
            <div className={css.foot}>
              <DraftFoot list={list} onEditText={onEditText} onClose={onClose} />
            </div>
          </Surface>
          <div ref={checks} tabIndex={-1} className={css.checks}>
            {!isAsked && <DoubtsCard found={doubts} ticks={draft.ticks} onTick={list.onTick} />}
          </div>
          <ReviewBar
            account={account.address}
            view={view}
            doubts={doubts}
            isAsked={isAsked}
            isReading={reading.kind !== 'read'}
            onNext={list.showNextError}
            onSkipAll={() => setDraft((before) => withErrorsSkipped(before, view))}
            onCheck={() => {
              checks.current?.scrollIntoView({ block: 'start' })
              checks.current?.focus()
            }}
            onReview={() => {
              const rows = toReviewInput(view, draft.skips)
              if (rows) onReview({ ...rows, run: draft.run, tag: draft.tag, title: draft.title })
            }}
          />
        </>
      )}
    </div>
  )
}
