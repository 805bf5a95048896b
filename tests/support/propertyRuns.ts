import { isDeep } from './deep.ts'

/** The number of runs of a property: `usual` in `npm test`, twenty times that in `npm run test:deep`. */
export function propertyRuns(usual: number): { numRuns: number } {
  return { numRuns: isDeep ? usual * 20 : usual }
}
