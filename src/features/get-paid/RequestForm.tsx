import type { FormEvent, ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import * as Token from '#chain/money/Token.ts'
import {
  OTHER_TOKEN,
  type RequestDraft,
  type RequestFaults,
  type RequestField,
} from '#domain/request/requestDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import css from './Request.module.css'

/** Who, how much, what for. Errors appear when the person submits the form, then update while typing. */
export function RequestForm(props: {
  draft: RequestDraft
  faults: RequestFaults
  account: Account | null
  onChange: (draft: RequestDraft) => void
  onMake: () => void
}) {
  const { draft, faults, account, onChange } = props
  const set = (some: Partial<RequestDraft>) => onChange({ ...draft, ...some })
  const text = (name: RequestField, more: { inputMode?: 'decimal'; type?: 'date' } = {}) => ({
    ...more,
    name,
    value: draft[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.onMake()
    const form = event.currentTarget
    // The errors are rendered after this handler.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const field = (
    name: RequestField,
    label: string,
    hint?: string,
    more?: Parameters<typeof text>[1],
  ): ReactNode => (
    <Field label={label} hint={hint} fault={faults[name] ?? null}>
      {(control) => <input {...control} {...text(name, more)} />}
    </Field>
  )
  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <Field
        label="Pay to (your address)"
        hint="Starts with 0x. BNB Smart Chain."
        fault={faults.payee ?? null}
      >
        {(control) => <input {...control} {...text('payee')} className={prose.mono} />}
      </Field>
      {account && draft.payee !== account.address && (
        <p>
          <Button onClick={() => set({ payee: account.address })}>Use my address</Button>
        </p>
      )}
      <div className={css.pair}>
        <Field label="Amount" fault={faults.amount ?? null}>
          {(control) => (
            <input
              {...control}
              {...text('amount', { inputMode: 'decimal' })}
              value={draft.open ? '' : draft.amount}
              disabled={draft.open}
            />
          )}
        </Field>
        <Field label="Token">
          {(control) => (
            <select {...control} value={draft.token} onChange={(event) => set({ token: event.target.value })}>
              {Token.pinned.map((token) => (
                <option key={Token.key(token)} value={Token.key(token)}>
                  {token.symbol}
                </option>
              ))}
              <option value={OTHER_TOKEN}>Other token (contract address)</option>
            </select>
          )}
        </Field>
      </div>
      <label className={layout.check}>
        <input
          type="checkbox"
          checked={draft.open}
          onChange={(event) => set({ open: event.target.checked })}
        />
        Let the payer choose the amount
      </label>
      {draft.token === OTHER_TOKEN &&
        field('contract', 'Token contract', 'Payers will see it as “unverified”.')}
      {field('memo', 'What is it for?', 'Optional, 80 characters. Anyone with the link can read it.')}
      {field('reference', 'Invoice or reference no. (optional)')}
      {field('dueOn', 'Due date (optional)', undefined, { type: 'date' })}
      {field('payer', 'Payer’s Safe (optional)', 'Add it to see signatures as they come in.')}
      <p>
        <Button primary type="submit">
          Create request
        </Button>
      </p>
    </form>
  )
}
