import type { Hash } from 'viem'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { env } from '#env.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** Address of this portal, up to the `#`. */
export function portalUrl(): string {
  return env.publicUrl ?? `${window.location.origin}${window.location.pathname}`
}

/** Page of any Safe, to be looked at. Paths stand behind the `#`, so no server learns them. */
export function safePath(safe: Address): string {
  return `/activity/safe/${safe}`
}

/** Page of one proposal of a Safe. */
export function proposalPath(safe: Address, safeTxHash: SafeTxHash): string {
  return `${safePath(safe)}/${safeTxHash}`
}

/** Page of one transaction, read from the chain. */
export function paymentPath(hash: Hash): string {
  return `/activity/payment/${hash}`
}

/** Where an item of an account's list is shown in full; null where there is nothing more to show. */
export function itemPath(account: Address, { safeTxHash, hash }: ActivityItem): string | null {
  if (safeTxHash) return proposalPath(account, safeTxHash)
  return hash && paymentPath(hash)
}

/**
 * Path of the receipt of one transfer, named as `PaidTransfer` says. `note` is the part of the link that `encodeReceipt`
 * makes of a person's words.
 */
export function receiptPath(hash: Hash, name: string, note = ''): string {
  return `/receipt/56/${hash}/${name}${note === '' ? '' : `/${note}`}`
}

/** Page of a payout that this browser keeps. */
export function payoutPath(id: string): string {
  return `/pay/payout/${id}`
}

/** Page that loads the rows of such a payout into a list of payments. */
export function rowsPath(id: string): string {
  return `/pay/from/${id}`
}

/** Where a proof stands behind the `#`: `check` is what everybody gets, `own` the page of who makes it. */
export type ProofPlace = 'check' | 'own'

const proofPrefixes = { check: '/verify/', own: '/verify/mine/' } as const

/** Path of a proof, from the text of its link. */
export function proofPath(place: ProofPlace, text: string): string {
  return proofPrefixes[place] + text
}

/** The whole link of a proof. Everything stands behind the `#`, so no server learns it. */
export function proofUrl(text: string): string {
  return `${portalUrl()}#${proofPath('check', text)}`
}

/** Host and port of this portal: what a proof that is made here names as its domain. */
export function portalDomain(): string {
  return new URL(portalUrl()).host
}

/**
 * Where a request stands behind the `#`. `open` is what its receiver gets, `share` is the page of who made it, `sheet` is
 * for paper, `pay` begins the payment.
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

/** The whole link of a request. Everything stands behind the `#`, so no server learns it. */
export function requestUrl(text: string, place: RequestPlace = 'open'): string {
  return `${portalUrl()}#${requestPath(place, text)}`
}

/**
 * The page of Safe{Wallet} that opens a request in a Safe: the one that is asked to pay, or one that is chosen there. The
 * link is encoded as a whole, else what follows its `#` would be lost.
 */
export function requestInSafeUrl(text: string, safe: Address | null): string {
  const host = env.safeHostOrigins[0]
  const app = encodeURIComponent(requestUrl(text))
  return safe
    ? `${host}/apps/open?safe=bnb:${safe}&appUrl=${app}`
    : `${host}/share/safe-app?appUrl=${app}&chain=bnb`
}
