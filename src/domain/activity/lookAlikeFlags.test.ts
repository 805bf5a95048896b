import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import * as Call from '#chain/money/Call.ts'
import { transfer } from '#chain/money/Call.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { sentPayments, withLookAlikes } from './lookAlikeFlags.ts'

const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const COPY = getAddress(`${PAYEE.slice(0, 6)}${'0'.repeat(32)}${PAYEE.slice(-4)}`)
const NEAR = getAddress(`0x2${PAYEE.slice(3)}`)

/** The flags of a proposal that pays these payees, in a Safe that has paid PAYEE before. */
function flags(...payees: Address[]) {
  const calls = payees.map((to) => transfer(to, { token: usdt, value: 1n }))
  const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 7n, 1)
  const report = { content: decodeProposal(SAFE, tx), flags: [{ level: 'look', words: 'x' }] }
  return withLookAlikes(report as unknown as ProposalReport, lookAlikeIndex([PAYEE])).flags
}

test('error: a look-alike of an earlier payee is the first flag', () => {
  const found = flags(OWNERS[0], COPY)
  expect(found.map(({ level }) => level)).toEqual(['danger', 'look'])
  expect(found[0]?.words).toMatch(new RegExp(`^Row 2: ${COPY} begins and ends like ${PAYEE}`))
})

test('behavior: a similar payee gets a lesser flag', () => {
  expect(flags(NEAR)[0]).toMatchObject({ level: 'look', words: expect.stringContaining('is similar to') })
})

test('behavior: an earlier payee, or one that resembles no other, gets no flag', () => {
  expect(flags(PAYEE, OWNERS[1])).toEqual([{ level: 'look', words: 'x' }])
})

const OTHER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const nothingRead = new Map()
const amount = { token: usdt, value: 5n }

test('behavior: a transfer is one payment, with the status of its item', () => {
  expect(sentPayments(paid(PAYEE, 5n), nothingRead)).toEqual({
    payments: [{ to: PAYEE, amount, status: null }],
    others: 0,
  })
})

test('behavior: a Safe’s batch has the payments in its bytes, each with its place, beside other calls', () => {
  const batch = item({ what: { kind: 'batch', count: 9 } })
  const calls = [
    { to: OTHER, value: 0n, data: '0x12345678' },
    Call.transfer(PAYEE, amount),
    Call.transfer(OTHER, { token: usdt, value: 6n }),
  ] as const
  const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 7n, 1)
  expect(sentPayments(batch, new Map([[batch.id, decodeProposal(SAFE, tx)]]))).toEqual({
    payments: [
      { to: PAYEE, amount, status: null },
      { to: OTHER, amount: { token: usdt, value: 6n }, status: null },
    ],
    others: 1,
  })
})

test('behavior: a wallet’s batch has the payments that were asked for, each with its own status', () => {
  const status = { kind: 'unknown', why: 'no-answer', hash: null } as const
  const batch = item({ what: { kind: 'batch', count: 3, payments: [{ to: PAYEE, amount, status }] } })
  expect(sentPayments(batch, nothingRead)).toEqual({
    payments: [{ to: PAYEE, amount, status }],
    others: 2,
  })
})

test('error: a batch that was not read is not one without payments', () => {
  expect(sentPayments(item({ what: { kind: 'batch', count: 2 } }), nothingRead)).toBeNull()
})

test('behavior: what was received, or is no payment, counts as another call', () => {
  const none = { payments: [], others: 1 }
  expect(sentPayments(received(PAYEE), nothingRead)).toEqual(none)
  expect(sentPayments(item({ what: { kind: 'rejection' } }), nothingRead)).toEqual(none)
})
