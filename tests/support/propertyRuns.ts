import { isDeep } from './deep.ts'

/**
 * The number of runs of a property: `usual` in `npm test`, and in `npm run test:deep` `deep`, by default twenty times
 * as many.
 */
export function propertyRuns(usual: number, deep = 20 * usual): { numRuns: number } {
  return { numRuns: isDeep ? deep : usual }
}
