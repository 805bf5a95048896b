import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { AskedTransfer } from '#chain/money/paymentLink.ts'
import * as Token from '#chain/money/Token.ts'
import { parseWrittenAddress } from '#chain/money/writtenAddress.ts'
import { toBnbName } from '#chain/names/addressLike.ts'
import { trimEdges } from '#chain/text/label.ts'
import type { LookedUpName, PayeeOptions } from '#domain/payee/checkPayee.ts'
import { payeeTextFaultText, type ReadPayee, readPayee } from '#domain/payee/readPayee.ts'
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
  token: Token.BNB,
  payee: '',
  amount: '',
  note: '',
  ...newPayee,
}

/** More new characters at once (a paste, a scan) are a whole text; fewer are typed, and the text may go on. */
const MOST_TYPED = 10

/**
 * Changes the text of a field. A different payee must be confirmed again, even one that was typed before. A pasted payee
 * is settled at once.
 */
export function withText(draft: PaymentDraft, name: 'payee' | 'amount' | 'note', text: string): PaymentDraft {
  const isOther = name === 'payee' && text !== draft.payee
  const changed = { ...draft, [name]: text, ...(isOther && newPayee) }
  return isOther && countNew(draft.payee, text) > MOST_TYPED ? settlePayee(changed) : changed
}

/** How many characters of a text are new, if one part of it was replaced. */
function countNew(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.length - start - end
}

/**
 * Replaces a payee's text, once it is whole, by the address that was read from it. A payment link fills in its token and
 * its amount, too. Any other text stays as it is, and so does a link with a token that is not offered here.
 */
export function settlePayee(draft: PaymentDraft): PaymentDraft {
  const read = parseWrittenAddress(trimEdges(draft.payee))
  if (!read.ok || read.digits === draft.payee) return draft
  const settled = { ...draft, payee: read.digits }
  if (!read.asked) return settled
  const token = tokenOf(read.asked)
  if (!token) return draft
  const { value } = read.asked
  return { ...settled, token, ...(value !== null && { amount: Amount.toDecimal({ token, value }) }) }
}

/**
 * True for a text that is more than one payee: several lines, several addresses, or an address with words that could be
 * an amount or a name. A list explains each of them, and one payment would drop them.
 */
export function isList(text: string): boolean {
  const read = parseWrittenAddress(trimEdges(text))
  // A chat may break an address into lines, and a field joins them.
  if (read.ok || parseWrittenAddress(text.replace(/[\r\n]/g, '')).ok) return false
  return (
    ['several-addresses', 'words-around', 'too-long'].includes(read.fault.kind) ||
    /\S\s*[\r\n]\s*\S/.test(text)
  )
}

/** The token of a payment link; undefined if it is not offered. */
function tokenOf({ token }: AskedTransfer): Token.Token | undefined {
  if (token === null) return Token.BNB
  const read = AddressText.parse(token.toLowerCase())
  return read.ok ? Token.find(read.address) : undefined
}

/** Sets the address of a name. Ignored if something else was typed meanwhile. */
export function withPayeeName(draft: PaymentDraft, found: LookedUpName): PaymentDraft {
  const isCurrent = toBnbName(trimEdges(draft.payee)) === found.name
  return isCurrent ? { ...draft, ...newPayee, names: [found] } : draft
}

/** Parses the whole draft: the payee, whatever its amount, and the payment or the fault of each field. */
export function readPaymentDraft(draft: PaymentDraft, payer: Address) {
  const { token, note, names: lookedUp } = draft
  const payee = readDraftPayee(draft.payee, { payer, tokens: new Map(), lookedUp })
  const amount = Amount.parse(draft.amount, token)
  const faults = {
    ...(!payee.ok && { payee: payeeTextFaultText(payee.fault) }),
    ...(!amount.ok && { amount: amountFaultText(amount.fault, token) }),
  }
  if (!payee.ok || !amount.ok) return { payee, payment: null, faults }
  const { payee: to, entered } = payee
  const labels = { note: note.trim() || null, reference: null }
  const payment: Payment = { payee: to, amount: amount.amount, ...labels, ...(entered && { entered }) }
  return { payee, payment, faults }
}

/** The payee, unless it is part of a link that asks for a token that is not offered here. */
function readDraftPayee(text: string, options: PayeeOptions): ReadPayee {
  const payee = readPayee(text, options)
  if (!payee.ok || payee.entered) return payee
  const read = parseWrittenAddress(trimEdges(text))
  const isOffered = !read.ok || !read.asked || tokenOf(read.asked) !== undefined
  return isOffered ? payee : { ok: false, fault: { kind: 'other-token' } }
}
