import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Account } from '#account/Account.ts'
import * as Token from '#chain/money/Token.ts'
import {
  OTHER_TOKEN,
  type RequestDraft,
  type RequestFaults,
  type RequestField,
} from '#domain/request/requestDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import prose from '#ui/layout/prose.module.css'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './MakePage.module.css'

/**
 * How much and what for; everything else is folded or known. Errors appear when the person submits the form, then
 * update while typing.
 */
export function RequestForm(props: {
  draft: RequestDraft
  faults: RequestFaults
  account: Account | null
  /** A signature is being asked for: the form is what it is about. */
  isSigning: boolean
  /** Whether to sign; null if nobody here can. */
  signs: boolean | null
  onSigns: (signs: boolean) => void
  onChange: (some: Partial<RequestDraft>) => void
  onMake: () => void
  /** What became of the signature, above the button. */
  children?: ReactNode
}) {
  const { draft, faults, account, isSigning, signs, onChange: set } = props
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
    // The errors are rendered after this handler, some of them in what is folded.
    requestAnimationFrame(() => {
      const faulty = form.querySelector<HTMLElement>('[aria-invalid]')
      const folded = faulty?.closest('details')
      if (folded) folded.open = true
      faulty?.focus()
    })
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
    <form className={css.form} onSubmit={submit} noValidate>
      <fieldset disabled={isSigning}>
        <AmountField draft={draft} fault={faults.amount ?? null} onChange={set} />
        {draft.token === OTHER_TOKEN &&
          field('contract', 'Token contract', 'Payers will see it as “unverified”.')}
        {field('memo', 'What is it for?', 'Optional. Anyone with the link can read it.')}
        <PaidTo
          account={account}
          draft={draft}
          fault={faults.payee ?? null}
          onChange={(payee) => set({ payee })}
        />
        <Disclosure summary="More options">
          <div className={css.two}>
            {field('reference', 'Reference (optional)')}
            {field('dueOn', 'Due date (optional)', undefined, { type: 'date' })}
          </div>
          {field('payer', 'Payer’s Safe (optional)', 'You then see signatures here as they come in.')}
          <label className={css.check}>
            <input
              type="checkbox"
              checked={draft.open}
              onChange={(event) => set({ open: event.target.checked })}
            />
            Let the payer choose the amount
          </label>
        </Disclosure>
        {signs !== null && account && (
          <label className={css.check}>
            <input
              type="checkbox"
              checked={signs}
              onChange={(event) => props.onSigns(event.target.checked)}
            />
            <span>
              {account.kind === 'safe' ? 'Sign it with your Safe' : 'Sign it with your wallet'}
              <small>{signWords(account)}</small>
            </span>
          </label>
        )}
      </fieldset>
      {props.children}
      <Button primary size="large" type="submit" disabled={isSigning}>
        {isSigning
          ? account?.kind === 'safe'
            ? 'Sign it in your Safe'
            : 'Sign it in your wallet'
          : 'Create request'}
      </Button>
    </form>
  )
}

function signWords({ safe }: Account): string {
  return safe && safe.threshold > 1
    ? `${safe.threshold} owners have to sign. Then the payer sees that it comes from you.`
    : 'Shows the payer that it comes from you. Free, and moves no money.'
}

/** The amount in large digits, with its token in the same control. */
function AmountField(props: {
  draft: RequestDraft
  fault: string | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, fault, onChange } = props
  const id = useId()
  const symbol = Token.pinned.find((token) => Token.key(token) === draft.token)?.symbol
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        Amount
      </label>
      <div className={css.amount}>
        <input
          id={id}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={draft.open ? 'The payer chooses' : '0'}
          value={draft.open ? '' : draft.amount}
          disabled={draft.open}
          onChange={(event) => onChange({ amount: event.target.value })}
          {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        <span className={css.token}>
          {symbol && <TokenLogo symbol={symbol} size={22} />}
          {symbol ?? 'Other'}
          <Icon name="chevron-down" size={16} />
          <select
            aria-label="Token"
            value={draft.token}
            onChange={(event) => onChange({ token: event.target.value })}
          >
            {Token.pinned.map((token) => (
              <option key={Token.key(token)} value={Token.key(token)}>
                {token.symbol}
              </option>
            ))}
            <option value={OTHER_TOKEN}>Other token (contract address)</option>
          </select>
        </span>
      </div>
      {fault && (
        <p className={css.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

/** The address that is paid: the connected one, unless the person changes it. */
function PaidTo(props: {
  account: Account | null
  draft: RequestDraft
  fault: string | null
  onChange: (payee: string) => void
}) {
  const { account, draft, fault, onChange } = props
  const [isOpen, setOpen] = useState(false)
  if (account && !isOpen && !fault && draft.payee === account.address) {
    return (
      <div className={css.field}>
        <span className={css.label}>Paid to</span>
        <div className={css.payee}>
          <Identity address={account.address} name={account.kind === 'safe' ? 'Your Safe' : 'Your wallet'} />
          <Button
            ghost
            size="small"
            aria-label="Change the address that is paid"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <Field label="Pay to (your address)" hint="Starts with 0x. BNB Smart Chain." fault={fault}>
        {(control) => (
          <input
            {...control}
            name="payee"
            className={prose.mono}
            value={draft.payee}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {account && (
        <p>
          <Button
            size="small"
            onClick={() => {
              onChange(account.address)
              setOpen(false)
            }}
          >
            Use my address
          </Button>
        </p>
      )}
    </>
  )
}
