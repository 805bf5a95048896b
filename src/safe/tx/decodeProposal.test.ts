import fc from 'fast-check'
import {
  type Abi,
  type AbiFunction,
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbiItem,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type Call, transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { redFlags } from '#safe/proposal/redFlags.ts'
import { anyAddress, anyCall } from '#tests/support/arbitraries.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { decodeProposal, readKnownCall } from './decodeProposal.ts'
import * as MultiSend from './MultiSend.ts'
import { encode } from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'
import { fromCall } from './SafeTx.ts'

const CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const MULTISEND: Address = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const MULTISEND_150: Address = '0x218543288004CD07832472D464648173c77D7eB7'
const CALL_ONLY_150: Address = '0xA83c336B20401Af773B6219BA5027174338D1836'

type Row = Call & { readonly operation?: 0 | 1 }

/** The packed format, built without the portal's codec: operation, address, value, length, bytes. */
function pack(rows: readonly Row[]): Hex {
  const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
  const packed = rows
    .map(({ operation = 0, to, value, data }) => {
      const bytes = data.slice(2)
      return `0${operation}${to.slice(2).toLowerCase()}${word(value)}${word(bytes.length / 2)}${bytes}`
    })
    .join('')
  const padding = '0'.repeat((64 - (packed.length % 64)) % 64)
  return `0x8d80ff0a${word(32)}${word(packed.length / 2)}${packed}${padding}`
}

const batch = (rows: readonly Row[], to = CALL_ONLY) =>
  SafeTx.fromCall({ to, value: 0n, data: pack(rows) }, 0n, 1)
const nested = (rows: readonly Row[], to = MULTISEND): Row => ({
  to,
  value: 0n,
  data: pack(rows),
  operation: 1,
})
const kinds = (tx: SafeTx.SafeTx) =>
  decodeProposal(SAFE, tx).rows.map(({ path, meaning }) => `${path} ${meaning.kind}`)

const usdt = (count: bigint) => count * 10n ** 18n

describe('one call', () => {
  test('behavior: a payment is one row and its own total', () => {
    const usdt = Token.find(USDT)
    const content = decodeProposal(SAFE, SafeTx.fromCall(payoutCall, 12n))
    const amount = { token: usdt, value: 250n * 10n ** 18n }
    const meaning = { kind: 'transfer', to: PAYEE, amount, isPinned: true }
    expect(content).toEqual({
      rows: [{ path: '1', ...payoutCall, operation: 0, meaning }],
      totals: [amount],
      others: 0,
    })
  })

  test('behavior: a token that is not pinned is summed in base units under its address', () => {
    const token: Address = someAddress(9)
    const { rows, totals } = decodeProposal(SAFE, SafeTx.fromCall({ ...payoutCall, to: token }, 1n))
    expect(rows[0]?.meaning).toMatchObject({ kind: 'transfer', isPinned: false })
    expect(totals).toMatchObject([{ token: { address: token, decimals: 0, name: 'Unverified token' } }])
  })

  test('behavior: recognises a rejection in any spelling of the Safe’s address', () => {
    expect(decodeProposal(SAFE, SafeTx.rejection(SAFE, 1n))).toMatchObject({ totals: [], others: 1 })
    const written: Address[] = [SAFE, `0x${SAFE.slice(2).toLowerCase()}`]
    for (const safe of written) {
      expect(decodeProposal(safe, SafeTx.rejection(SAFE, 1n)).rows[0]?.meaning.kind).toBe('rejection')
    }
  })

  test.each<[string, Partial<SafeTx.SafeTx>, string]>([
    ['value', { value: 1n }, 'transfer'],
    ['data', { data: '0x00' }, 'known'],
    ['a delegatecall', { operation: 1 }, 'delegatecall'],
    ['another address', { to: PAYEE }, 'transfer'],
  ])('error: with %s it is not a rejection', (_, some, kind) => {
    expect(kinds({ ...SafeTx.rejection(SAFE, 1n), ...some })).toEqual([`1 ${kind}`])
  })

  test('error: foreign code running as the Safe is a delegatecall, whatever it looks like', () => {
    expect(kinds({ ...SafeTx.fromCall(payoutCall, 1n), operation: 1 })).toEqual(['1 delegatecall'])
    expect(kinds({ ...batch([payoutCall]), to: PAYEE })).toEqual(['1 delegatecall'])
    // When called and not delegatecalled, a MultiSend moves its own money, not the Safe's.
    expect(kinds({ ...batch([payoutCall]), operation: 0 })).toEqual(['1 unknown'])
  })
})

describe('a batch', () => {
  test('behavior: unfolds nested batches in order', () => {
    const tx = batch([payoutCall, nested([payoutCall, nested([payoutCall])]), payoutCall], MULTISEND)
    expect(kinds(tx)).toEqual(['1 transfer', '2.1 transfer', '2.2.1 transfer', '3 transfer'])
    expect(decodeProposal(SAFE, tx).totals).toMatchObject([{ value: 1_000n * 10n ** 18n }])
  })

  test('error: content deeper than four batches is a delegatecall', () => {
    const three = nested([nested([nested([payoutCall])])])
    expect(kinds(batch([three]))).toEqual(['1.1.1.1 transfer'])
    expect(kinds(batch([nested([three])]))).toEqual(['1.1.1.1 delegatecall'])
  })

  test.each<[string, Hex]>([
    ['is empty', pack([])],
    ['is cut short', MultiSend.encode([payoutCall]).slice(0, -2) as Hex],
    [
      'has a row that is cut short',
      pack([{ ...payoutCall, data: '0x' }]).replace(/(?<=^.{10}.{64}.{62})55/, '54') as Hex,
    ],
    ['has a trailing byte', `${pack([payoutCall])}00`],
    ['has an unknown operation', pack([payoutCall]).replace(/(?<=^.{10}.{128})00/, '02') as Hex],
    ['is another function', '0xdeadbeef'],
    ['is nothing', '0x'],
  ])('error: a batch that %s is a delegatecall', (_, data) => {
    expect(kinds({ ...batch([payoutCall]), data })).toEqual(['1 delegatecall'])
  })

  test('error: the MultiSend of 1.5.0 sends zero-address calls to the Safe, so settings cannot hide there', () => {
    const enableModule: Row = {
      to: zeroAddress,
      value: 0n,
      data: `0x610b5925${PAYEE.slice(2).padStart(64, '0')}`,
    }
    for (const to of [MULTISEND_150, CALL_ONLY_150]) {
      expect(decodeProposal(SAFE, batch([enableModule, payoutCall], to)).rows[0]).toMatchObject({
        to: SAFE,
        meaning: { kind: 'known', call: { kind: 'settings', name: 'enableModule' } },
      })
    }
    const inside = decodeProposal(SAFE, batch([nested([enableModule], MULTISEND_150)], MULTISEND))
    expect(inside.rows[0]).toMatchObject({ path: '1.1', to: SAFE })
    expect(decodeProposal(SAFE, batch([enableModule], MULTISEND)).rows[0]).toMatchObject({
      to: zeroAddress,
      meaning: { kind: 'unknown' },
    })
  })
})

// For the MultiSend of 1.5.0, the zero address is the Safe: see above.
const notZero = anyAddress.filter((address) => address !== zeroAddress)
const pay = fc
  .record({ to: notZero, token: fc.constantFrom(...Token.pinned), value: fc.bigInt(0n, 2n ** 200n) })
  .map(({ to, token, value }) => ({ call: transfer(to, { token, value }), pays: { token, value } }))
const anyRow = fc.oneof(
  { weight: 4, arbitrary: pay },
  anyCall
    .filter(({ data, to }) => data.length > 10 && to !== zeroAddress)
    .map((call) => ({ call: { ...call, value: 0n }, pays: null })),
)

describe('any batch', () => {
  test('behavior: its rows come in order and its totals are the sums of its payments, nested or not', () => {
    const any = fc.record({
      rows: fc.array(anyRow, { minLength: 2, maxLength: 30 }),
      cut: fc.nat(),
      to: fc.constantFrom(CALL_ONLY, MULTISEND, MULTISEND_150),
    })
    fc.assert(
      fc.property(any, ({ rows, cut, to }) => {
        const calls = rows.map(({ call }) => call)
        expect(MultiSend.encode(calls).toLowerCase()).toBe(pack(calls))
        const at = cut % (rows.length - 1)
        const inner = nested(calls.slice(at + 1))
        const txs = [batch(calls, to), batch([...calls.slice(0, at + 1), inner], to)]
        for (const tx of txs) {
          const content = decodeProposal(SAFE, tx)
          expect(content.rows.map(({ to, value, data }) => ({ to, value, data }))).toEqual(calls)
          const sums = new Map<Token.Token, bigint>()
          for (const { pays } of rows)
            if (pays) sums.set(pays.token, (sums.get(pays.token) ?? 0n) + pays.value)
          expect(content.totals).toEqual([...sums].map(([token, value]) => ({ token, value })))
          expect(content.others).toBe(rows.filter(({ pays }) => pays === null).length)
        }
      }),
      propertyRuns(150),
    )
  })
})

const [A, B, C] = [someAddress(1), someAddress(2), someAddress(3)]
const HASH: Hex = `0x${'ab'.repeat(32)}`

function callTo(to: Address, signature: string, args: readonly unknown[]) {
  const item = parseAbiItem(`function ${signature}`) as AbiFunction
  const abi: Abi = [item]
  return { to, value: 0n, data: encodeFunctionData({ abi, functionName: item.name, args }) }
}

const ofSafe: [string, readonly unknown[], string][] = [
  [
    'addOwnerWithThreshold(address,uint256)',
    [A, 2n],
    `Adds the owner ${A} and sets the required signatures to 2`,
  ],
  [
    'removeOwner(address,address,uint256)',
    [A, B, 1n],
    `Removes the owner ${B} and sets the required signatures to 1`,
  ],
  ['swapOwner(address,address,address)', [A, B, C], `Replaces the owner ${B} by ${C}`],
  ['changeThreshold(uint256)', [1n], 'Sets the required signatures to 1'],
  ['enableModule(address)', [A], `Lets the module ${A} move money without any signature`],
  ['disableModule(address,address)', [A, B], `Takes all power from the module ${B}`],
  ['setGuard(address)', [A], `Lets the contract ${A} forbid transactions of the Safe`],
  ['setModuleGuard(address)', [A], `Lets the contract ${A} forbid what modules do`],
  ['setFallbackHandler(address)', [A], `Lets the contract ${A} answer in the name of the Safe`],
  ['changeMasterCopy(address)', [A], `Replaces the whole code of the Safe by ${A}`],
]

describe('a call of the Safe to itself', () => {
  test.each(ofSafe)('behavior: describes %s as a change of settings', (signature, args, words) => {
    const call = callTo(SAFE, signature, args)
    const name = signature.split('(')[0]
    expect(readKnownCall(SAFE, call)).toEqual({ kind: 'settings', name, words })
    expect(readKnownCall(SAFE.toLowerCase(), call)).toEqual({ kind: 'settings', name, words })
    expect(readKnownCall(SAFE, { ...call, data: `0x${call.data.slice(2).toUpperCase()}` })).toMatchObject({
      words,
    })
    // A function of the same name on another contract is not the Safe's.
    expect(readKnownCall(SAFE, { ...call, to: USDT })).toBeNull()
  })

  test.each([
    ['a trailing byte', (data: Hex): Hex => `${data}00`],
    [
      'dirt in the padding of an address',
      (data: Hex): Hex => `${data.slice(0, 10)}01${data.slice(12)}` as Hex,
    ],
    ['a missing end', (data: Hex): Hex => data.slice(0, -2) as Hex],
    ['an unknown function', (data: Hex): Hex => `0xdeadbeef${data.slice(10)}`],
    ['half a selector', (): Hex => '0x610b'],
  ])('error: a settings change with %s is still one, though it cannot be read', (_, spoil) => {
    const call = callTo(SAFE, 'enableModule(address)', [A])
    expect(readKnownCall(SAFE, { ...call, data: spoil(call.data) })).toEqual({
      kind: 'settings',
      name: null,
      words: 'Calls the Safe itself with data that this portal cannot read: it may change who rules it',
    })
  })
})

const ofOthers: [string, readonly unknown[], 'power' | 'call', string][] = [
  [
    'approve(address,uint256)',
    [A, 5n],
    'power',
    `Lets ${A} take up to 5 base units of this token at any time`,
  ],
  [
    'approve(address,uint256)',
    [A, maxUint256],
    'power',
    `Lets ${A} take any amount of this token at any time`,
  ],
  [
    'increaseAllowance(address,uint256)',
    [A, 7n],
    'power',
    `Lets ${A} take up to 7 base units more of this token at any time`,
  ],
  [
    'transferFrom(address,address,uint256)',
    [A, B, 9n],
    'call',
    `Moves 9 base units of this token from ${A} to ${B}`,
  ],
  [
    'setApprovalForAll(address,bool)',
    [A, true],
    'power',
    `Changes whether ${A} may take all tokens of this collection`,
  ],
  ['approveHash(bytes32)', [HASH], 'power', `Signs ${HASH} as an owner of that Safe`],
  ['signMessage(bytes)', ['0x1234'], 'power', 'Signs a message in the name of the Safe'],
]

const ALLOWANCE_MODULE = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'

const set = 'setAllowance(address,address,uint96,uint16,uint32)'
const spend = 'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)'

const ofAllowances: [string, readonly unknown[], 'power' | 'call', string][] = [
  [
    set,
    [A, USDT, usdt(500n), 1_440, 0],
    'power',
    `Lets ${A} spend up to 500 USDT (resets every day) without further signatures`,
  ],
  [
    set,
    [A, USDT, usdt(500n), 10_080, 29_000_000],
    'power',
    `Lets ${A} spend up to 500 USDT (resets every 7 days) without further signatures`,
  ],
  [
    set,
    [A, zeroAddress, usdt(2n), 90, 0],
    'power',
    `Lets ${A} spend up to 2 BNB (resets every 90 minutes) without further signatures`,
  ],
  [
    set,
    [A, B, 2n ** 96n - 1n, 0, 0],
    'power',
    `Lets ${A} spend up to 79228162514264337593543950335 base units of the unverified token ${B} (never resets) without further signatures`,
  ],
  [set, [A, USDT, 0n, 0, 0], 'power', `Sets what ${A} may spend of USDT to zero`],
  [
    'addDelegate(address)',
    [A],
    'power',
    `Makes ${A} a delegate, who can spend its allowances of the Safe without further signatures`,
  ],
  [
    'resetAllowance(address,address)',
    [A, USDT],
    'power',
    `Lets ${A} spend its whole allowance of USDT again without further signatures`,
  ],
  [
    spend,
    [SAFE, USDT, B, usdt(9n), zeroAddress, 0n, A, '0x'],
    'power',
    `Moves 9 USDT from the Safe ${SAFE} to ${B}, from the allowance of ${A}`,
  ],
  [
    spend,
    [SAFE, USDT, B, usdt(9n), zeroAddress, usdt(1n), A, '0x12'],
    'power',
    `Moves 9 USDT from the Safe ${SAFE} to ${B} and 1 BNB to the account that executes it, from the allowance of ${A}`,
  ],
  [
    'deleteAllowance(address,address)',
    [A, B],
    'call',
    `Takes the allowance of the unverified token ${B} from ${A}`,
  ],
  [
    'removeDelegate(address,bool)',
    [A, true],
    'call',
    `Removes the delegate ${A}, who can spend no allowance any more`,
  ],
]

describe('a call of the allowance module', () => {
  test.each(ofAllowances)('behavior: describes %s in plain words', (signature, args, kind, words) => {
    const name = signature.split('(')[0]
    expect(readKnownCall(SAFE, callTo(ALLOWANCE_MODULE, signature, args))).toEqual({ kind, name, words })
  })

  test('behavior: a spending limit is a danger, and setting it up names every step', () => {
    const steps = [
      { ...callTo(SAFE, 'enableModule(address)', [ALLOWANCE_MODULE]) },
      callTo(ALLOWANCE_MODULE, 'addDelegate(address)', [A]),
      callTo(ALLOWANCE_MODULE, set, [A, USDT, usdt(500n), 1_440, 0]),
    ]
    const tx = fromCall(
      { to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', value: 0n, data: encode(steps) },
      1n,
      1,
    )
    const content = decodeProposal(SAFE, tx)
    const nature = { version: '1.4.1', modules: [], singleton: null, guard: null }
    const flags = redFlags(tx, content, nature)
    expect(flags.map(({ level }) => level)).toEqual(['danger', 'danger', 'danger'])
    expect(flags.at(2)?.words).toContain('spend up to 500 USDT (resets every day)')
  })
})

describe('a call of another contract', () => {
  test.each(ofOthers)('behavior: describes %s', (signature, args, kind, words) => {
    const name = signature.split('(')[0]
    expect(readKnownCall(SAFE, callTo(USDT, signature, args))).toEqual({ kind, name, words })
  })

  test('error: bytes that do not encode back identically are unknown', () => {
    const { data, ...call } = callTo(USDT, 'approve(address,uint256)', [A, 5n])
    for (const other of [
      `${data}00`,
      data.slice(0, -2),
      `${data.slice(0, 10)}01${data.slice(12)}`,
      '0x',
      '0x09',
    ]) {
      expect(readKnownCall(SAFE, { ...call, data: other as Hex })).toBeNull()
    }
    expect(readKnownCall(SAFE, { ...call, data: '0xdeadbeef' })).toBeNull()
  })
})
