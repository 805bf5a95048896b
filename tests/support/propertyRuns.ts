/** The number of runs of a property: `usual` in `npm test`, twenty times that in `npm run test:deep`. */
export function propertyRuns(usual: number): { numRuns: number } {
  return { numRuns: process.env.DEEP ? usual * 20 : usual }
}
