import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { confirmsPayee } from '#domain/payee/readPayee.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { checkRows, twiceTheMedian } from './checkRows.ts'
import { readRows } from './readRows.ts'
import { startSlices } from './slices.ts'

const A = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const B = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
/** The address with other digits from `start` to `end` and a valid checksum. */
const turned = (address: string, start: number, end: number): Address =>
  getAddress(
    `0x${[...address.slice(2).toLowerCase()].map((digit, at) => (at < start || at >= end ? digit : digit === 'f' ? '0' : 'f')).join('')}`,
  )

async function check(text: string, known: readonly Address[] = []) {
  const { records } = await readRows(text, { payer: SAFE, token: usdt, tokens: new Map() })
  return checkRows(records, { paid: known, saved: [] })
}

describe('the same payee', () => {
  test('behavior: the same amount twice is a doubt for the group, other amounts are none', async () => {
    const { doubts } = await check(`${A},1\n${B},1\n${A},2\nbnb:${A},1.0\n${A},2.5`)
    expect(doubts).toMatchObject([
      { kind: 'duplicate', payee: A, amount: { value: 10n ** 18n }, lines: [1, 4] },
    ])
  })

  test('behavior: the same amount in another token is not a duplicate, and error rows are ignored', async () => {
    const { doubts } = await check(`payee,amount,token\n${A},1,USDT\n${A},1,BNB\n${A},x,USDT\n${A},1,EUR`)
    expect(doubts).toEqual([])
  })

  test('behavior: one more duplicate is a new doubt', async () => {
    const [two] = (await check(`${A},1\n${A},1`)).doubts
    const [three] = (await check(`${A},1\n${A},1\n${A},1`)).doubts
    expect(two?.id).not.toBe(three?.id)
  })
})

describe('the same payees again', () => {
  const C = payeeAt(7)

  test('error: in the same order with other amounts are a doubt', async () => {
    const again = async (text: string) =>
      (await check(text)).doubts.flatMap(({ kind, lines }) => (kind === 'again' ? [lines] : []))
    expect(await again(`${A} 1\n${B} 2\n${C} 3\n\n${A} 4\n${B} 5`)).toEqual([[5, 6]])
    expect(await again(`${A} 1\n${B} 2\n\n${A} 1\n${B} 2`)).toEqual([])
    expect(await again(`${A} 1\n${A} 2\n${B} 3\n${B} 4\n${C} 5\n${A} 6`)).toEqual([])
  })
})

describe('names', () => {
  test('error: two names for one address are a doubt that names both and their lines (N4)', async () => {
    const text = `Name,Wallet,Amount\nHiro Tanaka,${A},220\nAnna Lind,${B},180\nEmre Berg,${A},250\nhiro tanaka,${A},5`
    expect((await check(text)).doubts).toMatchObject([
      { kind: 'two-names', payee: A, names: ['Hiro Tanaka', 'Emre Berg'], lines: [2, 4, 5] },
    ])
  })
})

describe('names of one’s people', () => {
  test('error: beside another address than the saved one are a doubt, which names both', async () => {
    const text = `Name,Wallet,Amount\nhiro tanaka,${A},5\nEmre Berg,${B},6\nNew One,${A},7`
    const saved = ['hiro tanaka', 'emre berg']
    const { records } = await readRows(text, { payer: SAFE, token: usdt, tokens: new Map() })
    const { doubts } = await checkRows(records, { paid: [], saved: [] }, undefined, (name) =>
      saved.includes(name.toLowerCase()) ? [B] : [],
    )
    expect(doubts.filter(({ kind }) => kind === 'other-address')).toMatchObject([
      { payee: A, name: 'hiro tanaka', saved: [B], lines: [2] },
    ])
  })
})

describe('look-alikes', () => {
  test('error: a look-alike of a known payee needs the full address again', async () => {
    const fake = turned(PAYEE, 4, 36)
    const { lookAlikes, doubts } = await check(`${fake},1\n${PAYEE},2\n${fake},3`, [PAYEE])
    expect(lookAlikes).toMatchObject([{ lines: [1, 3, 2], like: PAYEE, isKnown: true }])
    expect(doubts).toEqual([])
    const payee: Address = lookAlikes[0]?.payee ?? PAYEE
    expect(payee).toBe(fake)
    expect(confirmsPayee(` ${fake} `, payee)).toBe(true)
    expect(confirmsPayee(PAYEE, payee)).toBe(false)
    expect(confirmsPayee(fake.slice(0, -4), payee)).toBe(false)
  })

  test('error: two look-alikes in one list are one question about both', async () => {
    const { lookAlikes } = await check(`${turned(PAYEE, 10, 30)},1\n${PAYEE},2`)
    expect(lookAlikes.map(({ lines, isKnown }) => [lines, isKnown])).toEqual([[[1, 2], false]])
  })

  test('behavior: a similar payee is a doubt', async () => {
    const { lookAlikes, doubts } = await check(`${turned(PAYEE, 3, 37)},1`, [PAYEE])
    expect(lookAlikes).toEqual([])
    expect(doubts).toMatchObject([{ kind: 'similar', lines: [1], like: PAYEE, isKnown: true }])
  })
})

describe('addresses without a checksum', () => {
  test('error: an address in a single case is a doubt for its lines, even for a known payee (A15)', async () => {
    const upper = `0x${B.slice(2).toUpperCase()}`
    const text = `${A.toLowerCase()},1\n${A},2\n${upper},3\n${A.toLowerCase()},4`
    const { doubts, lookAlikes } = await check(text, [A])
    expect(doubts).toEqual([
      { kind: 'no-checksum', id: `no-checksum/${A}`, payee: A, lines: [1, 4] },
      { kind: 'no-checksum', id: `no-checksum/${B}`, payee: B, lines: [3] },
    ])
    expect(lookAlikes).toEqual([])
  })
})

describe('unusual amounts', () => {
  const rows = (...amounts: string[]) =>
    amounts.map((amount, index) => `${payeeAt(index)},${amount}`).join('\n')

  test('behavior: more than ten times the median of at least five is a doubt', async () => {
    expect((await check(rows('10', '10', '10', '11', '100.1'))).doubts).toMatchObject([
      { kind: 'outlier', lines: [5], amount: { value: 1001n * 10n ** 17n } },
    ])
    expect((await check(rows('10', '10', '10', '11', '100'))).doubts).toEqual([])
    expect((await check(rows('10', '10', '10', '1000'))).doubts).toEqual([])
  })

  test('behavior: amounts that a comma may have cut are one doubt per file', async () => {
    const { doubts } = await check(`address,amount,note\n${A},1,5\n${B},2,500\n${PAYEE},3,x`)
    expect(doubts).toMatchObject([{ kind: 'maybe-cut', lines: [2, 3] }])
  })

  test('error: confirming amounts that may be cut does not cover other amounts in the same lines (A16)', async () => {
    const file = (amount: string) => `address,amount,note\n${A},${amount},5\n${B},2,x`
    const ids = await Promise.all(['1', '2'].map(async (one) => (await check(file(one))).doubts[0]?.id))
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toBe((await check(file('1'))).doubts[0]?.id)
  })

  test('behavior: the median is that of the sorted values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 0n, max: 30n }), { minLength: 1, maxLength: 40 }),
        async (values) => {
          const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          const [low, high] = [sorted[(values.length - 1) >> 1], sorted[values.length >> 1]]
          expect(await twiceTheMedian(values, startSlices())).toBe((low ?? 0n) + (high ?? 0n))
        },
      ),
      propertyRuns(250),
    )
    expect(await twiceTheMedian([], startSlices())).toBeNull()
  })
})
