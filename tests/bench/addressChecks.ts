import type { Address } from '#chain/money/Address.ts'
import { isBnbName } from '#chain/names/addressLike.ts'
import { gatherLookAlikes, lookAlikeIndex } from '#chain/names/lookAlike.ts'
import { median, print, timed } from './figures.ts'

const RUNS = 10

/** Finds look-alikes among many addresses, and refuses a name with millions of characters. */
export function addressChecks(): void {
  const known = Array.from({ length: 500 }, (_, index) => randomAddress(index + 1))
  const asked = Array.from({ length: 5_000 }, (_, index) => randomAddress(index + 100_000))
  const against = Array.from({ length: RUNS }, () =>
    timed(() => {
      const find = lookAlikeIndex(known)
      for (const address of asked) find(address)
    }),
  )
  print('5,000 addresses against 500 known ones, median', median(against), 'ms', 'under 1000')

  const [few, many] = [gathered(10_000), gathered(100_000)]
  print('100,000 addresses that share a long middle', many, 'ms', 'under 10000')
  print('the same, beside 10,000 of them', many / few, '', 'near 10: no address is compared with all')

  const long = `${'a-'.repeat(5_000_000)}.bnb`
  const refused = timed(() => {
    if (isBnbName(long)) throw new Error('A text of millions of characters was taken for a name')
  })
  print('a name of 10 million characters, refused', refused, 'ms', 'under 50')
}

function gathered(count: number): number {
  const all = Array.from({ length: count }, (_, index): Address => {
    const own = index.toString(16).padStart(6, '0')
    return `0x${own}${'7'.repeat(28)}${own}`
  })
  return timed(() => {
    const { add, find } = gatherLookAlikes()
    for (const address of all) add(address)
    if (!all.every((address) => find(address)?.kind === 'similar')) throw new Error('One was missed')
  })
}

/** The same address for the same seed in every run. */
function randomAddress(seed: number): Address {
  let state = seed
  const digits = Array.from({ length: 40 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 28).toString(16)
  })
  return `0x${digits.join('')}`
}
