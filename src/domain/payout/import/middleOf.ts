import type { Slices } from './separator.ts'

/**
 * The element at index `at` of the sorted values, found without sorting, so that no step takes long.
 * @throws the reason of the signal of `slices`
 */
export async function nthSmallest(
  values: readonly bigint[],
  at: number,
  slices: Slices,
): Promise<bigint | null> {
  let left = values
  let rest = at
  for (;;) {
    const pivot = left[left.length >> 1]
    if (pivot === undefined || rest < 0 || rest >= left.length) return null
    const below = left.filter((value) => value < pivot)
    const above = left.filter((value) => value > pivot)
    const same = left.length - below.length - above.length
    if (rest < below.length) left = below
    else if (rest < below.length + same) return pivot
    else {
      rest -= below.length + same
      left = above
    }
    if (slices.isOver()) await slices.pause()
  }
}

/** Twice the median, which is always a whole number. Null for an empty list. */
export async function twiceTheMedian(values: readonly bigint[], slices: Slices): Promise<bigint | null> {
  const low = await nthSmallest(values, (values.length - 1) >> 1, slices)
  const high = await nthSmallest(values, values.length >> 1, slices)
  return low === null || high === null ? null : low + high
}
