import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { signCostWords } from '#components/account/signCostWords.ts'
import { HandleField } from '#components/proof/HandleField.tsx'
import { handleText } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import {
  OTHER_TOKEN,
  type RequestDraft,
  type RequestFaults,
  type RequestField,
} from '#domain/request/requestDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { AmountField } from './AmountField.tsx'
import { PaidTo } from './PaidTo.tsx'
import css from './RequestForm.module.css'
import usdFieldsCss from './UsdFields.module.css'
import { UsdFields } from './UsdFields.tsx'

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
        <AmountField draft={draft} fault={faults.amount ?? null} onChange={set} />
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
          <div className={usdFieldsCss.two}>
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
        {signs && <IdentityFields draft={draft} faults={faults} proof={props.proof} onChange={set} />}
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

/**
 * The payee's name and handle, which the signature of the request covers. A proof that was made before shows the
 * handle by itself.
 */
function IdentityFields(props: {
  draft: RequestDraft
  faults: RequestFaults
  /** The proof that goes into the link; null for none. */
  proof: SignedProof | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, faults, proof, onChange: set } = props
  const handle = proof ? handleText(proof.proof.handle) : ''
  return (
    <>
      {proof && (
        <p className="text-small">
          Your proof of <bdi>{handle}</bdi> goes into the link.
        </p>
      )}
      <Disclosure
        summary={proof ? 'Add your name' : 'Add your name and @handle'}
        isOpen={Boolean(draft.name || draft.handle || faults.name || faults.handle)}
      >
        <TextField
          label="Your name (optional)"
          hint="Part of the text you sign. Anyone with the link can read it."
          fault={faults.name}
          value={draft.name}
          autoComplete="name"
          spellCheck={false}
          onText={(name) => set({ name })}
        />
        {!proof && (
          <HandleField
            platform={draft.platform}
            name={draft.handle}
            fault={faults.handle ?? null}
            onPlatform={(platform) => set({ platform })}
            onName={(text) => set({ handle: text })}
          />
        )}
      </Disclosure>
    </>
  )
}
