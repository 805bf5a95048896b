import { expect, test } from 'vitest'
import { txHash } from '#tests/support/fakeSafe.ts'
import { attemptWords } from './rowWords.ts'

test('error: a row that is twice in one transaction is not called “Paid 1 times”', () => {
  const titleOf = (times: number, hashes: number) =>
    attemptWords({
      status: {
        kind: 'paid-twice',
        times,
        hashes: Array.from({ length: hashes }, (_, index) => txHash(index + 1)),
      },
      submission: null,
    }).title
  expect(titleOf(2, 1)).toBe('Paid twice')
  expect(titleOf(2, 2)).toBe('Paid twice')
  expect(titleOf(3, 2)).toBe('Paid 3 times')
})
