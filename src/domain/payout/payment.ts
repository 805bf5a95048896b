import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isAnswered, type PayeeChecks } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { type ReadPayee, readPayee } from '#domain/payee/readPayee.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { amountFaultText } from '#domain/shared/amountFaultText.ts'
import type { PayoutRow } from './Payout.ts'

/** What a person typed: three texts, none of them trusted yet. */
export type PaymentDraft = {
  readonly token: string
  readonly payee: string
  readonly amount: string
  /** Ids of the doubts about this payee that were answered. */
  readonly answers: ReadonlySet<string>
}

export const emptyDraft: PaymentDraft = { token: 'bnb', payee: '', amount: '', answers: new Set() }

/** Another text in a field. Another payee has to be answered for anew, even one that was typed before. */
export function withText(
  draft: PaymentDraft,
  name: 'token' | 'payee' | 'amount',
  text: string,
): PaymentDraft {
  const isOther = name === 'payee' && text !== draft.payee
  return { ...draft, [name]: text, ...(isOther && { answers: new Set<string>() }) }
}

/** An answer to a doubt about the payee, or one taken back. */
export function withAnswer(draft: PaymentDraft, id: string, yes: boolean): PaymentDraft {
  const answers = new Set(draft.answers)
  if (yes) answers.add(id)
  else answers.delete(id)
  return { ...draft, answers }
}

/** A payment that was read completely; `request` is what it answers, null where nobody asked. */
export type Payment = PayoutRow & {
  readonly request: PaymentRequest | null
  /** Line of the list that it was read from. */
  readonly line?: number
}

export type PaymentFaults = { readonly payee?: string; readonly amount?: string }

export type ParsedPayment = { ok: true; payment: Payment } | { ok: false; faults: PaymentFaults }

/** Reads a draft whole, or says for every field what is wrong with it. */
export function parsePayment(draft: PaymentDraft, payer: Address): ParsedPayment {
  const token = Token.pinned.find((candidate) => Token.key(candidate) === draft.token) ?? Token.BNB
  const payee = readDraftPayee(draft, payer)
  const amount = Amount.parse(draft.amount, token)
  if (payee.ok && amount.ok) {
    return {
      ok: true,
      payment: { payee: payee.payee, amount: amount.amount, request: null, note: null, reference: null },
    }
  }
  return {
    ok: false,
    faults: {
      ...(!payee.ok && { payee: payeeFaultText(payee.fault) }),
      ...(!amount.ok && { amount: amountFaultText(amount.fault, token) }),
    },
  }
}

/** Whom a draft pays, whatever its amount. */
export function readDraftPayee(draft: PaymentDraft, payer: Address): ReadPayee {
  return readPayee(draft.payee, { payer, tokens: new Map() })
}

/** The payment once nothing is wrong with it and every doubt about its payee was answered; else null. */
export function reviewablePayment(draft: PaymentDraft, payer: Address, checks: PayeeChecks): Payment | null {
  const parsed = parsePayment(draft, payer)
  return parsed.ok && isAnswered(checks, draft.answers) ? parsed.payment : null
}

/** What several payments come to: one amount for each token, in the order of their first payment. */
export function totalsOf(payments: readonly Pick<Payment, 'amount'>[]): readonly Amount.Amount[] {
  const sums = new Map<string, Amount.Amount>()
  for (const { amount } of payments) {
    const key = Token.key(amount.token)
    sums.set(key, { token: amount.token, value: (sums.get(key)?.value ?? 0n) + amount.value })
  }
  return [...sums.values()]
}
