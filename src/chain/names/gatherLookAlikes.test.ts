import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { findLookAlike, gatherLookAlikes } from './lookAlike.ts'

const KNOWN: Address = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'

/**
 * Some addresses, each derived from another one by losing or adding some digits, or by changing all but its
 * ends.
 */
const anyFamily = fc
  .tuple(
    anyAddress,
    fc.array(fc.tuple(fc.nat({ max: 39 }), fc.nat({ max: 39 }), anyAddress), { maxLength: 6 }),
  )
  .map(([first, turns]) => {
    const family: Address[] = [first]
    for (const [from, to, filling] of turns) {
      const digits = (family.at(-1) ?? first).slice(2).toLowerCase()
      const other = filling.slice(2).toLowerCase()
      const [low, high] = [Math.min(from, to), Math.max(from, to)]
      const turned =
        high - low > 20
          ? digits.slice(0, low) + other.slice(low, high) + digits.slice(high)
          : shifted(digits, low, high)
      family.push(`0x${turned}`, filling)
    }
    return family
  })

function shifted(digits: string, lost: number, added: number): string {
  const less = digits.slice(0, lost) + digits.slice(lost + 1)
  return `${less.slice(0, added)}7${less.slice(added)}`
}

test('behavior: finds for each address the same look-alike as a comparison with every other one', () => {
  fc.assert(
    fc.property(anyFamily, (family) => {
      const { add, find } = gatherLookAlikes()
      for (const address of family) add(address)
      for (const address of family) {
        const others = family.filter((other) => other.toLowerCase() !== address.toLowerCase())
        expect(find(address)?.kind).toBe(findLookAlike(address, others)?.kind)
      }
    }),
    propertyRuns(500),
  )
})

test('behavior: ignores the case of an address, and names the first one added', () => {
  const { add, find } = gatherLookAlikes()
  const [alike, third]: readonly Address[] = [`0x15d3${'7'.repeat(32)}6a65`, `0x15d3${'8'.repeat(32)}6a65`]
  const upper: Address = `0x${KNOWN.slice(2).toUpperCase()}`
  for (const address of [KNOWN, alike, upper]) if (address) add(address)
  expect(find(upper)).toEqual({ kind: 'look-alike', known: alike })
  expect(third && find(third)).toEqual({ kind: 'look-alike', known: KNOWN })
})

test('behavior: finds every one of thousands of addresses that share a long middle', () => {
  const { add, find } = gatherLookAlikes()
  const all = Array.from({ length: 5_000 }, (_, index): Address => {
    const own = index.toString(16).padStart(6, '0')
    return `0x${own}${'7'.repeat(28)}${own}`
  })
  for (const address of all) add(address)
  expect(all.every((address) => find(address)?.kind === 'similar')).toBe(true)
})
