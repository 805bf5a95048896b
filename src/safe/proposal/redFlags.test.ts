import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashMessage,
  maxUint256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '#chain/money/Call.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { FEE_COLLECTOR } from '#safe/tx/gasRefund.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { onChainCall } from '../../../safe-app/host/chain/Message.ts'
import { redFlags, type SafeNature } from './redFlags.ts'

const CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const [A, B] = [someAddress(1), someAddress(2)]

const abi = parseAbi([
  'function enableModule(address module)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function approve(address spender, uint256 value)',
])
const enableModule = {
  to: SAFE,
  value: 0n,
  data: encodeFunctionData({ abi, functionName: 'enableModule', args: [A] }),
} as const
const addOwner = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [A, 1n] })
const approval = encodeFunctionData({ abi, functionName: 'approve', args: [A, maxUint256] })

const plain: SafeNature = { version: '1.4.1', modules: [], singleton: null, guard: null }
const flagsOf = (tx: SafeTx.SafeTx, nature = plain) => redFlags(tx, decodeProposal(SAFE, tx), nature)
const callTo = (to: Address, data: Hex, value = 0n) => SafeTx.fromCall({ to, value, data }, 1n)
const batch = (calls: Parameters<typeof MultiSend.encode>[0], to = CALL_ONLY) =>
  SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, 1n, 1)
const danger = (words: string) => ({ level: 'danger', words })
const look = (words: string) => ({ level: 'look', words })

describe('there is no flag for', () => {
  test.each<[string, SafeTx.SafeTx]>([
    ['a payment of a token', SafeTx.fromCall(payoutCall, 1n)],
    ['a payment of BNB', callTo(PAYEE, '0x', 5n)],
    ['a batch of payments', batch([payoutCall, { to: PAYEE, value: 1n, data: '0x' }])],
    ['a rejection', SafeTx.rejection(SAFE, 1n)],
    [
      'a payment with gas set aside but no refund',
      { ...SafeTx.fromCall(payoutCall, 1n), safeTxGas: 9n, baseGas: 9n },
    ],
  ])('behavior: %s', (_, tx) => {
    expect(flagsOf(tx)).toEqual([])
  })
})

