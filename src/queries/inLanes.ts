/** Number of concurrent reads. */
const LANES = 4

/**
 * Processes items a few at a time and stops at the first failure, so that a dead node does not get hundreds
 * of requests. Returns how many items failed or were not processed.
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
