import { type ReactNode, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { signCostWords } from '#components/account/AccountNotices.tsx'
import { AmountField } from '#components/payment/AmountField.tsx'
import { RateText, useAgreedPrices } from '#components/price/prices.tsx'
import { handleText } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { toleranceText } from '#domain/request/PaymentRequest.ts'
import {
  LIFETIMES,
  OTHER_TOKEN,
  type RequestDraft,
  type RequestFaults,
  type RequestField,
  TOLERANCES,
} from '#domain/request/requestDraft.ts'
import { unitsFor } from '#domain/request/requestStatus.ts'
import { noRateText } from '#domain/request/statusWords.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { SelectField, TextField, Tick } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './RequestForm.module.css'

/**
 * The amount and its purpose. All other fields are folded or already known. Errors appear when the person submits the
 * form, then update while typing.
 */
export function RequestForm(props: {
  draft: RequestDraft
  faults: RequestFaults
  account: Account | null
  /** A signature of this form's content is being requested. */
  isSigning: boolean
  /** Whether to sign; null if nobody here can. */
  signs: boolean | null
  onSigns: (signs: boolean) => void
  /** The proof of the payee's handle that goes into the link; null for none. */
  proof: SignedProof | null
  onChange: (some: Partial<RequestDraft>) => void
  /** Focuses the name field in the card You. */
  onIdentity: () => void
  onMake: () => void
  /** The result of the signature, above the button. */
  children?: ReactNode
}) {
  const { draft, faults, account, isSigning, signs, onChange: set } = props
  const field = (name: RequestField, label: string, hint?: string, type?: 'date'): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      fault={faults[name]}
      type={type}
      name={name}
      value={draft[name]}
      spellCheck={false}
      onText={(text) => set({ [name]: text })}
    />
  )
  return (
    <Form className={css.form} onSubmit={props.onMake}>
      <fieldset disabled={isSigning}>
        <AskedAmount draft={draft} fault={faults.amount ?? null} onChange={set} />
        {draft.asks === 'usd' && <UsdFields draft={draft} onChange={set} />}
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
          <div className="layout-columns">
            {field('reference', 'Reference (optional)')}
            {draft.asks !== 'usd' && field('dueOn', 'Due date (optional)', undefined, 'date')}
          </div>
          {field('payer', 'Payer’s Safe (optional)', 'You then see signatures here as they come in.')}
          <Tick
            className={css.check}
            isTicked={draft.asks === 'open'}
            onTick={(isOpen) => set({ asks: isOpen ? 'open' : 'exact' })}
          >
            Let the payer choose the amount
          </Tick>
        </Disclosure>
        {signs !== null && account && (
          <Tick className={css.check} isTicked={signs} onTick={props.onSigns}>
            <span className={`text-medium ${css.signs}`}>
              Sign it with your {factsOf(account).noun}
              <small>{signWords(account)}</small>
            </span>
          </Tick>
        )}
        {signs && (
          <SignedAs draft={draft} faults={faults} proof={props.proof} onIdentity={props.onIdentity} />
        )}
      </fieldset>
      {!account && (
        <p className="text-small">Connect a wallet to sign it, so the payer knows it’s from you.</p>
      )}
      {props.children}
      <Button primary size="large" type="submit" disabled={isSigning}>
        {isSigning ? `Sign it in your ${account ? factsOf(account).noun : 'wallet'}` : 'Create request'}
      </Button>
    </Form>
  )
}

function signWords(account: Account): string {
  const { safe } = account
  return safe && safe.threshold > 1
    ? `${safe.threshold} owners have to sign. Then the payer sees that it comes from you.`
    : `Shows the payer that it comes from you. ${signCostWords(account)}`
}

