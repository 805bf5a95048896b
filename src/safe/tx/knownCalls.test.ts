import {
  type Abi,
  type AbiFunction,
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbiItem,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { someAddress } from '../../../tests/support/fakeSafe.ts'
import { SAFE, USDT } from '../../../tests/support/safeExamples.ts'
import { readKnownCall } from './knownCalls.ts'

const [A, B, C] = [someAddress(1), someAddress(2), someAddress(3)]
const HASH: Hex = `0x${'ab'.repeat(32)}`

function callTo(to: Address, signature: string, args: readonly unknown[]) {
  const item = parseAbiItem(`function ${signature}`) as AbiFunction
  const abi: Abi = [item]
  return { to, value: 0n, data: encodeFunctionData({ abi, functionName: item.name, args }) }
}

const ofSafe: [string, readonly unknown[], string][] = [
  ['addOwnerWithThreshold(address,uint256)', [A, 2n], `Adds the owner ${A} and asks for 2 signatures`],
  ['removeOwner(address,address,uint256)', [A, B, 1n], `Removes the owner ${B} and asks for 1 signatures`],
  ['swapOwner(address,address,address)', [A, B, C], `Replaces the owner ${B} by ${C}`],
  ['changeThreshold(uint256)', [1n], 'Asks for 1 signatures from now on'],
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
