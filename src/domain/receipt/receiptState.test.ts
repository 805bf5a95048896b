import { describe, expect, test } from 'vitest'
import { pinned } from '#chain/money/Token.ts'
import type { PaidTransfer, PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { OWNERS, PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { receiptState, receiptWords } from './receiptLink.ts'

const [ada] = OWNERS
const usdt: PaidTransfer = {
  token: USDT,
  from: SAFE,
  to: PAYEE,
  value: 5n,
  logIndex: 4n,
  name: 'log-4',
  bySafe: null,
}
const value: PaidTransfer = { ...usdt, token: null, from: ada, logIndex: null, name: 'value' }
const row: PaidTransfer = { ...value, from: SAFE, name: 'row-2', bySafe: SAFE }
const received: PaidTransfer = { ...value, to: SAFE, logIndex: 5n, name: 'log-5' }
const worthless: PaidTransfer = { ...usdt, token: PAYEE, logIndex: 6n, name: 'log-6' }
const nothing: PaidTransfer = { ...usdt, value: 0n, logIndex: 7n, name: 'log-7' }

const mined = {
  kind: 'final',
  status: 'success',
  blockNumber: 900n,
  at: 1_000,
  from: ada,
  to: SAFE,
  transfers: [usdt, value, row, received, worthless, nothing],
} as const satisfies PaidTransfers
const place = { final: true, blockNumber: 900n, at: 1_000 }
const words = (paid: PaidTransfers, name: string) => receiptWords(receiptState(paid, name), name)

describe('a receipt', () => {
  test('behavior: is paid if a token or a transaction proves it in a final block', () => {
    expect(receiptState(mined, 'log-4')).toEqual({
      kind: 'moved',
      place,
      transfer: usdt,
      token: pinned[1],
      word: null,
    })
    for (const name of ['log-4', 'value']) {
      expect(words(mined, name)).toMatchObject({ tone: 'good', title: 'Paid, final' })
    }
  })

  test.each([
    ['row-2', 'payer'],
    ['log-5', 'payee'],
  ])('behavior: of BNB in %s names the Safe of the %s as its only source', (name, word) => {
    expect(receiptState(mined, name)).toMatchObject({ kind: 'moved', word })
    expect(words(mined, name)).toMatchObject({ tone: 'warn', title: `Paid (reported by the ${word}’s Safe)` })
  })

  test('error: of BNB that only a contract without Safe’s code reports is never paid', () => {
    const transfers = mined.transfers.map((one) => ({
      ...one,
      ...(one.bySafe && { isForeign: true as const }),
    }))
    const { tone, title, text } = words({ ...mined, transfers }, 'row-2')
    expect([tone, title]).toEqual(['warn', 'Not proven'])
    // Its code may not have been read.
    expect(text).toContain('we can’t see that it runs Safe’s code')
  })

  test('error: of what an account sent to itself pays nobody', () => {
    const { tone, title } = words({ ...mined, transfers: [{ ...usdt, from: PAYEE }] }, 'log-4')
    expect([tone, title]).toEqual(['warn', 'Sent to itself'])
  })

  test('error: is never paid before the block is final', () => {
    for (const { name } of mined.transfers) {
      const { tone, title } = words({ ...mined, kind: 'mined' }, name)
      expect(tone).not.toBe('good')
      expect(title).not.toMatch(/^Paid/)
    }
  })

  test('error: of a failure that is not final does not say that no money moved', () => {
    const failed = { ...mined, status: 'failed', transfers: [] } as const
    expect(words(failed, 'value').text).toContain('no money moved')
    const { text } = words({ ...failed, kind: 'mined' }, 'value')
    expect(text).not.toContain('no money moved')
    expect(text).toContain('Don’t pay it again yet.')
  })

  test('error: of a transfer that is not seen claims nothing before the block is final', () => {
    for (const name of ['log-40', 'log-7']) {
      const { tone, title, text } = words({ ...mined, kind: 'mined' }, name)
      expect([tone, title]).toEqual(['wait', 'Not seen yet'])
      expect(text).not.toMatch(/Nothing was paid|ask for it again/)
      expect(text).toContain('Don’t pay it again yet.')
    }
  })

  test.each<[string, string, PaidTransfers, string]>([
    ['an unknown hash', 'Not found', { kind: 'unknown-hash' }, 'log-4'],
    ['a transaction without a block', 'Pending', { kind: 'pending', from: ada, to: SAFE }, 'log-4'],
    ['a failed transaction', 'Failed', { ...mined, status: 'failed', transfers: [] }, 'value'],
    ['a missing log index', 'No such transfer', mined, 'log-40'],
    ['two transfers with one name', 'No such transfer', { ...mined, transfers: [usdt, usdt] }, 'log-4'],
    ['a transfer of zero', 'Nothing was paid', mined, 'log-7'],
    ['a token that is not pinned', 'Unverified token', mined, 'log-6'],
  ])('error: shows %s as %j', (_, short, paid, name) => {
    expect(words(paid, name).title).toBe(short)
    expect(words(paid, name).tone).not.toBe('good')
  })
})
