import { useHashLocation } from 'wouter/use-hash-location'
import { portalUrl } from '../portalUrl.ts'

/** Where a proof stands behind the `#`: `check` is what everybody gets, `own` the page of who makes it. */
export type ProofPlace = 'check' | 'own'

const prefixes = { check: '/verify/', own: '/verify/mine/' } as const

/** Path of a proof, from the text of its link. */
export function proofPath(place: ProofPlace, text: string): string {
  return prefixes[place] + text
}

/** The whole link of a proof. Everything stands behind the `#`, so no server learns it. */
export function proofUrl(text: string): string {
  return `${portalUrl()}#${proofPath('check', text)}`
}

/** Host and port of this portal: what a proof that is made here names as its domain. */
export function portalDomain(): string {
  return new URL(portalUrl()).host
}

/** The text of a proof in the address of this page, raw: a router would decode what must not be encoded. */
export function useProofText(place: ProofPlace): string {
  const [location] = useHashLocation()
  return location.startsWith(prefixes[place]) ? location.slice(prefixes[place].length) : ''
}