/** The identity that the signature covers: a proof, or the name and handle of the card You. */
function SignedAs(props: {
  draft: RequestDraft
  faults: RequestFaults
  proof: SignedProof | null
  onIdentity: () => void
}) {
  const { draft, faults, proof, onIdentity } = props
  if (proof) {
    return (
      <p className="text-small">
        Your proof of <bdi>{handleText(proof.proof.handle)}</bdi> goes into the link.
      </p>
    )
  }
  if ((draft.name || draft.handle) && !faults.name && !faults.handle) return null
  return (
    <p>
      <Button size="small" onClick={onIdentity}>
        {draft.name || draft.handle ? 'Correct your name or @handle' : 'Add your name and @handle'}
      </Button>
    </p>
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
        <span className="text-label">Paid to</span>
        <div className={`layout-inset layout-line ${css.payee}`}>
          <Identity address={account.address} name={`Your ${factsOf(account).noun}`} />
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
      <TextField
        label="Pay to (your address)"
        hint="Starts with 0x. BNB Smart Chain."
        fault={fault}
        name="payee"
        className="text-mono"
        value={draft.payee}
        spellCheck={false}
        onText={onChange}
      />
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

/** The amount, in a token or in US dollars, which are then paid in the token. */
function AskedAmount(props: {
  draft: RequestDraft
  fault: string | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, fault, onChange } = props
  const isOpen = draft.asks === 'open'
  const isUsd = draft.asks === 'usd'
  return (
    <AmountField
      value={isOpen ? '' : draft.amount}
      onText={(amount) => onChange({ amount })}
      placeholder={isOpen ? 'The payer chooses' : '0'}
      isDisabled={isOpen}
      fault={fault}
      token={draft.token}
      onToken={(token) => onChange({ token })}
      {...(isUsd && { sign: '$', tokenLabel: 'Paid in' })}
      others={
        (!isUsd || draft.token === OTHER_TOKEN) && (
          <option value={OTHER_TOKEN}>Other token (contract address)</option>
        )
      }
      beside={
        <fieldset className="layout-segments" aria-label="Amount in">
          {(['exact', 'usd'] as const).map((asks) => (
            <button
              key={asks}
              type="button"
              aria-pressed={draft.asks === asks}
              onClick={() => onChange({ asks })}
            >
              {asks === 'usd' ? 'US dollars' : (Token.byKey(draft.token)?.symbol ?? 'Token')}
            </button>
          ))}
        </fieldset>
      }
    />
  )
}

/** The terms of a request in US dollars, which its link fixes, and the current worth of its amount. */
function UsdFields(props: { draft: RequestDraft; onChange: (some: Partial<RequestDraft>) => void }) {
  const { draft, onChange } = props
  const token = Token.byKey(draft.token)
  return (
    <>
      {token && <Estimate amount={draft.amount} token={token} />}
      <div className="layout-columns">
        <SelectField
          label="Payable for"
          value={draft.lifetime}
          options={LIFETIMES.map((seconds) => [seconds, lifetimeText(seconds)])}
          onChoose={(lifetime) => onChange({ lifetime })}
        />
        <SelectField
          label="Accepted"
          hint="Prices move while a Safe collects signatures."
          value={draft.tolerance}
          options={TOLERANCES.map((tolerance) => [tolerance, toleranceText(tolerance)])}
          onChoose={(tolerance) => onChange({ tolerance })}
        />
      </div>
    </>
  )
}

/** The dollars in the token at the current rate. The payer pays at the rate of their own time. */
function Estimate({ amount, token }: { amount: string; token: Token.Token }) {
  const read = useAgreedPrices([token]).of.get(Token.key(token))
  const parsed = Amount.parse(amount, Amount.cent)
  if (!read) return <p className="text-small">Reading the rate…</p>
  if (read.found.kind === 'unknown') {
    return (
      <p className="text-small" role="status">
        {noRateText(read.found.why, token).what} Nobody can pay this request until there is a rate.
      </p>
    )
  }
  const { price } = read.found
  const units = parsed.ok ? unitsFor(parsed.amount.value, token, price) : null
  return (
    <p className="text-small">
      {units !== null && (
        <>
          About <strong>{Amount.format({ token, value: units })}</strong> now.{' '}
        </>
      )}
      <RateText token={token} price={price} />. The payer pays at the rate of that time.
    </p>
  )
}

/** `1 hour`, `7 days`. */
function lifetimeText(seconds: number): string {
  return seconds < 86_400 ? count(seconds / 3_600, 'hour') : count(seconds / 86_400, 'day')
}
