import { expect, test } from 'vitest'
import type { Journal, JournalEntry } from '#account/wallet/journal.ts'
import { transfer, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { OWNERS, PAYEE, USDT } from '../../../tests/support/safeExamples.ts'
import { effectOf, START_NONCE, worldChain } from '../../../tests/support/worldChain.ts'
import { recentPayments } from './recentPayments.ts'

const [ACCOUNT] = OWNERS
const usdt = Token.find(USDT) ?? Token.BNB
const call = (value: bigint) => transfer(PAYEE, { token: usdt, value })

/** What is found after one payment of 500, with a journal that says this about it. */
async function found(calls: JournalEntry['calls']) {
  const chain = worldChain({})
  const { hash } = chain.send(ACCOUNT, call(500n), () => effectOf(ACCOUNT, call(500n), 'good'), START_NONCE)
  for (let block = 0; block < 40; block++) chain.mine()
  const entry: JournalEntry = {
    ...{
      id: 'a',
      calls,
      askedAt: 1,
      hashes: [hash],
      nonces: [null],
      state: 'sent',
      batchId: null,
      since: null,
    },
  }
  const journal: Journal = {
    list: () => ({ entries: [entry], unreadable: 0 }),
    put: () => {},
    restore: () => {},
    remove: () => {},
  }
  const rpc = chain.rpc((work) => work())
  const { payments } = await recentPayments({ address: ACCOUNT, rpc, journal }, { at: 0, block: 0n })
  return { hash, payments: payments.map(({ id, transfers, reported }) => ({ id, transfers, reported })) }
}

test('behavior: a payment of the journal is listed once', async () => {
  const { hash, payments } = await found([call(500n)])
  expect(payments).toEqual([{ id: hash, transfers: transfersOf([call(500n)]), reported: 'sent' }])
})

test('error: an entry that claims another payment’s transaction does not hide it', async () => {
  const { hash, payments } = await found([call(1n)])
  expect(payments).toEqual([
    { id: hash, transfers: transfersOf([call(1n)]), reported: 'sent' },
    { id: hash, transfers: transfersOf([call(500n)]), reported: 'logged' },
  ])
})
