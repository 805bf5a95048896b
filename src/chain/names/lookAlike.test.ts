import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { digitsOf, findLookAlike, lookAlikeIndex, lookAlikeKey } from './lookAlike.ts'

/** Compares two addresses. */
const lookAlike = (a: Address, b: Address) => lookAlikeKey(digitsOf(a), digitsOf(b))

const KNOWN = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'
/** KNOWN with different digits from `start` to `end`. */
const turned = (start: number, end: number): Address =>
  `0x${[...KNOWN.slice(2)].map((digit, at) => (at >= start && at < end ? other(digit) : digit)).join('')}`
const other = (digit: string) => (digit === 'f' ? '0' : (Number.parseInt(digit, 16) + 1).toString(16))
const without = (address: Address, ...places: number[]): string =>
  [...address.slice(2)].filter((_, at) => !places.includes(at)).join('')

test.each<[string, Address, ReturnType<typeof lookAlike>]>([
  ['itself', KNOWN, 'same'],
  ['itself in another case', KNOWN.toUpperCase().replace('0X', '0x') as Address, 'same'],
  ['itself with its checksum', getAddress(KNOWN), 'same'],
  ['four and four digits', turned(4, 36), 'look-alike'],
  ['all but one digit in the middle', turned(20, 21), 'look-alike'],
  ['three and four', turned(3, 36), 'similar'],
  ['four and three', turned(4, 37), 'similar'],
  ['three and three', turned(3, 37), 'similar'],
  ['two and ten', turned(2, 30), 'different'],
  ['ten and two', turned(10, 38), 'different'],
  ['all but the first digit', turned(0, 1), 'similar'],
  ['all but four digits at the start', turned(0, 4), 'similar'],
  ['all but five digits at the start', turned(0, 5), 'different'],
  ['a digit lost, another added at the end', `0x${without(KNOWN, 1)}0`, 'similar'],
  ['two digits lost, two added', `0x00${without(KNOWN, 5, 30)}`, 'similar'],
  ['three digits lost, three added', `0x000${without(KNOWN, 5, 20, 30)}`, 'different'],
  ['nothing', '0x0000000000000000000000000000000000000000', 'different'],
])('behavior: sharing %s (%s) makes it %s', (_, address, likeness) => {
  expect(lookAlike(KNOWN, address)).toBe(likeness)
  expect(lookAlike(address, KNOWN)).toBe(likeness)
  const isAlike = likeness === 'look-alike' || likeness === 'similar'
  expect(findLookAlike(address, [KNOWN])).toEqual(isAlike ? { kind: likeness, known: KNOWN } : null)
})

test('behavior: names a look-alike before a similar address, and a known address is not a look-alike', () => {
  const [alike, similar] = [turned(10, 30), turned(3, 30)]
  expect(findLookAlike(KNOWN, [similar, alike])).toEqual({ kind: 'look-alike', known: alike })
  expect(findLookAlike(KNOWN, [similar])).toEqual({ kind: 'similar', known: similar })
  expect(findLookAlike(KNOWN, [similar, alike, getAddress(KNOWN)])).toBeNull()
  expect(findLookAlike(KNOWN, [])).toBeNull()
})

/**
 * A known address, and one with the same first and last digits (their number varies) and a different next
 * digit.
 */
const anyImitation = fc
  .tuple(anyAddress, anyAddress, fc.nat({ max: 10 }), fc.nat({ max: 10 }))
  .map(([known, filling, first, last]) => {
    const digits = known.slice(2).toLowerCase()
    const middle = [...filling.slice(2).toLowerCase()].slice(first, 40 - last)
    middle[0] = other(digits[first] ?? '0')
    middle[middle.length - 1] = other(digits[39 - last] ?? '0')
    const imitation: Hex = `0x${digits.slice(0, first)}${middle.join('')}${last ? digits.slice(-last) : ''}`
    return { known, imitation, first, last }
  })

describe('for any addresses', () => {
  test('behavior: flags every look-alike with the same four first and last digits, and no known address', {
    timeout: 120_000,
  }, () => {
    const counts = { flagged: 0, missed: 0, exact: 0 }
    fc.assert(
      fc.property(anyImitation, ({ known, imitation, first, last }) => {
        const find = lookAlikeIndex([known])
        if (find(known) || lookAlike(known, known) !== 'same') counts.exact++
        const kind = find(imitation)?.kind
        if (first >= 4 && last >= 4) counts[kind === 'look-alike' ? 'flagged' : 'missed']++
        else if (first >= 3 && last >= 3) expect(kind).toBe('similar')
        else expect(kind).not.toBe('look-alike')
      }),
      propertyRuns(5_000),
    )
    expect(counts).toMatchObject({ missed: 0, exact: 0 })
    expect(counts.flagged).toBeGreaterThan(1_000)
  })

  test('behavior: the index finds the same as comparing with each address', { timeout: 120_000 }, () => {
    const anyEdit = fc.record({ at: fc.nat({ max: 39 }), how: fc.constantFrom('lose', 'add', 'change') })
    const anyTypo = fc.tuple(anyAddress, fc.array(anyEdit, { maxLength: 7 })).map(([known, edits]) => {
      const digits = [...known.slice(2).toLowerCase()]
      for (const { at, how } of edits) {
        if (how === 'add') digits.splice(at, 0, '7')
        else if (how === 'lose') digits.splice(at, 1)
        else digits[at] = other(digits[at] ?? '0')
      }
      return { known, typed: `0x${digits.join('').padEnd(40, '0').slice(0, 40)}` as Address }
    })
    const order = ['same', 'look-alike', 'similar', 'different'] as const
    fc.assert(
      fc.property(anyTypo, fc.array(anyAddress, { maxLength: 5 }), ({ known, typed }, more) => {
        const all = [...more, known]
        const best = all.map((one) => order.indexOf(lookAlike(one, typed))).sort((a, b) => a - b)[0]
        const found = lookAlikeIndex(all)(typed)?.kind
        expect(found ?? 'none').toBe(['none', 'look-alike', 'similar', 'none'][best ?? 3])
      }),
      propertyRuns(2_000),
    )
  })
})
