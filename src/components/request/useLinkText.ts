import { useHashLocation } from 'wouter/use-hash-location'
import { proofTextIn } from '#domain/proof/proofLink.ts'
import { requestTextIn } from '#domain/request/requestLink.ts'
import { type ProofPlace, proofPath, type RequestPlace, requestPath } from '#domain/shared/paths.ts'

/** The text of a proof in this page's URL, without what was put behind it on its way. */
export function useProofText(place: ProofPlace): string {
  return proofTextIn(useTextAfter(proofPath(place, '')))
}

/** The text of a request in this page's URL, without what was put behind it on its way. */
export function useRequestText(place: RequestPlace): string {
  return requestTextIn(useTextAfter(requestPath(place, '')))
}

/** The raw text after a path in the URL. A router would decode parts that must stay encoded. */
function useTextAfter(path: string): string {
  const [location] = useHashLocation()
  return location.startsWith(path) ? location.slice(path.length) : ''
}
