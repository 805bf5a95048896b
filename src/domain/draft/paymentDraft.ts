import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { toBnbName } from '#chain/names/bnbName.ts'
import { trimEdges } from '#chain/names/trimEdges.ts'
import { isAnswered, type PayeeChecks } from '#domain/payee/checkPayee.ts'
import type { LookedUpName } from '#domain/payee/enteredName.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { type ReadPayee, readPayee } from '#domain/payee/readPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'

/** The texts that a person typed, all of them untrusted, and the chosen token. */
export type PaymentDraft = {
  readonly token: Token.Token
  readonly payee: string
  readonly amount: string
  /** Kept in this browser only. */
  readonly note: string
  /** The address of the typed `.bnb` name, as it was looked up; null for an address. */
  readonly lookedUp: LookedUpName | null
  /** Ids of the doubts about this payee that the person has answered. */
  readonly answers: ReadonlySet<string>
}

export const emptyPaymentDraft: PaymentDraft = {
  ...{ token: Token.BNB, payee: '', amount: '', note: '' },
  ...{ lookedUp: null, answers: new Set<string>() },
}

/** Changes the text of a field. A different payee must be confirmed again, even one that was typed before. */
export function withText(draft: PaymentDraft, name: 'payee' | 'amount' | 'note', text: string): PaymentDraft {
  const isOther = name === 'payee' && text !== draft.payee
  return { ...draft, [name]: text, ...(isOther && { lookedUp: null, answers: new Set<string>() }) }
}

/** Sets the address of a name. Ignored if something else was typed meanwhile. */
export function withPayeeName(draft: PaymentDraft, lookedUp: LookedUpName): PaymentDraft {
  const isCurrent = toBnbName(trimEdges(draft.payee)) === lookedUp.name
  return isCurrent ? { ...draft, lookedUp, answers: new Set<string>() } : draft
}

/** Records or withdraws an answer to a doubt about the payee. */
export function withAnswer(draft: PaymentDraft, id: string, yes: boolean): PaymentDraft {
  const answers = new Set(draft.answers)
  if (yes) answers.add(id)
  else answers.delete(id)
  return { ...draft, answers }
}

/** A fully parsed payment. `request` is the payment request it answers, or null. */
export type DraftPayment = Payment & {
  readonly request: PaymentRequest | null
}

export type PaymentFaults = { readonly payee?: string; readonly amount?: string }

type ParsedPayment = { ok: true; payment: DraftPayment } | { ok: false; faults: PaymentFaults }

/** Parses the whole draft, or returns what is wrong with each field. */
export function parsePayment(draft: PaymentDraft, payer: Address): ParsedPayment {
  const payee = readDraftPayee(draft, payer)
  const amount = Amount.parse(draft.amount, draft.token)
  if (payee.ok && amount.ok) {
    return {
      ok: true,
      payment: {
        payee: payee.payee,
        amount: amount.amount,
        request: null,
        note: draft.note.trim() || null,
        reference: null,
        ...(payee.entered && { entered: payee.entered }),
      },
    }
  }
  return {
    ok: false,
    faults: {
      ...(!payee.ok && { payee: payeeFaultText(payee.fault) }),
      ...(!amount.ok && { amount: amountFaultText(amount.fault, draft.token) }),
    },
  }
}

/** The payee of a draft, whatever its amount. */
export function readDraftPayee(draft: PaymentDraft, payer: Address): ReadPayee {
  const lookedUp = draft.lookedUp ? [draft.lookedUp] : []
  return readPayee(draft.payee, { payer, tokens: new Map(), lookedUp })
}

/**
 * Returns the payment once every field is valid and every doubt about its payee is answered; otherwise null.
 */
export function reviewablePayment(
  draft: PaymentDraft,
  payer: Address,
  checks: PayeeChecks,
): DraftPayment | null {
  const parsed = parsePayment(draft, payer)
  return parsed.ok && isAnswered(checks, draft.answers) ? parsed.payment : null
}
