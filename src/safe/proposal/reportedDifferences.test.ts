import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TransactionSummary } from '#safe/service/documents.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { OWNERS, PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { reportedDifference } from './proposalChecks.ts'

type Reported = TransactionSummary['txInfo']
type ReportedTransfer = Extract<Reported, { type: 'Transfer' }>

const OTHER = someAddress(7)
const UNITS = 250n * 10n ** 18n
const abi = parseAbi([
  'function enableModule(address module)',
  'function transferFrom(address from, address to, uint256 value)',
])
const payout = SafeTx.fromCall(payoutCall, 1n)
const bnb = SafeTx.fromCall({ to: PAYEE, value: 5n, data: '0x' }, 1n)
const rejection = SafeTx.rejection(SAFE, 1n)
const settings = SafeTx.fromCall(
  { to: SAFE, value: 0n, data: encodeFunctionData({ abi, functionName: 'enableModule', args: [OTHER] }) },
  1n,
)
const taking = (from: Address, to: Address) =>
  SafeTx.fromCall(
    {
      to: USDT,
      value: 0n,
      data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, UNITS] }),
    },
    1n,
  )
const batch = SafeTx.fromCall(
  {
    to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    value: 0n,
    data: MultiSend.encode([payoutCall, payoutCall]),
  },
  1n,
  1,
)

const usdt = { type: 'ERC20', tokenAddress: USDT, value: UNITS } as const
const paid: ReportedTransfer = {
  type: 'Transfer',
  sender: SAFE,
  recipient: PAYEE,
  direction: 'OUTGOING',
  transferInfo: usdt,
}
const paidBnb: ReportedTransfer = { ...paid, transferInfo: { type: 'NATIVE_COIN', value: 5n } }
const custom = (tx: SafeTx.SafeTx, some: object = {}): Reported => ({
  type: 'Custom',
  to: tx.to,
  value: tx.value,
  ...some,
})
const changed = (method: string): Reported => ({ type: 'SettingsChange', dataDecoded: { method } })

const difference = (reported: Reported | null, tx: SafeTx.SafeTx) =>
  reportedDifference(SAFE, reported, tx, decodeProposal(SAFE, tx))

describe('an honest description', () => {
  test.each<[string, Reported | null, SafeTx.SafeTx]>([
    ['of a token', paid, payout],
    ['of BNB', paidBnb, bnb],
    ['without a direction', { ...paid, direction: 'UNKNOWN' }, payout],
    [
      'of money taken by an allowance',
      { ...paid, sender: OTHER, recipient: SAFE, direction: 'INCOMING' },
      taking(OTHER, SAFE),
    ],
    ['of the Safe’s own money moved by an allowance', { ...paid, recipient: OTHER }, taking(SAFE, OTHER)],
    ['of a rejection', custom(rejection, { isCancellation: true }), rejection],
    ['of a batch', custom(batch, { methodName: 'multiSend', actionCount: 2 }), batch],
    ['of settings', changed('enableModule'), settings],
    ['of settings without a name', { type: 'SettingsChange' }, settings],
    ['of settings that cannot be read', changed('enableModule'), { ...settings, data: `${settings.data}00` }],
    ['of another kind', { type: 'Other', label: 'Transfer' }, payout],
    ['that names no value', { type: 'Custom', to: USDT }, payout],
    ['that is missing', null, payout],
  ])('behavior: %s matches the bytes', (_, reported, tx) => {
    expect(difference(reported, tx)).toBeNull()
  })
})

describe('a payment described as another one', () => {
  const token = (some: object): Reported => ({ ...paid, transferInfo: { ...usdt, ...some } })
  test.each<[string, Reported, SafeTx.SafeTx, string]>([
    ['amount', token({ value: 1n }), payout, `a payment of 1 base units; its bytes pay ${UNITS}.`],
    ['token', token({ tokenAddress: OTHER }), payout, 'a payment in another token than its bytes pay.'],
    ['token, BNB', { ...paid, transferInfo: paidBnb.transferInfo }, payout, 'a payment in another token'],
    ['token instead of BNB', paid, bnb, 'a payment in another token'],
    ['recipient', { ...paid, recipient: OTHER }, payout, `a payment to ${OTHER}; its bytes pay ${PAYEE}.`],
    ['sender', { ...paid, sender: OTHER }, payout, `a payment by ${OTHER}; its bytes take it from ${SAFE}.`],
    [
      'direction',
      { ...paid, direction: 'INCOMING' },
      payout,
      'it as a payment to the Safe; its bytes pay out of it.',
    ],
    [
      'payer of an allowance',
      { ...paid, recipient: SAFE },
      taking(OTHER, SAFE),
      `a payment by ${SAFE}; its bytes take it from ${OTHER}.`,
    ],
    [
      'amount of BNB',
      { ...paidBnb, transferInfo: { type: 'NATIVE_COIN', value: 6n } },
      bnb,
      'a payment of 6 base units',
    ],
  ])('error: is detected by its %s', (_, reported, tx, words) => {
    expect(difference(reported, tx)).toMatch(words)
  })
})

describe('a proposal described as harmless', () => {
  const strange: Hex = '0xdeadbeef'
  test.each<[string, SafeTx.SafeTx]>([
    ['a delegatecall', { ...payout, operation: 1 }],
    ['a batch', batch],
    ['a change of settings', settings],
    ['a rejection', rejection],
    ['a call of anything', { ...payout, data: strange }],
    ['a payment with a trailing byte', { ...payout, data: `${payout.data}00` }],
  ])('error: %s described as one payment', (_, tx) => {
    expect(difference(paid, tx)).toBe('The service describes it as one payment; its bytes do something else.')
  })

  test.each<[string, SafeTx.SafeTx]>([
    ['BNB to the Safe', { ...rejection, value: 1n }],
    ['a change of settings', settings],
    ['a delegatecall', { ...rejection, operation: 1 }],
    ['a payment', payout],
  ])('error: %s described as a rejection', (_, tx) => {
    expect(difference(custom(tx, { isCancellation: true }), tx)).toBe(
      'The service describes it as a rejection, which pays nothing; its bytes do something else.',
    )
  })

  test('error: another contract’s call, a payment to itself and a delegatecall, described as a change of settings', () => {
    expect(difference(changed('enableModule'), payout)).toMatch('its bytes call another contract.')
    for (const tx of [rejection, { ...rejection, value: 1n }, { ...settings, operation: 1 as const }]) {
      expect(difference(changed('enableModule'), tx)).toMatch('its bytes do something else.')
    }
  })

  test('error: a change of settings described as another one', () => {
    expect(difference(changed('changeThreshold'), settings)).toBe(
      'The service describes the change changeThreshold; its bytes say enableModule.',
    )
  })

  test('error: a call described with another contract or another BNB amount', () => {
    expect(difference({ ...custom(batch), to: OTHER } as Reported, batch)).toMatch(
      `a call of ${OTHER}; its bytes call`,
    )
    expect(difference(custom(bnb, { value: 0n }), bnb)).toBe(
      'The service describes a call with 0 wei; its bytes send 5.',
    )
  })
})

test('behavior: ignores the owners in a description', () => {
  expect(difference(custom(payout, { missingSigners: OWNERS }), payout)).toBeNull()
})
