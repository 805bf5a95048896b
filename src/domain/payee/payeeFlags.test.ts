import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import { BNB, type Token } from '#chain/money/Token.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { OWNERS, PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { withPayeeFaults } from './payeeFlags.ts'

const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const WBNB = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'

/** The flags of a proposal that pays a good payee and then this one, beside a flag of another kind. */
function flags(payee: Address, token: Token = usdt) {
  const calls = ([PAYEE, payee] as const).map((to) => transfer(to, { token, value: 1n }))
  const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 7n, 1)
  const report = { content: decodeProposal(SAFE, tx), flags: [{ level: 'look', words: 'x' }] }
  return withPayeeFaults(report as unknown as ProposalReport).flags
}

test.each<[string, Address, Token]>([
  ['the contract of a token', USDT, usdt],
  ['the contract of a token that is not paid from here', WBNB, usdt],
  ['the contract of the unverified token that it sends', OWNERS[2], { ...usdt, address: OWNERS[2] }],
  ['nobody', '0x000000000000000000000000000000000000dEaD', usdt],
  ['nobody, in BNB', '0x000000000000000000000000000000000000dEaD', BNB],
  ['the zero address', '0x0000000000000000000000000000000000000000', usdt],
  ['a contract that all Safes share', MULTI_SEND, BNB],
])('error: a payment to %s is a danger, with its row', (_, payee, token) => {
  expect(flags(payee, token)).toEqual([
    { level: 'danger', words: expect.stringContaining(`Row 2: pays ${payee}. `) },
    { level: 'look', words: 'x' },
  ])
})

test('behavior: a payment to an account, or BNB that is wrapped, is none', () => {
  const only = [{ level: 'look', words: 'x' }]
  expect(flags(PAYEE)).toEqual(only)
  expect(flags(WBNB, BNB)).toEqual(only)
})
