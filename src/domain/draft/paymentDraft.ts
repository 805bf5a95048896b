import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { toBnbName } from '#chain/names/bnbName.ts'
import { trimEdges } from '#chain/names/trimEdges.ts'
import type { LookedUpName } from '#domain/payee/enteredName.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { type ReadPayee, readPayee } from '#domain/payee/readPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import type { PayoutDraft } from './payoutDraft.ts'

/**
 * A draft of one payment: the texts that a person typed, all of them untrusted, and the chosen token. Its names and
 * ticks are those of a list with one row.
 */
export type PaymentDraft = Pick<PayoutDraft, 'names' | 'ticks'> & {
  readonly token: Token.Token
  readonly payee: string
  readonly amount: string
  /** Kept in this browser only. */
  readonly note: string
}

/** A payee that nobody has looked up or confirmed. */
const newPayee: Pick<PaymentDraft, 'names' | 'ticks'> = { names: [], ticks: new Set() }

export const emptyPaymentDraft: PaymentDraft = {
  ...{ token: Token.BNB, payee: '', amount: '', note: '' },
  ...newPayee,
}

/** Changes the text of a field. A different payee must be confirmed again, even one that was typed before. */
export function withText(draft: PaymentDraft, name: 'payee' | 'amount' | 'note', text: string): PaymentDraft {
  const isOther = name === 'payee' && text !== draft.payee
  return { ...draft, [name]: text, ...(isOther && newPayee) }
}

/** Sets the address of a name. Ignored if something else was typed meanwhile. */
export function withPayeeName(draft: PaymentDraft, found: LookedUpName): PaymentDraft {
  const isCurrent = toBnbName(trimEdges(draft.payee)) === found.name
  return isCurrent ? { ...draft, ...newPayee, names: [found] } : draft
}

/** A draft as it was read: the payee, whatever its amount, and the payment or the fault of each field. */
type ReadPaymentDraft = {
  readonly payee: ReadPayee
  /** Null while a field has a fault. */
  readonly payment: Payment | null
  readonly faults: { readonly payee?: string; readonly amount?: string }
}

/** Parses the whole draft. */
export function readPaymentDraft(draft: PaymentDraft, payer: Address): ReadPaymentDraft {
  const { token, note, names: lookedUp } = draft
  const payee = readPayee(draft.payee, { payer, tokens: new Map(), lookedUp })
  const amount = Amount.parse(draft.amount, token)
  const faults = {
    ...(!payee.ok && { payee: payeeFaultText(payee.fault) }),
    ...(!amount.ok && { amount: amountFaultText(amount.fault, token) }),
  }
  if (!payee.ok || !amount.ok) return { payee, payment: null, faults }
  const { payee: to, entered } = payee
  const labels = { note: note.trim() || null, reference: null }
  return {
    payee,
    faults,
    payment: { payee: to, amount: amount.amount, ...labels, ...(entered && { entered }) },
  }
}
