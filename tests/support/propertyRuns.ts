import { isDeep } from './deep.ts'

/**
 * The number of runs of a property: `usual` in `npm test`, and in `npm run test:deep` `deep`, by default forty times
 * as many.
 */
export function propertyRuns(usual: number, deep = 40 * usual): { numRuns: number } {
  return { numRuns: isDeep ? deep : usual }
}

/** The same inputs in each `npm test`, so that a rare one is found by the deep run and does not stop another's change. */
export function sameRuns(usual: number, deep?: number): { numRuns: number; seed?: number } {
  return { ...propertyRuns(usual, deep), ...(!isDeep && { seed: 43 }) }
}
