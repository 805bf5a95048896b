import { type FormEvent, useEffect, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { explorerAddress } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import {
  type PaymentDraft,
  type PaymentFaults,
  parsePayment,
  type ReviewedPayment,
  readDraftPayee,
  reviewablePayment,
  totalsOf,
  withAnswer,
  withText,
} from '#domain/payout/paymentDraft.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { usePayeeChecks } from '#features/shared/usePayeeChecks.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { PayeeDoubts, UnreadNotices } from '../review/PayeeDoubts.tsx'
import { PaymentRows } from '../review/PaymentRows.tsx'
import css from './PaymentForm.module.css'

const nobody: readonly never[] = []

/**
 * Token, payee and amount. Errors appear when the person presses Review, then update while typing. Doubts
 * about the payee appear immediately and must be answered before the review.
 */
export function PaymentForm(props: {
  account: Account
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
  onReview: (payment: ReviewedPayment) => void
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the checks continues to the review
  useEffect(() => {
    if (!isWaiting || isBusy) return
    setWaiting(false)
    if (payment) props.onReview(payment)
  }, [isWaiting, isBusy])
  /** After a change, Review must be pressed again. */
  const change = (next: PaymentDraft) => {
    setWaiting(false)
    onChange(next)
  }
  const answering = {
    answers: draft.answers,
    onAnswer: (id: string, yes: boolean) => change(withAnswer(draft, id, yes)),
  }

  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (payment) return props.onReview(payment)
    if (parsed.ok) return setWaiting(isBusy)
    const first = parsed.faults.payee ? 'payee' : 'amount'
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const text = (name: 'payee' | 'amount') => ({
    name,
    value: draft[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change(withText(draft, name, event.target.value)),
  })

  return (
    <form className={layout.form} onSubmit={review} noValidate>
      <Field label="To" hint="Starts with 0x. BNB Smart Chain." fault={faults.payee ?? null}>
        {(control) => <input {...control} {...text('payee')} className={prose.mono} />}
      </Field>
      <div className={css.pair}>
        <Field label="Amount" fault={faults.amount ?? null}>
          {(control) => <input {...control} {...text('amount')} inputMode="decimal" />}
        </Field>
        <Field label="Token">
          {(control) => (
            <select
              {...control}
              value={draft.token}
              onChange={(event) => change(withText(draft, 'token', event.target.value))}
            >
              {Token.pinned.map((token) => (
                <option key={Token.key(token)} value={Token.key(token)}>
                  {token.symbol}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <PayeeDoubts doubts={checks.doubts} {...answering} />
      <UnreadNotices unread={checks.unread} {...answering} />
      {asked && parsed.ok && !payment && (
        <p role="alert">{isBusy ? 'Checking the recipient…' : 'Check the recipient above first.'}</p>
      )}
      <p>
        <Button primary type="submit">
          Review
        </Button>
      </p>
    </form>
  )
}

/** What is paid to whom, in full: one payment as facts, several as rows with their totals. */
export function PaymentFacts({ payments }: { payments: readonly Payment[] }) {
  const [only] = payments
  if (payments.length === 1 && only) {
    return (
      <Facts>
        <div>
          <dt>Amount</dt>
          <dd className={prose.amount}>{Amount.format(only.amount)}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            <WholeAddress address={only.payee} explorer={explorerAddress(only.payee)} />
          </dd>
        </div>
        <Unverified payments={payments} />
      </Facts>
    )
  }
  return (
    <>
      <p className={prose.amount}>
        {payments.length} payments: {totalsOf(payments).map(Amount.format).join(' and ')}
      </p>
      <PaymentRows label="Payments" payments={payments} />
      <Facts>
        <Unverified payments={payments} />
      </Facts>
    </>
  )
}

/** The contracts of unpinned tokens, which nothing else identifies. */
function Unverified({ payments }: { payments: readonly Payment[] }) {
  const tokens = new Set(
    payments.flatMap(({ amount: { token } }) =>
      isPinned(token) || token.address === null ? [] : [token.address],
    ),
  )
  return [...tokens].map((address) => (
    <div key={address}>
      <dt>Unverified token: anyone can make one</dt>
      <dd>
        <WholeAddress address={address} explorer={explorerAddress(address)} />
      </dd>
    </div>
  ))
}
