import { useCallback, useMemo, useRef, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { useNameLookUps } from '#components/payee/useNameLookUps.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import { type HandedOver, handOver } from '#domain/draft/handOver.ts'
import {
  type PayoutDraft,
  skipReason,
  withBelongs,
  withEdit,
  withNameInRows,
  withoutEdit,
  withoutRow,
  withRow,
  withSkip,
  withTicks,
  withToken,
} from '#domain/draft/payoutDraft.ts'
import { countsText } from '#domain/draft/reportWords.ts'
import { isAskedOf } from '#domain/draft/Table.ts'
import { nextError, viewTable } from '#domain/draft/tableView.ts'
import { MOST_NAMES } from '#domain/payee/enteredName.ts'
import type { Belongs } from '#domain/payout/Payout.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { late } from '#ui/late.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { DoubtsCard } from './DoubtsCard.tsx'
import { FillForm, TokenOffer, unknownTokens } from './FillForm.tsx'
import css from './many.module.css'
import { NamesCard, namesToLookUp } from './NamesCard.tsx'
import { DraftNotice, ReadingCard } from './ReadingCard.tsx'
import { ReadOptions } from './ReadOptions.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { type Goal, RowList } from './RowList.tsx'
import { RowFiles } from './RowsSource.tsx'
import { useDoubts } from './useChecks.ts'
import { useKeptDraft, useTable } from './useTable.ts'

const RunCard = late(async () => (await import('#pages/pay/run/RunCard.tsx')).RunCard)

/** A list of payments: how it was read, its errors, its doubts, and its rows. */
export function DraftTable(props: {
  account: Account
  initial: PayoutDraft
  /** When a stored draft was saved, in ms since the epoch; null for a new one. */
  keptAt: number | null
  /** Something else is shown, so nothing changes meanwhile. */
  isResting: boolean
  onReview: (rows: HandedOver) => void
  /** The draft is put aside or deleted. */
  onClose: () => void
  /** Replaces the text. All changes to the current one are lost. */
  onText: (text: string, belongs: Belongs) => void
}) {
  const { account, isResting, onReview, onClose } = props
  const { storage } = usePortal().page
  const [draft, setDraft] = useState(props.initial)
  const [goal, setGoal] = useState<Goal | null>(null)
  const kept = useKeptDraft(storage, account.address, draft, {
    isKept: props.keptAt !== null,
    isResting,
  })
  const { table, reading, stop, again } = useTable(draft, account.address)
  const { edits, skips, added, fill } = draft
  const view = useMemo(
    () => table && viewTable(table, { edits, skips, added, fill }),
    [table, edits, skips, added, fill],
  )
  const doubts = useDoubts(account, view, draft.ticks)
  const lookUps = useNameLookUps(
    (found) => setDraft((before) => withNameInRows(before, found)),
    draft.names.length >= MOST_NAMES,
  )
  const isAsked = isAskedOf(table)
  const actions = useMemo(
    () => ({
      onEdit: (line: number, change: Parameters<typeof withEdit>[2]) =>
        setDraft((before) => withEdit(before, line, change)),
      onRevert: (line: number) => setDraft((before) => withoutEdit(before, line)),
      onSkip: (row: Parameters<typeof skipReason>[0], isSkipped: boolean) =>
        setDraft((before) => withSkip(before, row.line, isSkipped ? skipReason(row) : null)),
      onRemove: (line: number) => setDraft((before) => withoutRow(before, line)),
    }),
    [],
  )
  const onTick = useCallback(
    (ids: readonly string[], yes: boolean) => setDraft((before) => withTicks(before, ids, yes)),
    [],
  )
  const addRow = () => {
    const lines = table?.read?.lines ?? 0
    const next = withRow(draft, lines)
    setDraft(next)
    setGoal({ line: next.added.at(-1) ?? 0 })
  }
  const ready = view && view.errors.length === 0 && reading.kind === 'read' ? view : null
  const checks = useRef<HTMLDivElement>(null)
  return (
    <div className={css.table}>
      {reading.kind !== 'read' &&
        (table === null || reading.kind !== 'reading' || reading.progress.total > 0) && (
          <ReadingCard
            reading={reading}
            onStop={stop}
            onAgain={again}
            onLeave={() => props.onText(draft.text, draft)}
          />
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
                kept.drop()
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
              goal={goal}
              isAsked={isAsked}
              actions={actions}
              lookUps={lookUps}
              tools={
                <Button ghost size="small" onClick={addRow}>
                  <Icon name="plus" size={16} /> Add a payment
                </Button>
              }
            >
              <div className={css.read}>
                <p role="status">
                  {draft.source && <bdi>{draft.source}: </bdi>}
                  {isAsked
                    ? `${count(view.size, 'payment')} found. One question first.`
                    : countsText(view.counts)}
                </p>
                {table.read && <ReadOptions draft={draft} read={table.read} onChange={setDraft} />}
              </div>
            </RowList>
            <div className={css.foot}>
              <CampaignField
                account={account}
                tag={draft.tag}
                onChange={(tag) => setDraft((before) => withBelongs(before, { run: before.run, tag }))}
              />
              <Disclosure summary="Fill in amounts, download, change the text">
                {!isAsked && view.size > 0 && <FillForm draft={draft} view={view} onChange={setDraft} />}
                <Actions>
                  {table.read && (
                    <Button onClick={() => props.onText(draft.text, draft)}>Edit pasted text</Button>
                  )}
                  {ready && ready.paid > 0 && (
                    <RowFiles
                      account={account.address}
                      name={draft.source ?? ''}
                      payments={() => handOver(ready, skips)?.payments ?? []}
                    />
                  )}
                </Actions>
              </Disclosure>
              <DraftNotice
                keptAt={props.keptAt}
                where={kept.where}
                onAside={onClose}
                onDiscard={() => {
                  kept.drop()
                  onClose()
                }}
              />
            </div>
          </Surface>
          <div ref={checks} tabIndex={-1} className={css.checks}>
            {!isAsked && <DoubtsCard {...doubts} ticks={draft.ticks} onTick={onTick} />}
          </div>
          <ReviewBar
            account={account.address}
            view={view}
            doubts={doubts}
            isAsked={isAsked}
            isReading={reading.kind !== 'read'}
            onNext={() => {
              const line = nextError(view, goal?.line ?? 0)
              if (line !== null) setGoal({ line })
            }}
            onSkipAll={() =>
              setDraft((before) =>
                view.errors.reduce((after, line) => {
                  const row = view.rowAt(view.placeOf(line))
                  return row ? withSkip(after, line, skipReason(row)) : after
                }, before),
              )
            }
            onCheck={() => {
              checks.current?.scrollIntoView({ block: 'start' })
              checks.current?.focus()
            }}
            onReview={() => {
              const rows = handOver(view, skips)
              if (rows) onReview({ ...rows, run: draft.run, tag: draft.tag })
            }}
          />
        </>
      )}
    </div>
  )
}
