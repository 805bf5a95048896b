import { useCallback, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { type HandOver, handOver } from '#domain/payout/list/handOver.ts'
import {
  type PayoutDraft,
  skipReason,
  withEdit,
  withoutEdit,
  withoutRow,
  withRow,
  withSkip,
  withTicks,
  withToken,
} from '#domain/payout/list/payoutDraft.ts'
import { countsText, paymentsText } from '#domain/payout/list/reportWords.ts'
import { isAskedOf } from '#domain/payout/list/Table.ts'
import { nextError, viewTable } from '#domain/payout/list/tableView.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { DoubtsCard } from './DoubtsCard.tsx'
import { FillForm, TokenOffer, unknownTokens } from './FillForm.tsx'
import css from './many.module.css'
import { DraftNotice, ReadingCard } from './ReadingCard.tsx'
import { ReadOptions } from './ReadOptions.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { type Goal, RowList } from './RowList.tsx'
import { RowFiles } from './RowsSource.tsx'
import { useDoubts } from './useChecks.ts'
import { useKeptDraft, useTable } from './useTable.ts'

/** A list of payments: how it was read, its errors, its doubts, and its rows. */
export function DraftTable(props: {
  account: Account
  initial: PayoutDraft
  /** When a stored draft was saved, in ms since the epoch; null for a new one. */
  keptAt: number | null
  /** Something else is shown, so nothing changes meanwhile. */
  isResting: boolean
  onReview: (rows: HandOver) => void
  /** The draft is put aside or deleted. */
  onClose: () => void
  /** Replaces the text. All changes to the current one are lost. */
  onText: (text: string) => void
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
  return (
    <div className={css.table}>
      <DraftNotice
        keptAt={props.keptAt}
        where={kept.where}
        onAside={onClose}
        onDiscard={() => {
          kept.drop()
          onClose()
        }}
      />
      {reading.kind !== 'read' &&
        (table === null || reading.kind !== 'reading' || reading.progress.total > 0) && (
          <ReadingCard
            reading={reading}
            onStop={stop}
            onAgain={again}
            onLeave={() => props.onText(draft.text)}
          />
        )}
      {table && view && (
        <>
          <Card title="Import">
            <p role="status">
              {isAsked ? `${paymentsText(view.size)} found. One question first.` : countsText(view.counts)}
            </p>
            {table.read && (
              <>
                <ReadOptions draft={draft} read={table.read} onChange={setDraft} />
                <Actions>
                  <Button onClick={() => props.onText(draft.text)}>Edit pasted text</Button>
                  {ready && ready.paid > 0 && (
                    <RowFiles
                      account={account.address}
                      name={draft.source ?? ''}
                      payments={() => handOver(ready, skips)?.payments ?? []}
                    />
                  )}
                </Actions>
              </>
            )}
          </Card>
          <TokenOffer
            tokens={unknownTokens(view)}
            onToken={(token, decimals) => setDraft((before) => withToken(before, token, decimals))}
          />
          {!isAsked && <DoubtsCard {...doubts} ticks={draft.ticks} onTick={onTick} />}
          <RowList
            table={table}
            view={view}
            draft={draft}
            toConfirm={doubts.toConfirm}
            goal={goal}
            isAsked={isAsked}
            actions={actions}
          >
            {!isAsked && view.size > 0 && <FillForm draft={draft} view={view} onChange={setDraft} />}
          </RowList>
          <p>
            <Button onClick={addRow}>Add a payment</Button>
          </p>
          <ReviewBar
            view={view}
            doubts={doubts}
            isAsked={isAsked}
            isReading={reading.kind !== 'read'}
            onNext={() => {
              const line = nextError(view, goal?.line ?? 0)
              if (line !== null) setGoal({ line })
            }}
            onReview={() => {
              const rows = handOver(view, skips)
              if (rows) onReview(rows)
            }}
          />
        </>
      )}
    </div>
  )
}
