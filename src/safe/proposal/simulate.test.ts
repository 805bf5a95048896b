import {
  getMultiSendCallOnlyDeployment,
  getSimulateTxAccessorDeployment,
} from '@safe-global/safe-deployments'
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult, type Hex, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '#chain/money/Call.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { safeAbi } from '#safe/tx/SafeContract.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { callOf, type FakeAnswer, fakeRpc, word } from '#tests/support/fakeRpc.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { accessorAbi, handlerAbi, simulateCalls, simulationContracts } from './simulate.ts'

const bnb: Call = { to: PAYEE, value: 5n, data: '0x' }
const VERSION = '0xffa1ad74'
const HEAD = '0x64'

/** The Safe handler's answer when the accessor returns this. */
const reported = (success: boolean, returnData: Hex = '0x', estimate = 21_000n) =>
  encodeFunctionResult({
    abi: handlerAbi,
    functionName: 'simulate',
    result: encodeAbiParameters(accessorAbi[0].outputs, [estimate, success, returnData]),
  })

/** A node with a Safe whose handler gives this answer to `simulate`. */
function node(simulated: FakeAnswer, version = '1.4.1', more: Readonly<Record<string, FakeAnswer>> = {}) {
  return fakeRpc({
    eth_blockNumber: HEAD,
    eth_getStorageAt: word(1),
    eth_getCode: '0x60',
    eth_call: (params) =>
      callOf(params).data === VERSION
        ? encodeFunctionResult({ abi: safeAbi, functionName: 'VERSION', result: version })
        : typeof simulated === 'function'
          ? (simulated as (params: readonly unknown[]) => unknown)(params)
          : simulated,
    ...more,
  })
}

const error = (text: string): Hex => `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [text]).slice(2)}`

test.each([...simulationContracts])(
  'behavior: the contracts for %s are the ones that Safe deployed on BSC',
  (version, { accessors, multiSends }) => {
    const deployed = (deployment: ReturnType<typeof getSimulateTxAccessorDeployment>) =>
      deployment && Object.entries(deployment.deployments)
    for (const [get, ours] of [
      [getSimulateTxAccessorDeployment, accessors],
      [getMultiSendCallOnlyDeployment, multiSends],
    ] as const) {
      const found = get({ version, network: '56' })
      const listed = [found?.networkAddresses['56']].flat()
      // Either addresses, or the names of the sets deployed there.
      const known = new Map(deployed(found)?.map(([name, { address }]) => [name, address]))
      expect(listed.map((entry) => known.get(`${entry}`) ?? entry)[0]).toBe(ours[0])
      for (const address of ours) expect([...known.values()]).toContain(address)
    }
  },
)

describe('the simulated call', () => {
  const asked = async (calls: readonly Call[]) => {
    let question: readonly unknown[] = []
    const rpc = node((params: readonly unknown[]) => {
      question = params
      return reported(true)
    })
    expect(await simulateCalls(rpc, SAFE, calls)).toEqual({
      kind: 'would-succeed',
      block: 100n,
      gas: 21_000n,
    })
    const [request, block] = question as [{ to: string; data: Hex }, string]
    const outer = decodeFunctionData({ abi: handlerAbi, data: request.data })
    expect([request.to, block, outer.args[0]]).toEqual([
      SAFE,
      HEAD,
      simulationContracts.get('1.4.1')?.accessors[0],
    ])
    return decodeFunctionData({ abi: accessorAbi, data: outer.args[1] }).args
  }

  test('behavior: is a single call unchanged', async () => {
    expect(await asked([bnb])).toEqual([bnb.to, 5n, '0x', 0])
  })

  test('behavior: is the batch that would be proposed for several', async () => {
    const [to, value, data, operation] = await asked([bnb, payoutCall])
    expect([to, value, operation]).toEqual([simulationContracts.get('1.4.1')?.multiSends[0], 0n, 1])
    expect(MultiSend.decode(data)).toEqual([
      { ...bnb, operation: 0 },
      { ...payoutCall, operation: 0 },
    ])
  })
})

describe('the answer', () => {
  test.each<[string, string, Hex]>([
    ['a reason', 'ERC20: transfer amount exceeds balance', error('ERC20: transfer amount exceeds balance')],
    ['a reason in several lines, with invisible characters', 'a b', error(' a\n\tb\u202e\u0000 ')],
    ['a very long reason', 'x'.repeat(200), error('x'.repeat(5_000))],
  ])('error: contains %s', async (_, reason, returnData) => {
    const answer = await simulateCalls(node(reported(false, returnData)), SAFE, [payoutCall])
    expect(answer).toEqual({ kind: 'would-fail', block: 100n, reason })
  })

  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['a panic', `0x4e487b71${word(17).slice(2)}`],
    ['half a reason', error('too long').slice(0, 60) as Hex],
    ['an empty reason', error('')],
  ])('error: contains no reason in %s', async (_, returnData) => {
    const answer = await simulateCalls(node(reported(false, returnData)), SAFE, [payoutCall])
    expect(answer).toEqual({ kind: 'would-fail', block: 100n, reason: null })
  })

  test('error: is a failure if a token returns false, although nothing reverts', async () => {
    const single = (returnData: Hex) => simulateCalls(node(reported(true, returnData)), SAFE, [payoutCall])
    expect((await single(word(0))).kind).toBe('would-fail')
    expect((await single(word(1))).kind).toBe('would-succeed')
    expect((await single('0x')).kind).toBe('would-succeed')
  })

  const good = reported(true)
  test.each<[string, FakeAnswer]>([
    ['nothing', '0x'],
    ['a number', word(1)],
    ['text', encodeFunctionResult({ abi: handlerAbi, functionName: 'simulate', result: stringToHex('yes') })],
    ['bytes after the answer', `${good}00`],
    ['an answer cut short', good.slice(0, -64)],
    ['a success of two', good.replace(/0{63}1/, `${'0'.repeat(63)}2`)],
  ])('error: %s is not an answer', async (_, answer) => {
    expect((await simulateCalls(node(answer), SAFE, [bnb])).kind).toBe('not-possible')
  })

  test('error: a handler that reverts cannot simulate, but a node without the block is unreachable', async () => {
    const reverting = () => {
      throw new RpcError(3, 'execution reverted')
    }
    expect((await simulateCalls(node(reverting), SAFE, [bnb])).kind).toBe('not-possible')
    const behind = () => {
      throw new RpcError(-32000, 'header not found')
    }
    expect((await failureOf(simulateCalls(node(behind), SAFE, [bnb]))).kind).toBe('unreachable')
  })
})

test.each<[string, Parameters<typeof node>]>([
  ['of another version', [good(), '1.1.1']],
  ['of an unknown version', [good(), 'constructor']],
  ['without a fallback handler', [good(), '1.4.1', { eth_getStorageAt: word(0) }]],
  ['without deployed contracts', [good(), '1.4.1', { eth_getCode: '0x' }]],
])('error: a Safe %s cannot be simulated', async (_, args) => {
  expect((await simulateCalls(node(...args), SAFE, [bnb])).kind).toBe('not-possible')
})

test('behavior: ignores a version’s suffix, and cannot simulate an empty list', async () => {
  expect((await simulateCalls(node(good(), '1.3.0+L2'), SAFE, [bnb])).kind).toBe('would-succeed')
  expect((await simulateCalls(node(good()), SAFE, [])).kind).toBe('not-possible')
})

function good(): Hex {
  return reported(true)
}
