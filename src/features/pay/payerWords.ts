import type { Account } from '#account/Account.ts'
import * as Address from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { PayoutRow } from '#domain/payout/Payout.ts'
import { fingerprint, shortFingerprint } from '#domain/payout/unfinished.ts'

/** Where the person is asked. A wallet that proposes to a Safe is asked itself. */
export function whereAsked({ kind, proposer }: Account): 'your Safe' | 'your wallet' {
  return kind === 'safe' && !proposer ? 'your Safe' : 'your wallet'
}

/** What the page waits for while the person is asked. */
export function askingTitle(account: Account, totals: readonly Amount.Amount[]): string {
  const sum = totals.map(Amount.format).join(' and ')
  if (account.proposer) return `Sign the proposal of ${sum} in your wallet`
  return account.kind === 'safe' ? `Sign ${sum} in your Safe` : `Confirm ${sum} in your wallet`
}

/** What to compare there. */
export function askingText({ proposer, address, kind }: Account, payments: readonly PayoutRow[]): string {
  if (proposer) {
    return `Your wallet shows a message (SafeTx) of the Safe ${address} with what is paid inside its data. Signing it moves no money by itself.`
  }
  const where = kind === 'safe' ? 'in the dialog of your Safe' : 'in your wallet'
  const [first] = payments
  const last = payments.at(-1)
  if (!first || !last) return ''
  if (payments.length === 1) {
    return `Check ${where}: ${Amount.format(first.amount)} to ${first.payee}.`
  }
  return `Check ${where}: ${payments.length} payments, the first ${rowText(first)}, the last ${rowText(last)}.`
}

/** What to remember before a host's dialog covers the page. */
export function beforeAsking({ address }: Account, payments: readonly PayoutRow[]): string {
  const [first] = payments
  const last = payments.at(-1)
  if (!first || !last) return ''
  const what =
    payments.length === 1
      ? rowText(first)
      : `${payments.length} payments, the first ${rowText(first)}, the last ${rowText(last)}`
  const transfers = payments.map(({ payee, amount }) => ({
    token: amount.token.address,
    to: payee,
    value: amount.value,
  }))
  return `Your Safe’s dialog covers this page. Compare there: ${what}. Fingerprint ${shortFingerprint(fingerprint(address, transfers))}.`
}

function rowText({ payee, amount }: PayoutRow): string {
  return `${Amount.format(amount)} to ${Address.shorten(payee)}`
}

/** Who has to sign for a Safe, and what the one who proposes is to it. */
export function signersWords({ safe, proposer }: Account): string {
  if (safe === null) return ''
  const signs = `${safe.threshold} of ${safe.owners.length} owners sign.`
  if (!proposer) return signs
  return proposer.role === 'owner'
    ? `${signs} You are one of them, so your proposal is the first signature.`
    : `${signs} You are a delegate: your proposal counts as nobody’s signature.`
}
