import { useHashLocation } from 'wouter/use-hash-location'
import { type ProofPlace, proofPath, type RequestPlace, requestPath } from '#domain/shared/paths.ts'

/** The text of a proof in the address of this page. */
export function useProofText(place: ProofPlace): string {
  return useTextAfter(proofPath(place, ''))
}

/** The text of a request in the address of this page. */
export function useRequestText(place: RequestPlace): string {
  return useTextAfter(requestPath(place, ''))
}

/** What follows a path in the address, raw: a router would decode what must not be decoded. */
function useTextAfter(path: string): string {
  const [location] = useHashLocation()
  return location.startsWith(path) ? location.slice(path.length) : ''
}
