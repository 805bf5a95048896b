import { useHashLocation } from 'wouter/use-hash-location'
import type { Address } from '#chain/Address.ts'
import { env } from '#env.ts'
import { portalUrl } from './portalUrl.ts'

/**
 * Where a request stands behind the `#`. `open` is what its receiver gets, `share` is the page of who made it, `sheet` is
 * for paper, `pay` begins the payment.
 */
export type RequestPlace = 'open' | 'share' | 'sheet' | 'pay'

const prefixes = { open: '/r/', share: '/get-paid/', sheet: '/get-paid/sheet/', pay: '/pay/r/' } as const

/** Path of a request, from the text of its link. */
export function requestPath(place: RequestPlace, text: string): string {
  return prefixes[place] + text
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

/** The text of a request in the address of this page, raw: a router would decode what must not be encoded. */
export function useRequestText(place: RequestPlace): string {
  const [location] = useHashLocation()
  return location.startsWith(prefixes[place]) ? location.slice(prefixes[place].length) : ''
}
