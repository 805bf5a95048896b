/** Nodes are asked so much at once. */
const LANES = 4

/**
 * Does work for items, a few at a time, and stops at the first failure: a node that does not answer is not asked
 * hundreds of times. Returns how many items were not worked on or failed.
 */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  let next = 0
  let done = 0
  let failed = false
  const lane = async () => {
    for (let item = items[next++]; item !== undefined && !failed; item = items[next++]) {
      try {
        await work(item)
        done++
      } catch {
        failed = true
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return items.length - done
}
