import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { validTransaction } from './storedWallets.ts'

const HASH = `0x${'aB'.repeat(32)}` as const
const valid = { hash: HASH, description: 'Pay 5 USDT' }
const sentenceOf = (raw: unknown) => {
  const result = validTransaction(raw)
  return result.ok ? null : result.fault.sentence
}

describe('a transaction for the list', () => {
  test.each([
    ['with hash and description', valid],
    ['with one confirmation', { ...valid, confirmations: 1 }],
    ['with many confirmations', { ...valid, confirmations: 1_000 }],
  ])('behavior: %s is accepted unchanged', (_, raw) => {
    expect(validTransaction(raw)).toEqual({ ok: true, transaction: raw })
  })

  test('behavior: omits undefined confirmations and any other field', () => {
    const result = validTransaction({ ...valid, confirmations: undefined, status: 'confirmed' })
    expect(result).toStrictEqual({ ok: true, transaction: valid })
  })

  test.each<[string, unknown]>([
    ['none', undefined],
    ['short', '0x12'],
    ['one digit too long', `${HASH}0`],
    ['without 0x', HASH.slice(2)],
    ['with capitals in front', HASH.replace('0x', '0X')],
    ['not of hex digits', `0x${'g'.repeat(64)}`],
    ['followed by a line', `${HASH}\n`],
    ['a list', [HASH]],
    ['a number', 1],
  ])('error: a hash that is %s', (_, hash) => {
    expect(sentenceOf({ ...valid, hash })).toBe('Invalid transaction hash')
  })

  test.each<[string, unknown]>([
    ['none', undefined],
    ['empty', ''],
    ['blank', ' \t\n\u00a0'],
    ['invisible', '\u200b\u202e\ufeff'],
    ['a number', 5],
    ['null', null],
    ['a text object', new String('x')],
  ])('error: a description that is %s', (_, description) => {
    expect(sentenceOf({ ...valid, description })).toBe('Transaction must have a description')
  })

  test.each<[string, unknown]>([
    ['zero', 0],
    ['negative', -1],
    ['broken', 1.5],
    ['not a number', Number.NaN],
    ['endless', Number.POSITIVE_INFINITY],
    ['a text', '1'],
    ['null', null],
    ['a bigint', 1n],
  ])('error: confirmations that are %s', (_, confirmations) => {
    expect(sentenceOf({ ...valid, confirmations })).toBe(
      'Transaction confirmations must be a positive integer',
    )
  })

  test('error: reports only the first of several faults', () => {
    expect(sentenceOf({ hash: '', description: '', confirmations: 0 })).toBe('Invalid transaction hash')
    expect(sentenceOf({ ...valid, description: '', confirmations: 0 })).toBe(
      'Transaction must have a description',
    )
  })

  test('error: nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(validTransaction(raw)).toMatchObject({ ok: false })
      }),
      propertyRuns(150),
    )
  })
})
