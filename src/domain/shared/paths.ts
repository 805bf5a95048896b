import type { Hash } from 'viem'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { env } from '#env.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** URL of this portal, up to the `#`. */
export function portalUrl(): string {
  return env.publicUrl ?? `${window.location.origin}${window.location.pathname}`
}

/** Read-only page of any Safe. Paths are after the `#`, so no server sees them. */
export function safePath(safe: Address): string {
  return `/activity/safe/${safe}`
}

/** Page of one proposal of a Safe. `names` is the text of names for its payees, see `encodeSharedNames`. */
export function proposalPath(safe: Address, safeTxHash: SafeTxHash, names = ''): string {
  return `${safePath(safe)}/${safeTxHash}${names && `/${names}`}`
}

/** The statement of a month, `2026-10`; without one, of the month that it opens with. */
export function statementPath(month = ''): string {
  return month === '' ? '/statement' : `/statement/${month}`
}

/** The full link of a proposal with names for its payees. Everything is after the `#`, so no server sees it. */
export function proposalUrl(safe: Address, safeTxHash: SafeTxHash, names: string): string {
  return `${portalUrl()}#${proposalPath(safe, safeTxHash, names)}`
}

/** Page of one transaction, read from the chain. */
export function paymentPath(hash: Hash): string {
  return `/activity/payment/${hash}`
}

/** The detail page of a list item; null if there is nothing more to show. */
export function itemPath(account: Address, { safeTxHash, hash }: ActivityItem): string | null {
  if (safeTxHash) return proposalPath(account, safeTxHash)
  return hash && paymentPath(hash)
}

/**
 * Path of the receipt of one transfer, named as in `PaidTransfer`. `note` is the link part that
 * `encodeReceipt` makes from a person's note.
 */
export function receiptPath(hash: Hash, name: string, note = ''): string {
  return `/receipt/56/${hash}/${name}${note === '' ? '' : `/${note}`}`
}

/** The steps of Pay: one person, a list, collected requests, and the review of any of them. */
export const payPaths = {
  one: '/pay',
  list: '/pay/list',
  requests: '/pay/requests',
  review: '/pay/review',
} as const

/** Page of a payout stored in this browser. */
export function payoutPath(id: string): string {
  return `/pay/payout/${id}`
}

/** Page that loads the rows of a stored payout into a list of payments. */
export function rowsPath(id: string): string {
  return `/pay/from/${id}`
}

/** Page that loads the rows of a reminder into a list of payments. */
export function runPath(id: string): string {
  return `/pay/run/${id}`
}

/** Activity with the campaign of this tag chosen. */
export function campaignPath(tag: string): string {
  return `/activity/campaigns/${encodeURIComponent(tag)}`
}

/** Page that fills in the payee. */
export function payToPath(payee: Address): string {
  return `/pay/to/${payee}`
}

/** The names that the person at this browser gave to addresses. */
export const peoplePath = '/people'

/** Page that gives a name to an address. `proof` is the text of a proof of account to keep with it. */
export function nameToPath(address: Address, proof = ''): string {
  return `${peoplePath}/${address}${proof && `/${proof}`}`
}

/** The page for a proof, after the `#`: `check` is for everyone, `own` for the person who makes it. */
export type ProofPlace = 'check' | 'own'

/** The card of Get paid with the person's name, handle and proofs. */
export const youPath = '/get-paid/you'

/** The page where a proof is checked. */
export const checkProofPath = '/verify'

const proofPrefixes = { check: '/verify/', own: '/verify/mine/' } as const

/** Path of a proof, from the text of its link. */
export function proofPath(place: ProofPlace, text: string): string {
  return proofPrefixes[place] + text
}

/** The full link of a proof. Everything is after the `#`, so no server sees it. */
export function proofUrl(text: string): string {
  return `${portalUrl()}#${proofPath('check', text)}`
}

/** Host and port of this portal, used as the domain in proofs made here. */
export function portalDomain(): string {
  return new URL(portalUrl()).host
}

/**
 * The page for a request, after the `#`. `open` is for its receiver, `share` for its maker, `sheet` for
 * printing, and `pay` starts the payment.
 */
export type RequestPlace = 'open' | 'share' | 'sheet' | 'pay'

const requestPrefixes = {
  open: '/r/',
  share: '/get-paid/',
  sheet: '/get-paid/sheet/',
  pay: '/pay/r/',
} as const

/** Path of a request, from the text of its link. */
export function requestPath(place: RequestPlace, text: string): string {
  return requestPrefixes[place] + text
}

/** The full link of a request. Everything is after the `#`, so no server sees it. */
export function requestUrl(text: string, place: RequestPlace = 'open'): string {
  return `${portalUrl()}#${requestPath(place, text)}`
}

/** The full link of the page where request links are pasted. */
export function collectUrl(): string {
  return `${portalUrl()}#${payPaths.requests}`
}

/**
 * The Safe{Wallet} page that opens the portal where a request is pasted: in the requested payer, or in a Safe chosen
 * there. Safe{Wallet} reads the page from its own query, which its server sees, so the request is not in it.
 * @param _request the text of the request that will be pasted
 */
export function requestInSafeUrl(_request: string, safe: Address | null): string {
  return safe
    ? inSafeUrl(safe, collectUrl())
    : `${env.safeHostOrigins[0]}/share/safe-app?appUrl=${encodeURIComponent(collectUrl())}&chain=bnb`
}

/** The Safe{Wallet} page that opens the portal in a Safe. */
export function inSafeUrl(safe: Address, url: string = portalUrl()): string {
  return `${env.safeHostOrigins[0]}/apps/open?safe=bnb:${safe}&appUrl=${encodeURIComponent(url)}`
}

/** URL of a Safe transaction in Safe{Wallet}, where owners sign and execute it. */
export function safeWalletLink(safe: Address, safeTxHash: SafeTxHash): string {
  const id = `multisig_${safe}_${safeTxHash}`
  return `${env.safeHostOrigins[0]}/transactions/tx?safe=bnb:${safe}&id=${id}`
}
