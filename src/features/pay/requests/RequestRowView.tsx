import { explorerAddress } from '#chain/explorer.ts'
import type { PayeeDoubt } from '#domain/payee/checkPayee.ts'
import { amountText, isPinned } from '#domain/request/PaymentRequest.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { PayeeDoubts } from '../review/PayeeDoubts.tsx'
import type { RequestRow } from './requestRows.ts'

/** One of the requests to be paid, with its checks and doubts. */
export function RequestRowView(props: {
  row: RequestRow
  fault: { readonly field: 'payee' | 'amount'; readonly fault: string } | null
  signature: TextSignature | null | undefined
  doubts: readonly string[]
  payeeDoubts: readonly PayeeDoubt[]
  answering: { answers: ReadonlySet<string>; onAnswer: (id: string, yes: boolean) => void }
  sure: boolean
  onType: (typed: string) => void
  onSure: (yes: boolean) => void
  onRemove: () => void
}) {
  const { row, fault, doubts } = props
  const { request, signature } = row.signed
  const { payee, token, value, memo, reference } = request
  const { tone, words } = signatureWords(signature !== null, props.signature)
  return (
    <li>
      <p className={prose.amount}>
        {value === null ? `${token.symbol}, you choose the amount` : amountText(request)}
      </p>
      <WholeAddress address={payee} explorer={explorerAddress(payee)} />
      {fault?.field === 'payee' && (
        <p className={prose.fault} role="alert">
          {fault.fault}
        </p>
      )}
      {(memo || reference) && (
        <p>
          {memo && (
            <q>
              <bdi>{memo}</bdi>
            </q>
          )}{' '}
          {reference && <bdi className={prose.small}>{reference}</bdi>}
        </p>
      )}
      {value === null && (
        <Field label={`Amount in ${token.symbol}`} fault={fault?.field === 'amount' ? fault.fault : null}>
          {(control) => (
            <input
              {...control}
              value={row.typed}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => props.onType(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className={layout.wrap}>
        <StatusBadge tone={tone}>{words}</StatusBadge>
        {!isPinned(token) && <StatusBadge tone="warn">Unverified token</StatusBadge>}
      </p>
      <PayeeDoubts doubts={props.payeeDoubts} {...props.answering} />
      {doubts.length > 0 && (
        <label className={layout.check}>
          <input
            type="checkbox"
            checked={props.sure}
            onChange={(event) => props.onSure(event.target.checked)}
          />
          <span>{doubts.join(' ')} Pay it anyway.</span>
        </label>
      )}
      <p>
        <Button onClick={props.onRemove} aria-label={`Remove the request for ${amountText(request)}`}>
          Remove
        </Button>
      </p>
    </li>
  )
}

function signatureWords(
  isSigned: boolean,
  found: TextSignature | null | undefined,
): { tone: 'good' | 'wait' | 'warn' | 'bad'; words: string } {
  if (!isSigned) return { tone: 'warn', words: 'Not signed: check the address' }
  switch (found?.kind) {
    case 'valid':
      return { tone: 'good', words: 'Signed by the address it pays' }
    case 'wrong':
      return { tone: 'bad', words: 'Fake signature: don’t pay this' }
    case 'unknown':
      return { tone: 'warn', words: 'Signature couldn’t be checked' }
    default:
      return { tone: 'wait', words: 'Checking signature' }
  }
}
