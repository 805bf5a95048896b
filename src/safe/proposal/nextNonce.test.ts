import { expect, test } from 'vitest'
import {
  type ListedTransaction,
  NEWEST,
  type SafeSource,
  type TransactionPage,
} from '#safe/service/SafeSource.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { nextNonce } from './proposalReads.ts'

const row = (nonce: bigint): ListedTransaction => ({
  id: `multisig_${SAFE}_${PAYOUT_HASH}`,
  txStatus: 'AWAITING_CONFIRMATIONS',
  txInfo: { type: 'Other', label: 'Contract call' },
  executionInfo: { type: 'MULTISIG', nonce, confirmationsRequired: 2, confirmationsSubmitted: 1 },
  conflict: false,
})

/** A paged queue; a cursor past the last page returns the last page again. */
function source(pages: readonly (readonly bigint[])[], change: Partial<TransactionPage> = {}) {
  const queued: SafeSource['queued'] = async (_, cursor) => {
    const page = cursor === NEWEST ? 0 : Number(cursor)
    return {
      transactions: (pages[page] ?? []).map(row),
      cursor: page + 1 < pages.length ? `${page + 1}` : null,
      unreadable: 0,
      ...change,
    }
  }
  const unasked = () => Promise.reject(new Error('not asked for'))
  return { name: 'Service', queued, history: unasked, transaction: unasked, executedAt: unasked }
}

test('behavior: returns the first nonce after the chain’s and after the whole queue, in any order', async () => {
  expect(await nextNonce(source([[]]), SAFE, 12n)).toBe(12n)
  expect(await nextNonce(source([[12n, 14n], [13n]]), SAFE, 12n)).toBe(15n)
  // A service that lags behind the chain still lists executed proposals.
  expect(await nextNonce(source([[3n, 4n]]), SAFE, 12n)).toBe(12n)
})

test('error: an incompletely read queue gives no nonce', async () => {
  await expect(nextNonce(source([[12n]], { unreadable: 1 }), SAFE, 12n)).rejects.toThrow(/not be read whole/)
  await expect(nextNonce(source([[12n]], { cursor: '0' }), SAFE, 12n)).rejects.toThrow(/no end/)
})
