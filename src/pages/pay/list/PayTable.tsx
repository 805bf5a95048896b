import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { usePayout, usePayoutContext } from '#components/payout/usePayouts.ts'
import type { HandedOver } from '#domain/draft/handOver.ts'
import { forgetDraft, readDraft } from '#domain/draft/keptDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { newDraft, type PayoutDraft, typedDraft, withBelongs } from '#domain/draft/payoutDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import { type Belongs, openRows, type Payment, type Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import { when } from '#domain/shared/format.ts'
import { standingOf } from '#domain/templates/standing.ts'
import { keptTemplates, templatesOf } from '#domain/templates/Template.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { DraftTable } from './DraftTable.tsx'
import { RowsSource } from './RowsSource.tsx'

type Opened =
  | {
      readonly kind: 'draft'
      readonly draft: PayoutDraft
      readonly keptAt: number | null
      readonly turn: number
    }
  | { readonly kind: 'unreadable' | 'gone' }
  /** The rows of a payout would replace a draft. */
  | {
      readonly kind: 'choice'
      readonly rows: PayoutDraft
      readonly kept: PayoutDraft
      readonly keptAt: number
    }
  /** Another text would replace the draft. */
  | { readonly kind: 'source'; readonly text: string; readonly belongs: Belongs }

/** The list of payments that begins with `start`. */
export function PayTable(props: {
  account: Account
  start: DraftSource
  isResting: boolean
  onReview: (rows: HandedOver) => void
  onClose: () => void
}) {
  const { account, start, onClose } = props
  const { storage } = usePortal().page
  const context = usePayoutContext(account)
  const { payout } = usePayout(context, start.kind === 'payout' ? start.id : '')
  const [opened, setOpened] = useState<Opened>(() => {
    const kept = readDraft(storage, account.address)
    const fresh = (draft: PayoutDraft): Opened => ({ kind: 'draft', draft, keptAt: null, turn: 0 })
    if (start.kind === 'text') return fresh(newDraft(start.text, start.source))
    if (start.kind === 'typed') return fresh(typedDraft())
    if (start.kind === 'kept')
      return kept === null || kept === 'unreadable'
        ? { kind: kept ?? 'gone' }
        : { kind: 'draft', draft: kept.draft, keptAt: kept.at, turn: 0 }
    const rows =
      start.kind === 'template' ? readTemplateDraft(storage, context, start.id) : payout && draftOf(payout)
    if (!rows) return { kind: 'gone' }
    return kept === null || kept === 'unreadable'
      ? fresh(rows)
      : { kind: 'choice', rows, kept: kept.draft, keptAt: kept.at }
  })
  switch (opened.kind) {
    case 'draft':
      return (
        <DraftTable
          key={opened.turn}
          account={account}
          initial={opened.draft}
          keptAt={opened.keptAt}
          isResting={props.isResting}
          onReview={props.onReview}
          onClose={onClose}
          onText={(text, belongs) => setOpened({ kind: 'source', text, belongs })}
        />
      )
    case 'source':
      return (
        <RowsSource
          text={opened.text.length > LONGEST_SHOWN ? '' : opened.text}
          onStart={(next) => {
            const draft = next.kind === 'text' ? newDraft(next.text, next.source) : typedDraft()
            const whole = withBelongs(draft, opened.belongs)
            setOpened({ kind: 'draft', draft: whole, keptAt: null, turn: Date.now() })
          }}
        >
          <Notice
            tone="info"
            title="If you change the text, your fixes, skips and checks start over."
            actions={
              <Button
                onClick={() => {
                  const kept = readDraft(storage, account.address)
                  if (kept === null || kept === 'unreadable') onClose()
                  else setOpened({ kind: 'draft', draft: kept.draft, keptAt: kept.at, turn: Date.now() })
                }}
              >
                Keep the text
              </Button>
            }
          />
        </RowsSource>
      )
    case 'choice':
      return (
        <Notice
          tone="warn"
          title={`You have a draft from ${when(opened.keptAt)}. This list would replace it.`}
          actions={
            <>
              <Button onClick={() => setOpened({ kind: 'draft', draft: opened.rows, keptAt: null, turn: 0 })}>
                Replace the draft
              </Button>
              <Button
                onClick={() =>
                  setOpened({ kind: 'draft', draft: opened.kept, keptAt: opened.keptAt, turn: 0 })
                }
              >
                Continue the draft
              </Button>
            </>
          }
        />
      )
    case 'unreadable':
      return (
        <Notice
          tone="warn"
          title="We can’t read your saved draft."
          actions={
            <>
              <Button
                onClick={() => {
                  forgetDraft(storage, account.address)
                  onClose()
                }}
              >
                Delete draft
              </Button>
              <Button onClick={onClose}>Keep draft</Button>
            </>
          }
        >
          <p>Another version of this page may have saved it. Nothing was filled in from it.</p>
        </Notice>
      )
    case 'gone':
      return (
        <Notice tone="warn" title="This list isn’t saved in this browser.">
          <p>
            <Link href="/pay" onClick={onClose}>
              New payment
            </Link>
          </p>
        </Notice>
      )
  }
}

function draftOf(payout: Payout): PayoutDraft {
  const draft = draftOfPayout({ rows: payout.restored ? restoredRows(payout) : payout.rows })
  return withBelongs(draft, { run: null, tag: payout.tag ?? null })
}

/** The rows of a template, for its next date; null if the account has none of this id. */
function readTemplateDraft(
  storage: GuardedStorage,
  { account, payouts, now }: PayoutContext,
  id: string,
): PayoutDraft | null {
  const template = templatesOf(keptTemplates.read(storage).items, account.address).find(
    (one) => one.id === id,
  )
  if (!template) return null
  const { next } = standingOf(template, payouts.list().payouts, toCalendarDay(now()))
  return withBelongs(draftOfPayout(template), { run: { template: id, due: next }, tag: template.tag })
}

/** Longer texts (characters) are not shown in a field. */
const LONGEST_SHOWN = 1_000_000

/**
 * The rows of a payout from a backup, for a new list: only its open rows if it has any, so that sent payments are not
 * repeated. The address of a name is known only in the browser that looked it up.
 */
function restoredRows(payout: Payout): readonly Payment[] {
  const open = openRows(payout)
  return (open.length > 0 ? open : payout.rows).map(({ entered: _, ...row }) => row)
}
