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
import { redFlags } from '#safe/proposal/redFlags.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { decodeProposal } from './decodeProposal.ts'
import { readKnownCall } from './knownCalls.ts'
import { encode } from './MultiSend.ts'
import { fromCall } from './SafeTx.ts'

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
const usdt = (count: bigint) => count * 10n ** 18n
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
