import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import {
  type DraftPayment,
  type PaymentDraft,
  type PaymentFaults,
  parsePayment,
  readDraftPayee,
  reviewablePayment,
  withAnswer,
  withText,
} from '#domain/draft/paymentDraft.ts'
import type { LookedUpName } from '#domain/payee/enteredName.ts'
import { PayeeDoubts, UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { useWhen } from '#ui/useWhen.ts'
import { RecipientField } from './RecipientField.tsx'
import { SumField, textField } from './SumField.tsx'

const nobody: readonly never[] = []

/** Longest note, in characters. */
const LONGEST_NOTE = 80

/**
 * Token, payee and amount. Errors appear when the person presses Review, then update while typing. Doubts
 * about the payee appear immediately and must be answered before the review.
 */
export function PaymentForm(props: {
  account: Account
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
  /** A name was looked up, which may have been replaced by other text meanwhile. */
  onName: (found: LookedUpName) => void
  onReview: (payment: DraftPayment) => void
}) {
  const { account, draft, onChange } = props
  const [asked, setAsked] = useState(false)
  /** Review was pressed while the payee was still being checked. */
  const [isWaiting, setWaiting] = useState(false)
  const parsed = parsePayment(draft, account.address)
  const faults: PaymentFaults = asked && !parsed.ok ? parsed.faults : {}
  const payee = readDraftPayee(draft, account.address)
  const checks = usePayeeChecks(account, payee.ok ? [payee] : nobody)
  const payment = reviewablePayment(draft, account.address, checks)
  const { isBusy } = checks
  useWhen(isWaiting && !isBusy, () => {
    setWaiting(false)
    if (payment) props.onReview(payment)
  })
  /** After a change, Review must be pressed again. */
  const change = (next: PaymentDraft) => {
    setWaiting(false)
    onChange(next)
  }
  const answering = {
    answers: draft.answers,
    onAnswer: (id: string, yes: boolean) => change(withAnswer(draft, id, yes)),
  }

  const review = () => {
    setAsked(true)
    if (payment) return props.onReview(payment)
    if (parsed.ok) setWaiting(isBusy)
  }

  return (
    <Form onSubmit={review}>
      <RecipientField
        account={account}
        value={draft.payee}
        payee={payee}
        fault={faults.payee ?? null}
        onChange={(value) => change(withText(draft, 'payee', value))}
        onName={props.onName}
      />
      <SumField account={account} draft={draft} fault={faults.amount ?? null} onChange={change} />
      <Field label="Note (optional)" hint="Only kept in this browser.">
        {(control) => <input {...control} {...textField(draft, 'note', change)} maxLength={LONGEST_NOTE} />}
      </Field>
      <PayeeDoubts doubts={checks.doubts} {...answering} />
      <UnreadNotices unread={checks.unread} {...answering} />
      {asked && parsed.ok && !payment && (
        <p role="alert">{isBusy ? 'Checking the recipient…' : 'Check the recipient above first.'}</p>
      )}
      <Button primary size="large" type="submit">
        Review payment
      </Button>
    </Form>
  )
}
