import fc from 'fast-check'
import { type Address, type Hex, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executionData, sign } from '../../../rig/seed/SafeActs.ts'
import { legacy, TREASURY, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { join } from '../../../safe-app/service/read/Signature.ts'
import { borrowRig } from './borrowRig.ts'
import { nonces, payout } from './proposals.ts'

let rig: Rig

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

const hashAbi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

function hashOnChain(safe: Address, tx: SafeTx.SafeTx): Promise<Hex> {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = tx
  return rig.chain.client.readContract({
    address: safe,
    abi: hashAbi,
    functionName: 'getTransactionHash',
    args: [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce],
  })
}

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const address = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map((value) => toHex(value, { size: 20 }))
const anyTx: fc.Arbitrary<SafeTx.SafeTx> = fc.record({
  to: address,
  value: uint256,
  data: fc.uint8Array({ maxLength: 300 }).map((bytes) => toHex(bytes)),
  operation: fc.constantFrom(0 as const, 1 as const),
  safeTxGas: uint256,
  baseGas: uint256,
  gasPrice: uint256,
  gasToken: address,
  refundReceiver: address,
  nonce: uint256,
})

describe('the hash that owners sign', () => {
  test.each([treasury, legacy])(
    'behavior: equals the real $version contract’s hash for any transaction',
    async (safe) => {
      await fc.assert(
        fc.asyncProperty(anyTx, async (tx) => {
          expect(SafeTx.hash(safe.address, tx, safe.version)).toBe(await hashOnChain(safe.address, tx))
        }),
        { numRuns: 60 },
      )
    },
  )

  const [dana, eli] = influencers

  test('behavior: vector A, 0.001 BNB at nonce 0', async () => {
    const tx = SafeTx.fromCall(Call.transfer(dana.address, { token: Token.BNB, value: 10n ** 15n }), 0n)
    expect(SafeTx.hashes(TREASURY, tx)).toEqual({
      domainHash: '0x67f96275554a86aeadac0c144eee5e9f0f3d8990c0a96a2a51d22d9b14099feb',
      messageHash: '0xeccd0e8bdfd2ee54b1c743469eb54f662ffe07ea38335fdfdfa6503ac7f5120b',
      safeTxHash: '0x494bd52287809dc3e4bfd588087de22800abeedd9e195c8bd54c480b72bb9af8',
    })
    expect(await hashOnChain(TREASURY, tx)).toBe(SafeTx.hash(TREASURY, tx))
  })

  test('behavior: vector B, 250 USDT at nonce 12, and its hash before 1.3.0', async () => {
    const usdt = Token.find('0x55d398326f99059fF775485246999027B3197955') ?? Token.BNB
    const tx = SafeTx.fromCall(Call.transfer(eli.address, { token: usdt, value: 250n * 10n ** 18n }), 12n)
    const expected = '0x0c14413e5c79db74be8c14b3859c19daa3af47e9d7b62f16e7156d7daef8802f'
    expect(SafeTx.hash(TREASURY, tx)).toBe(expected)
    expect(await hashOnChain(TREASURY, tx)).toBe(expected)
    expect(SafeTx.hash(TREASURY, tx, '1.2.0')).toBe(
      '0xbeab73f1835305d46dbd90e87803e8c415635025d6a59d5aabc5ec50d50473b6',
    )
  })

  test('behavior: vector C, the rejection of nonce 12', async () => {
    const expected = '0x15e9e24d70ac2c1622e3e0e2dc6af7107d58713bf423655aa96c97bbbcf0b09a'
    expect(SafeTx.hash(TREASURY, SafeTx.rejection(TREASURY, 12n))).toBe(expected)
    expect(await hashOnChain(TREASURY, SafeTx.rejection(TREASURY, 12n))).toBe(expected)
  })
})

describe('signatures at execution', () => {
  const [ada, ben] = owners

  async function simulate(arrange: (parts: readonly Hex[]) => Hex): Promise<unknown> {
    const tx = payout((await nonces(rig)).current)
    const sorted = [ada, ben].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
    const parts = await Promise.all(sorted.map((signer) => sign(treasury, tx, signer)))
    return rig.chain.client.call({
      account: ada.address,
      to: TREASURY,
      data: executionData(tx, arrange(parts)),
    })
  }

  const concat = (parts: readonly Hex[]): Hex => `0x${parts.map((part) => part.slice(2)).join('')}`

  test('behavior: accepts two of three in owner order', async () => {
    await expect(simulate((parts) => concat(parts))).resolves.toMatchObject({ data: toHex(1, { size: 32 }) })
  })

  test('error: refuses the same two in reverse order (GS026)', async () => {
    await expect(simulate((parts) => concat([...parts].reverse()))).rejects.toThrow('GS026')
  })

  test('error: refuses one of two (GS020)', async () => {
    await expect(simulate((parts) => concat(parts.slice(0, 1)))).rejects.toThrow('GS020')
  })

  test('error: refuses the same owner twice (GS026)', async () => {
    await expect(simulate(([first = '0x']) => concat([first, first]))).rejects.toThrow('GS026')
  })

  test('behavior: the service joins signatures in the order that the contract requires', async () => {
    const tx = payout((await nonces(rig)).current)
    const signed = await Promise.all(
      [...owners].map(async (owner) => ({
        owner: owner.address,
        signature: await sign(treasury, tx, owner),
      })),
    )
    for (const parts of [signed, [...signed].reverse()]) {
      const data = executionData(tx, join(parts))
      const { data: answer } = await rig.chain.client.call({ account: ada.address, to: TREASURY, data })
      expect(answer).toBe(toHex(1, { size: 32 }))
    }
  })
})