describe('dangers', () => {
  test('error: foreign code running as the Safe', () => {
    const words = `runs the code of ${PAYEE} as the Safe itself (delegatecall). It can take everything and change the owners.`
    expect(flagsOf({ ...callTo(PAYEE, '0x'), operation: 1 })).toEqual([danger(words)])
    // Looks like a payment, but runs the token's code as the Safe.
    expect(flagsOf({ ...SafeTx.fromCall(payoutCall, 1n), operation: 1 })).toMatchObject([{ level: 'danger' }])
  })

  test('error: a text signed on the chain, with its hash for comparison', () => {
    const call = onChainCall('This Safe is ours.', '1.4.1')
    const words = `signs a text in the name of the Safe, for good. Its hash is ${hashMessage('This Safe is ours.')}: ask for the text, and compare its hash.`
    expect(flagsOf(SafeTx.fromCall(call, 1n, 1))).toEqual([danger(words)])
    for (const other of [
      { ...call, to: PAYEE as Address },
      { ...call, value: 1n },
      { ...call, data: `${call.data}00` as Hex },
      { ...call, data: call.data.replace('0020', '0040') as Hex },
      { ...call, data: call.data.slice(0, -2) as Hex },
    ]) {
      expect(flagsOf(SafeTx.fromCall(other, 1n, 1))).toMatchObject([
        { words: expect.stringContaining('(delegatecall). It can take everything') },
      ])
    }
  })

  test('error: a delegatecall inside a batch, with its row', () => {
    const inner: Call = { ...payoutCall, to: PAYEE }
    const data = MultiSend.encode([payoutCall, inner]).replace(
      `00${PAYEE.slice(2)}`,
      `01${PAYEE.slice(2)}`,
    ) as Hex
    const tx = { ...batch([payoutCall]), to: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', data } as const
    expect(flagsOf(tx)).toEqual([
      danger(expect.stringMatching(`^Row 2: runs the code of ${PAYEE} as the Safe`)),
    ])
  })

  test.each<[string, Hex]>([
    ['empty', MultiSend.encode([])],
    ['cut short', MultiSend.encode([payoutCall]).slice(0, -64) as Hex],
  ])('error: a batch that is %s', (_, data) => {
    const words = 'a batch whose content cannot be read runs as the Safe itself.'
    expect(flagsOf({ ...batch([payoutCall]), data })).toEqual([danger(words)])
  })

  test.each<[keyof SafeTx.SafeTx, Partial<SafeTx.SafeTx>, string]>([
    ['gasPrice', { gasPrice: 1n }, 'whoever executes it'],
    ['gasToken', { gasToken: USDT }, 'whoever executes it'],
    ['refundReceiver', { refundReceiver: B }, B],
  ])('error: a gas refund, set by its %s', (_, some, to) => {
    expect(flagsOf({ ...SafeTx.fromCall(payoutCall, 1n), ...some })).toEqual([
      danger(`The Safe pays a gas refund to ${to}, and its amount is not part of the totals.`),
    ])
    expect(flagsOf({ ...SafeTx.rejection(SAFE, 1n), ...some })).toHaveLength(1)
  })

  test('error: a change of settings, alone and inside a batch', () => {
    expect(flagsOf(callTo(SAFE, addOwner))).toEqual([
      danger(`Adds the owner ${A} and sets the required signatures to 1.`),
    ])
    expect(flagsOf(batch([payoutCall, enableModule]))).toEqual([
      danger(`Row 2: Lets the module ${A} move money without any signature.`),
    ])
  })

  test('error: a change of settings with a trailing byte, which the Safe accepts but a reader may not', () => {
    for (const tx of [
      callTo(SAFE, `${addOwner}00`),
      batch([{ ...enableModule, data: `${enableModule.data}00` }]),
    ]) {
      expect(flagsOf(tx)).toEqual([
        danger(expect.stringMatching(/^Calls the Safe itself with data that this portal cannot read/)),
      ])
    }
  })

  test('error: settings calls to the zero address, which the MultiSend of 1.5.0 sends to the Safe', () => {
    const tx = batch([{ ...enableModule, to: zeroAddress }], '0xA83c336B20401Af773B6219BA5027174338D1836')
    expect(flagsOf(tx)).toEqual([danger(`Lets the module ${A} move money without any signature.`)])
  })

  test.each(['0.9.0', '1.4.2', '1.6.0', '2.0.0', '', '1.4.1.1', '11.4.1', '1.4.1+x', 'safe'])(
    'error: a contract of version "%s"',
    (version) => {
      expect(flagsOf(SafeTx.rejection(SAFE, 1n), { ...plain, version })).toEqual([
        danger(`The contract calls itself version ${version}, which this portal does not know.`),
      ])
    },
  )

  test('error: a hostile version is shown short and cleaned', () => {
    const version = `1.4.1+\u202e${'L2'.repeat(5_000)}`
    expect(flagsOf(SafeTx.rejection(SAFE, 1n), { ...plain, version })).toEqual([
      danger(`The contract calls itself version 1.4.1+${'L2'.repeat(17)}, which this portal does not know.`),
    ])
  })

  test.each(['1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.3.0+L2', '1.4.1', '1.4.1+L2', '1.5.0+L2', null])(
    'behavior: no flag for version %s',
    (version) => {
      expect(flagsOf(SafeTx.rejection(SAFE, 1n), { ...plain, version })).toEqual([])
    },
  )
})

test('error: an approval is a danger, because others can take money later', () => {
  expect(flagsOf(callTo(USDT, approval))).toEqual([
    { level: 'danger', words: `Lets ${A} take any amount of this token at any time.` },
  ])
})

test.each<[string, Hex]>([
  ['an approval with a trailing byte, which the token accepts', `${approval}00`],
  ['a payment with a trailing byte', `${payoutCall.data}00`],
  ['a payment with dirty bits above its payee', payoutCall.data.replace('a9059cbb00', 'a9059cbb01') as Hex],
])('error: %s is a danger, although the portal cannot read it', (_, data) => {
  const words = `calls the token USDT (${USDT}) with data that this portal cannot read: it may pay, or let others take any amount.`
  expect(flagsOf(callTo(USDT, data))).toEqual([danger(words)])
})

describe('points to check', () => {
  test('behavior: a call that the portal cannot read', () => {
    expect(flagsOf(callTo(PAYEE, '0xdeadbeef'))).toEqual([
      look(`calls ${PAYEE} with data that this portal cannot read.`),
    ])
  })

  test('error: BNB sent with a call, which no total includes', () => {
    const words = `sends 1.50 BNB with this call to ${PAYEE}, which is not part of the totals.`
    expect(flagsOf(callTo(PAYEE, '0xdeadbeef', 15n * 10n ** 17n))).toContainEqual(look(words))
    expect(flagsOf(callTo(SAFE, addOwner, 15n * 10n ** 17n))).toHaveLength(2)
    const two = batch([payoutCall, { to: PAYEE, value: 15n * 10n ** 17n, data: approval }])
    expect(flagsOf(two)).toContainEqual(look(`Row 2: ${words}`))
  })

  test('behavior: a token that is not pinned', () => {
    expect(flagsOf(SafeTx.fromCall({ ...payoutCall, to: B }, 1n))).toEqual([
      look(`moves a token we don’t know: ${B}.`),
    ])
  })

  test('behavior: every module of the Safe', () => {
    const module = (address: Address) =>
      look(`The module ${address} can move money of this Safe without signatures.`)
    expect(flagsOf(SafeTx.rejection(SAFE, 1n), { ...plain, modules: [A, B] })).toEqual([module(A), module(B)])
    expect(flagsOf(SafeTx.rejection(SAFE, 1n), { ...plain, modules: null })).toEqual([])
  })
})

test('behavior: the most severe come first, then in row order', () => {
  const tx = {
    ...batch([{ ...payoutCall, to: B }, enableModule, { ...payoutCall, data: approval }]),
    gasPrice: 1n,
  }
  expect(flagsOf(tx, { ...plain, version: '9.9.9', modules: [A] }).map(({ level }) => level)).toEqual([
    'danger',
    'danger',
    'danger',
    'danger',
    'look',
    'look',
  ])
})

describe('the Safe itself', () => {
  test('error: unpublished code can do anything, whatever version it reports (A23)', () => {
    const tx = SafeTx.fromCall(payoutCall, 12n)
    expect(flagsOf(tx, { ...plain, singleton: A })).toEqual([
      danger(`The Safe runs the code of ${A}, which Safe has not published. It can do anything.`),
    ])
    const known = '0x41675C099F32341bf84BFc5382aF534df5C7461a'
    expect(flagsOf(tx, { ...plain, singleton: known })).toEqual([])
  })

  test('behavior: a guard is named, because it can block a signed transaction (A23)', () => {
    const tx = SafeTx.fromCall(payoutCall, 12n)
    expect(flagsOf(tx, { ...plain, guard: A })).toEqual([
      look(`The guard ${A} can forbid transactions of this Safe.`),
    ])
  })

  test('behavior: Safe{Wallet}’s own network fee is a note, listed last', () => {
    const fee = {
      gasPrice: 1_000_000_000n,
      baseGas: 60_000n,
      safeTxGas: 80_000n,
      refundReceiver: FEE_COLLECTOR,
    }
    const flags = flagsOf({ ...SafeTx.fromCall(payoutCall, 12n), ...fee }, { ...plain, guard: A })
    expect(flags.map(({ level }) => level)).toEqual(['look', 'note'])
    expect(flags.at(-1)?.words).toContain('at most 0.0002 BNB')
  })
})
