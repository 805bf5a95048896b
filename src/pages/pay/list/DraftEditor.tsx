import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { usePayout, usePayoutContext } from '#components/payout/usePayouts.ts'
import type { ListForReview } from '#domain/draft/draftView.ts'
import { draftToRepeat, forgetDraft, openDraft, readDraft } from '#domain/draft/keptDraft.ts'
import {
  type DraftSource,
  type PayoutDraft,
  typedDraft,
  withChangedText,
  withLabels,
} from '#domain/draft/payoutDraft.ts'
import { draftOfReminder } from '#domain/reminders/reminderSchedule.ts'
import { when } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { DraftRows } from './DraftRows.tsx'
import { RowsSource } from './RowsSource.tsx'

/** The list of payments that begins with `start`. */
export function DraftEditor(props: {
  account: Account
  start: DraftSource
  isResting: boolean
  onReview: (rows: ListForReview) => void
  onClose: () => void
}) {
  const { account, start, onClose } = props
  const { storage } = usePortal().page
  const context = usePayoutContext(account)
  const { payout } = usePayout(context, start.kind === 'payout' ? start.id : '')
  const [first] = useState(() =>
    openDraft(
      storage,
      account.address,
      start,
      start.kind === 'reminder'
        ? draftOfReminder(storage, context, start.id)
        : payout && draftToRepeat(payout),
    ),
  )
  /** `source`: another text would replace the draft. */
  const [opened, setOpened] = useState<typeof first | { kind: 'source'; before: PayoutDraft }>(first)
  const show = (draft: PayoutDraft, keptAt: number | null = null) =>
    setOpened({ kind: 'draft', draft, keptAt })
  switch (opened.kind) {
    case 'draft':
      return (
        <DraftRows
          account={account}
          initial={opened.draft}
          keptAt={opened.keptAt}
          isDirect={start.kind === 'reminder' && opened === first}
          isResting={props.isResting}
          onReview={props.onReview}
          onClose={onClose}
          onText={(before) => setOpened({ kind: 'source', before })}
        />
      )
    case 'source':
      return (
        <RowsSource
          text={opened.before.text}
          onStart={(next) =>
            show(
              next.kind === 'text'
                ? withChangedText(opened.before, next)
                : withLabels(typedDraft(), opened.before),
            )
          }
        >
          <Notice
            tone="info"
            title="Your fixes and skips stay with the lines that you don’t change."
            actions={
              <Button
                onClick={() => {
                  const kept = readDraft(storage, account.address)
                  if (kept === null || kept === 'unreadable') onClose()
                  else show(kept.draft, kept.at)
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
              <Button onClick={() => show(opened.rows)}>Replace the draft</Button>
              <Button onClick={() => show(opened.draft, opened.keptAt)}>Continue the draft</Button>
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
