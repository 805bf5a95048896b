import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { outcomeQuery } from '#account/outcomeQuery.ts'
import { ReadError } from '#account/ReadError.tsx'
import type { Outcome, Submission } from '#account/Submission.ts'
import { explorerTx } from '#chain/explorer.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { MismatchStop } from './MismatchStop.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import css from './PayPage.module.css'
import type { Payment } from './payment.ts'

/** Follows a payment until nothing more will change. Only a final block makes it "Paid". */
export function PaymentProgress(props: {
  account: Account
  submission: Submission
  payments: readonly Payment[]
  onNext: () => void
}) {
  const { account, submission, payments } = props
  const query = useQuery(outcomeQuery(account, submission))
  const { data, error } = query
  if (data?.kind === 'mismatch') return <MismatchStop differences={data.differences} />
  return (
    <Card title="Payment" arriving>
      <PaymentFacts
        payments={payments}
        sent={submission.kind === 'sent' && payments.length > 1 ? submission.hashes : null}
      />
      {submission.kind === 'proposed' && (
        <dl className={css.facts}>
          <div>
            <dt>safeTxHash</dt>
            <dd className={css.hash}>{submission.safeTxHash}</dd>
          </div>
        </dl>
      )}
      <ReadError read={query} />
      {data ? (
        <OutcomeText outcome={data} proposed={submission.kind === 'proposed'} />
      ) : (
        !error && <Skeleton lines={1} label="Asking where it stands" />
      )}
      <p className={css.actions}>
        <Button onClick={props.onNext}>New payment</Button>
        <Link className="button" href="/activity">
          Activity
        </Link>
      </p>
    </Card>
  )
}

function OutcomeText({ outcome, proposed }: { outcome: Shown; proposed: boolean }) {
  const { tone, title, text } = words(outcome, proposed)
  const hash = 'hash' in outcome ? outcome.hash : null
  return (
    <div className={css.outcome} role="status">
      <p>
        <StatusText tone={tone}>{title}</StatusText>
      </p>
      <p>{text}</p>
      {hash && (
        <p className={css.hash}>
          <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
            {hash}
          </a>
        </p>
      )}
    </div>
  )
}

type Shown = Exclude<Outcome, { kind: 'mismatch' }>

function words(
  outcome: Shown,
  proposed: boolean,
): {
  tone: 'good' | 'wait' | 'warn' | 'bad'
  title: string
  text: string
} {
  switch (outcome.kind) {
    case 'waiting':
      if (proposed && outcome.hash === null) {
        return {
          tone: 'wait',
          title: 'Proposed, not listed by the Safe service yet',
          text: 'This takes up to a minute. Nothing is paid. Do not propose it again: this page follows it.',
        }
      }
      return {
        tone: 'wait',
        title: 'Sent, not in a block yet',
        text: 'It is not paid yet. Do not send it again: this page follows it.',
      }
    case 'needs-signatures': {
      const missing = outcome.need - outcome.have
      return {
        tone: 'wait',
        title: `Proposed, needs ${missing} more ${missing === 1 ? 'signature' : 'signatures'}`,
        text: `${outcome.have} of the ${outcome.need} signatures it needs are there. Nothing is paid before it is executed.`,
      }
    }
    case 'ready-to-execute':
      return {
        tone: 'wait',
        title: 'Proposed, ready to execute',
        text: 'Enough owners have signed. Nothing is paid before one of them executes it.',
      }
    case 'confirming':
      return { tone: 'wait', title: 'In a block, not final yet', text: 'It is paid when its block is final.' }
    case 'done':
      return { tone: 'good', title: 'Paid', text: 'The transfer stands in a final block.' }
    case 'failed':
      return { tone: 'bad', title: 'Failed', text: outcome.reason }
    case 'replaced':
      return { tone: 'warn', title: 'Replaced', text: outcome.reason }
    case 'unknown':
      return { tone: 'warn', title: 'Not known', text: outcome.reason }
  }
}
