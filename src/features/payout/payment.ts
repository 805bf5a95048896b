import type { PayoutRow } from '#account/payout/Payout.ts'
import * as Address from '#chain/Address.ts'
import * as Amount from '#chain/Amount.ts'
import { amountFaultText } from '#chain/amountFaultText.ts'
import type { PaymentRequest } from '#chain/PaymentRequest.ts'
import * as Token from '#chain/Token.ts'

/** What a person typed: three texts, none of them trusted yet. */
export type PaymentDraft = { readonly token: string; readonly payee: string; readonly amount: string }

/** A payment that was read completely; `request` is what it answers, null where nobody asked. */
export type Payment = PayoutRow & {
  readonly request: PaymentRequest | null
  /** Line of the list that it was read from. */
  readonly line?: number
}

export type PaymentFaults = { readonly payee?: string; readonly amount?: string }

export type ParsedPayment = { ok: true; payment: Payment } | { ok: false; faults: PaymentFaults }

/** Reads a draft whole, or says for every field what is wrong with it. */
export function parsePayment(draft: PaymentDraft, payer: Address.Address): ParsedPayment {
  const token = Token.pinned.find((candidate) => Token.key(candidate) === draft.token) ?? Token.BNB
  const payee = Address.parse(draft.payee)
  const amount = Amount.parse(draft.amount, token)
  const payeeFault = payee.ok ? wrongPayee(payee.address, payer) : addressTexts[payee.fault]
  if (payee.ok && amount.ok && !payeeFault) {
    return {
      ok: true,
      payment: { payee: payee.address, amount: amount.amount, request: null, note: null, reference: null },
    }
  }
  return {
    ok: false,
    faults: {
      ...(payeeFault && { payee: payeeFault }),
      ...(!amount.ok && { amount: amountFaultText(amount.fault, token) }),
    },
  }
}

function wrongPayee(payee: Address.Address, payer: Address.Address): string | null {
  if (Address.equal(payee, payer)) return 'This is the paying account itself.'
  const token = Token.find(payee)
  return token ? `This is the ${token.symbol} token contract. Money sent there is lost.` : null
}

const addressTexts: Readonly<Record<Address.AddressFault, string>> = {
  empty: 'Enter the address of the person you pay.',
  'not-an-address': 'This is not an address. It starts with 0x and has 40 more characters.',
  'wrong-checksum':
    'One character of this address is wrong: its upper and lower case do not fit. Copy it again.',
  'other-chain': 'This address is marked for another network. The portal pays on BNB Smart Chain (bnb:0x…).',
  'zero-address': 'This is the zero address. Money sent there is lost.',
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
