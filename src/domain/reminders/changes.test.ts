import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { usdtRow } from '#tests/support/reminderAt.ts'
import { type ComparedRow, compareRows, isUnchanged, movedContacts } from './reminderAttention.ts'

// Few payees, tokens and amounts, so that rows repeat.
const anyRow = fc
  .tuple(fc.nat(3), fc.constantFrom(Token.BNB, Token.pinned[1] ?? Token.BNB), fc.bigInt({ min: 1n, max: 3n }))
  .map(([payee, token, value]): ComparedRow => ({ payee: payeeAt(payee), amount: { token, value } }))
const textOf = ({ payee, amount }: ComparedRow) => `${payee} ${Token.key(amount.token)} ${amount.value}`
const sorted = (rows: readonly ComparedRow[]) => rows.map(textOf).sort()

describe('what changed', () => {
  test('behavior: is what turns the rows of the last time into the rows of now, and no more', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.array(anyRow), (before, after) => {
        const { added, removed, amounts } = compareRows(before, after)
        // Applied to the rows before, as a multiset, the changes give the rows after.
        const left = before.map(textOf)
        for (const row of [...removed, ...amounts.map((one) => one.before)]) {
          const at = left.indexOf(textOf(row))
          expect(at).toBeGreaterThanOrEqual(0)
          left.splice(at, 1)
        }
        const now = [...left, ...added.map(textOf), ...amounts.map((one) => textOf(one.after))]
        expect(now.sort()).toEqual(sorted(after))
        // No row is both added and removed if only its amount differs, or if nothing does.
        const pair = ({ payee, amount }: ComparedRow) => `${payee} ${Token.key(amount.token)}`
        expect(added.some((row) => removed.some((gone) => pair(gone) === pair(row)))).toBe(false)
        for (const change of amounts) {
          expect(pair(change.before)).toBe(pair(change.after))
          expect(change.before.amount.value).not.toBe(change.after.amount.value)
        }
        expect(isUnchanged({ added, removed, amounts })).toBe(sorted(before).join() === sorted(after).join())
      }),
      propertyRuns(500),
    )
  })

  test('behavior: names who is new, left out, or gets another amount', () => {
    const [ada, ben, cleo] = [usdtRow(1, 100n), usdtRow(2, 200n), usdtRow(3, 300n)]
    const more = usdtRow(1, 150n)
    expect(compareRows([ada, ben], [more, cleo])).toEqual({
      added: [cleo],
      removed: [ben],
      amounts: [{ before: ada, after: more }],
    })
  })
})

describe('a contact who moved', () => {
  const named = (name: string) => (name === 'Ada' ? [payeeAt(9)] : [])

  test('behavior: is a name in the list that People has with another address', () => {
    const rows = [usdtRow(2, 5n), usdtRow(1, 5n, { name: 'Ada' })]
    expect(movedContacts(rows, named)).toEqual([
      { place: 1, name: 'Ada', pays: payeeAt(1), saved: [payeeAt(9)] },
    ])
  })

  test('behavior: is none who still has the address, is not saved, or shares the name with the payee', () => {
    expect(movedContacts([usdtRow(9, 5n, { name: 'Ada' }), usdtRow(1, 5n, { name: 'Ben' })], named)).toEqual(
      [],
    )
    const two = () => [payeeAt(1), payeeAt(9)]
    expect(movedContacts([usdtRow(1, 5n, { name: 'Ada' })], two)).toEqual([])
  })
})
