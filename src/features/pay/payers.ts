import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { totalsOf } from '#domain/payout/paymentDraft.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/**
 * The Safe that a wallet's account pays from, stored in this browser so that a payout is found again after a
 * reload.
 */
const key = (wallet: Address) => `portal.payer.56.${wallet.toLowerCase()}`

/** The Safe chosen last; null for the wallet's own account. Storage is untrusted. */
export function readPayer(storage: KeyValueStore, wallet: Address): Address | null {
  const parsed = AddressText.parse(storage.getItem(key(wallet)) ?? '')
  return parsed.ok ? parsed.address : null
}

export function keepPayer(storage: KeyValueStore, wallet: Address, safe: Address | null): void {
  if (safe === null) storage.removeItem(key(wallet))
  else storage.setItem(key(wallet), safe)
}

/** Where the request appears. A wallet that proposes to a Safe shows it itself. */
export function whereAsked({ kind, proposer }: Account): 'your Safe' | 'your wallet' {
  return kind === 'safe' && !proposer ? 'your Safe' : 'your wallet'
}

/** The title shown while the person is deciding. */
export function askingTitle(account: Account, totals: readonly Amount.Amount[]): string {
  const sum = totals.map(Amount.format).join(' and ')
  if (account.proposer) return `Sign the proposal of ${sum} in your wallet`
  return account.kind === 'safe' ? `Sign ${sum} in your Safe` : `Confirm ${sum} in your wallet`
}

/** What to compare there. */
export function askingText({ proposer, address, kind }: Account, payments: readonly Payment[]): string {
  if (proposer) {
    return `Your wallet will show a “SafeTx” message for the Safe ${address}. Signing doesn’t move money yet.`
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

/** What a button pays; null for more tokens than it has room for. */
export function sumText(payments: readonly Payment[]): string | null {
  const totals = totalsOf(payments)
  if (totals.length > 2) return null
  return totals.map(shortText).join(' and ')
}

function shortText(amount: Amount.Amount): string {
  const { token } = amount
  return isPinned(token) || token.address === null
    ? Amount.format(amount)
    : `${Amount.formatNumber(amount)} units of ${AddressText.shorten(token.address)}`
}

/** The steps of every payment. */
export const paySteps = ['Recipients', 'Review', 'Send', 'Done'] as const

/**
 * What happens after the button is pressed, and what to compare there.
 * @param payments those of the next request, which may be a part of a list
 */
export function nextText(account: Account, payments: readonly Payment[]): string {
  if (account.kind === 'eoa') return 'Your wallet opens next. Compare the address there with the one here.'
  const end = 'No money moves until enough owners sign and one executes it.'
  return account.proposer
    ? `Your wallet asks you to sign the proposal. ${end}`
    : `${beforeAsking(payments)} ${end}`
}

/** What to remember before a host's dialog covers the page. */
function beforeAsking(payments: readonly Payment[]): string {
  const [first] = payments
  const last = payments.at(-1)
  if (!first || !last) return ''
  const what =
    payments.length === 1
      ? rowText(first)
      : `${payments.length} payments, the first ${rowText(first)}, the last ${rowText(last)}`
  return `Your Safe’s dialog covers this page. Compare there: ${what}.`
}

function rowText({ payee, amount }: Payment): string {
  return `${Amount.format(amount)} to ${AddressText.shorten(payee)}`
}

/** Who must sign for a Safe, and the role of the proposer. */
export function signersWords({ safe, proposer }: Account): string {
  if (safe === null) return ''
  const signs = `${safe.threshold} of ${safe.owners.length} owners must sign.`
  if (!proposer) return signs
  return proposer.role === 'owner'
    ? `${signs} You’re an owner: your proposal counts as signature 1 of ${safe.threshold}.`
    : `${signs} You’re a delegate: you can propose, but not sign.`
}

/** Called when another payer was chosen on this page. */
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The paying account: the connected one, or a Safe that it may propose to. */
export type Payer = ReturnType<typeof usePayer>

/**
 * @param connected null while nothing is connected
 * @returns `account` null until the Safe is known to be usable as the payer
 */
export function usePayer(connected: Account | null) {
  const { storage } = usePortal().page
  const open = connected?.proposeFor
  const safe = useSyncExternalStore(subscribe, () =>
    connected && open ? readPayer(storage, connected.address) : null,
  )
  const opened = useQuery({
    queryKey: ['payer', 56, connected?.address, safe],
    queryFn: () => {
      if (!open || !safe) throw new PortalError('refused', 'No Safe is chosen.')
      return open(safe)
    },
    enabled: safe !== null,
    staleTime: 60_000,
    // An account consists of functions, which cannot be compared.
    structuralSharing: false,
  })
  return {
    connected,
    safe,
    opened,
    account: safe === null ? connected : (opened.data ?? null),
    choose(chosen: Address | null) {
      if (connected) keepPayer(storage, connected.address, chosen)
      for (const listener of listeners) listener()
    },
  }
}
