import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { withLookAlikes } from './lookAlikeFlags.ts'

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
