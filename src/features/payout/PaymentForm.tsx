import { type FormEvent, useState } from 'react'
import type { Account } from '#account/Account.ts'
import * as Token from '#chain/Token.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import css from './PayPage.module.css'
import { type Payment, type PaymentDraft, type PaymentFaults, parsePayment } from './payment.ts'

/** Token, payee and amount. Faults appear in place when the person asks for the review, then follow the typing. */
export function PaymentForm(props: {
  account: Account
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
  onReview: (payment: Payment) => void
}) {
  const { account, draft, onChange } = props
  const [asked, setAsked] = useState(false)
  const parsed = parsePayment(draft, account.address)
  const faults: PaymentFaults = asked && !parsed.ok ? parsed.faults : {}

  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (parsed.ok) return props.onReview(parsed.payment)
    const first = parsed.faults.payee ? 'payee' : 'amount'
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const text = (name: keyof PaymentDraft) => ({
    name,
    value: draft[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
  })

  return (
    <form className={css.form} onSubmit={review} noValidate>
      <Field label="Pay to" hint="0x…, bnb:0x… or eip155:56:0x…" fault={faults.payee ?? null}>
        {(control) => <input {...control} {...text('payee')} className={css.mono} />}
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
              onChange={(event) => onChange({ ...draft, token: event.target.value })}
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
      <p>
        <Button primary type="submit">
          Review
        </Button>
      </p>
    </form>
  )
}
