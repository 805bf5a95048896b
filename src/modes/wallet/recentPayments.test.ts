import { expect, test } from 'vitest'
import { transfer, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { mergePayments, recordedPayments } from '#domain/ledger/earlierPayments.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { OWNERS, PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { effectOf, START_NONCE, worldChain } from '#tests/support/worldChain.ts'
import { recentPayments } from './recentPayments.ts'

const [ACCOUNT] = OWNERS
const usdt = Token.find(USDT) ?? Token.BNB
const call = (value: bigint) => transfer(PAYEE, { token: usdt, value })

/** The payments found after one payment of 500, with a record in this browser that claims this value. */
async function found(value: bigint) {
  const chain = worldChain({})
  const { hash } = chain.send(ACCOUNT, call(500n), () => effectOf(ACCOUNT, call(500n), 'good'), START_NONCE)
  for (let block = 0; block < 40; block++) chain.mine()
  const rpc = chain.rpc((work) => work())
  const { payments } = await recentPayments({ address: ACCOUNT, rpc }, { at: 0, block: 0n, tokens: [] })
  const calls = [call(value)]
  const submission = { kind: 'sent', from: ACCOUNT, calls, hash, nonce: null, since: null } as const
  const attempt = anAttempt({ account: ACCOUNT, kind: 'eoa', calls, submission })
  const all = mergePayments(payments, recordedPayments([attempt], null))
  return { hash, payments: all.map(({ id, transfers, reported }) => ({ id, transfers, reported })) }
}

test('behavior: a payment that this browser recorded is listed once', async () => {
  const { hash, payments } = await found(500n)
  expect(payments).toEqual([{ id: hash, transfers: transfersOf([call(500n)]), reported: 'sent' }])
})

test('error: a record that claims another payment’s transaction does not hide it', async () => {
  const { hash, payments } = await found(1n)
  expect(payments).toEqual([
    { id: hash, transfers: transfersOf([call(1n)]), reported: 'sent' },
    { id: hash, transfers: transfersOf([call(500n)]), reported: 'logged' },
  ])
})
