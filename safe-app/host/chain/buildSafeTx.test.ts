import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { buildSafeTx } from './buildSafeTx.ts'
import { packSignatures } from './executeSafeTx.ts'

const to = getAddress('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
const call = { to, value: 5n, data: '0x' } as const

describe('buildSafeTx', () => {
  test('behavior: keeps a single call as it is', () => {
    expect(buildSafeTx([call], 3n, '1.4.1')).toMatchObject({
      ...call,
      operation: 0,
      nonce: 3n,
      safeTxGas: 0n,
    })
  })

  test('behavior: combines several calls into one delegatecall to the version’s MultiSendCallOnly', () => {
    const calls = [call, { ...call, value: 6n }]
    const built = buildSafeTx(calls, 3n, '1.3.0+L2')
    expect(built).toMatchObject({
      to: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
      value: 0n,
      operation: 1,
    })
    expect(MultiSend.decode(built.data)).toEqual(calls.map((each) => ({ ...each, operation: 0 })))
  })

  test('behavior: copies the app’s safeTxGas', () => {
    expect(buildSafeTx([call], 0n, '1.4.1', 77n).safeTxGas).toBe(77n)
  })

  test('error: refuses an empty list and an unknown version', () => {
    expect(() => buildSafeTx([], 0n, '1.4.1')).toThrow(RangeError)
    expect(() => buildSafeTx([call, call], 0n, '9.9.9')).toThrow(RangeError)
  })
})

describe('packSignatures', () => {
  test('behavior: sorts signatures by owner in ascending order, ignoring hex case', () => {
    const confirmation = (owner: string, byte: string) => ({
      owner: owner as Address,
      signature: `0x${byte.repeat(65)}` as const,
    })
    const packed = packSignatures([
      confirmation('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '03'),
      confirmation('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '01'),
      confirmation('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '02'),
    ])
    expect(packed).toBe(`0x${'01'.repeat(65)}${'02'.repeat(65)}${'03'.repeat(65)}`)
  })
})
