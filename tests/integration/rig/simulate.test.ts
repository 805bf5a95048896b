import { type Address, getAddress, type Hex, pad, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { getReceipt } from '#chain/rpc/rpcMethods.ts'
import { executionOf } from '#safe/proposal/executionOf.ts'
import { simulateCalls, simulationContracts } from '#safe/proposal/simulate.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { legacy, type SeededSafe, solo, treasury, undeployed } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn, nonces } from './proposals.ts'

const [ada, ben] = owners
const [dana, eli, fay] = influencers
const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const UNIT = 10n ** 18n
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

let rig: Rig

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  for (const { address } of [treasury, legacy, solo]) {
    await setTokenBalance(rig.chain.client, the(usdt.address), address, 100n * UNIT)
    await rig.chain.client.setBalance({ address, value: UNIT })
  }
})

const pay = (to: { address: Address }, value: bigint, token: Token.Token = usdt) =>
  Call.transfer(to.address, { token, value })
const rpc = () => createRpc([rig.chain.rpcUrl])
const simulate = (safe: { address: Address }, calls: readonly Call.Call[]) =>
  simulateCalls(rpc(), safe.address, calls)

/** The real result of the calls, executed on the chain by the Safe. */
async function carriedOut(safe: SeededSafe, calls: readonly Call.Call[]): Promise<string> {
  const { current } = await nonces(rig, safe)
  const [only] = calls
  const multiSend = the(simulationContracts.get(safe.version)?.multiSends[0])
  const batch = { to: multiSend, value: 0n, data: MultiSend.encode(calls) }
  const tx: SafeTx.SafeTx = {
    ...SafeTx.fromCall(calls.length === 1 ? the(only) : batch, current),
    operation: calls.length === 1 ? 0 : 1,
    // With gas set aside, an inner failure is executed as a failure instead of reverting.
    safeTxGas: 500_000n,
  }
  const hash = await executeOn(rig, tx, [ada, ben].slice(0, safe.threshold), safe)
  const receipt = the(await getReceipt(rpc(), hash))
  return executionOf(receipt, safe.address, SafeTx.hash(safe.address, tx, safe.version))
}

describe.each([
  ['1.4.1, 2 of 3', treasury],
  ['1.3.0, 2 of 2', legacy],
  ['1.4.1, 1 of 1', solo],
] as const)('a Safe %s', (_, safe) => {
  test.each([
    ['one payment', () => [pay(dana, 60n * UNIT)]],
    ['one payment of BNB', () => [pay(dana, UNIT, Token.BNB)]],
    [
      'a batch of both with the whole balance',
      () => [pay(dana, 60n * UNIT), pay(eli, 40n * UNIT), pay(fay, UNIT, Token.BNB)],
    ],
    ['a hundred rows', () => Array.from({ length: 100 }, (_, index) => pay(index % 2 ? dana : eli, UNIT))],
  ])('behavior: simulates %s as a success, and the execution succeeds', async (_, calls) => {
    const head = await rig.chain.client.getBlockNumber({ cacheTime: 0 })
    expect(await simulate(safe, calls())).toEqual({
      kind: 'would-succeed',
      block: head,
      gas: expect.any(BigInt),
    })
    // The simulation changed nothing, so the same calls still succeed.
    if (calls().length < 10) expect(await carriedOut(safe, calls())).toBe('success')
  })

  test.each([
    ['a payment above the balance', () => [pay(dana, 101n * UNIT)], 'ERC20: transfer amount exceeds balance'],
    ['BNB above the balance', () => [pay(dana, 2n * UNIT, Token.BNB)], null],
    ['a batch with a row above the balance', () => [pay(dana, UNIT), pay(eli, 101n * UNIT)], null],
    ['a batch whose rows fit, but not their sum', () => [pay(dana, 60n * UNIT), pay(eli, 60n * UNIT)], null],
    ['a sum of BNB above the balance', () => [pay(dana, UNIT, Token.BNB), pay(eli, 1n, Token.BNB)], null],
  ])('error: simulates %s as a failure, and the execution fails', async (_, calls, reason) => {
    const head = await rig.chain.client.getBlockNumber({ cacheTime: 0 })
    expect(await simulate(safe, calls())).toEqual({ kind: 'would-fail', block: head, reason })
    expect(await carriedOut(safe, calls())).toBe('failure')
  })
})

describe('calls that cannot be simulated', () => {
  /** Replaces the fallback handler of Ada's own Safe for a while. */
  async function withHandler<T>(handler: Address, work: () => Promise<T>): Promise<T> {
    const { client } = rig.chain
    const slot = { address: solo.address, slot: HANDLER_SLOT } as const
    const before = the(await client.getStorageAt(slot))
    const put = (value: Hex) => client.setStorageAt({ address: solo.address, index: HANDLER_SLOT, value })
    await put(pad(handler))
    try {
      return await work()
    } finally {
      await put(before)
    }
  }

  /** A contract that answers every call with the word 1. */
  const ONES = getAddress('0x0000000000000000000000000000000000000aaa')

  test.each<[string, Address]>([
    ['no fallback handler', zeroAddress],
    ['a handler that is not a contract', stranger.address],
    ['a handler without that function', the(usdt.address)],
    ['a handler that answers something else', ONES],
  ])('error: a Safe with %s cannot be simulated', async (_, handler) => {
    // mstore(0, 1), return(0, 32)
    await rig.chain.client.setCode({ address: ONES, bytecode: '0x60015f5260205ff3' })
    await withHandler(handler, async () => {
      for (const calls of [[pay(dana, 1n)], [pay(dana, 1n), pay(eli, 1n)]]) {
        expect((await simulate(solo, calls)).kind).toBe('not-possible')
      }
    })
    expect((await simulate(solo, [pay(dana, 1n)])).kind).toBe('would-succeed')
  })

  test('error: an address without a Safe cannot be simulated', async () => {
    for (const safe of [undeployed, dana, { address: the(usdt.address) }]) {
      expect((await simulate(safe, [pay(eli, 1n)])).kind).toBe('not-possible')
    }
  })

  test('behavior: uses the second accessor of 1.3.0 if the first is missing', async () => {
    const { client } = rig.chain
    const [first, second] = the(simulationContracts.get('1.3.0')).accessors.map((address) => ({ address }))
    const code = the(await client.getCode(the(first)))
    await client.setCode({ ...the(first), bytecode: '0x' })
    expect((await simulate(legacy, [pay(dana, 1n)])).kind).toBe('not-possible')
    await client.setCode({ ...the(second), bytecode: code })
    expect((await simulate(legacy, [pay(dana, 1n)])).kind).toBe('would-succeed')
    await client.setCode({ ...the(second), bytecode: '0x' })
    await client.setCode({ ...the(first), bytecode: code })
  })
})
