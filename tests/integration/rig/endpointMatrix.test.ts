import { getAddress, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transfer } from '#chain/money/Call.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import type { EndpointMemory } from '#chain/rpc/Endpoint.ts'
import { safeSubject } from '#tests/integration/accountSubjects.ts'
import { isDeep } from '#tests/support/deep.ts'
import { type Journey, journeys, type Outcome, type Reported, walk } from '#tests/support/journeys.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand, influencers } from '../../../safe-app/accounts.ts'
import { type PersonaName, personas } from '../../../safe-app/chain/personas.ts'
import type { RpcFaults } from '../../../safe-app/chain/RpcFaults.ts'
import { startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { borrowRig } from './borrowRig.ts'

// Everything that the pages read from the chain, with every kind of endpoint alone and in every pair, where
// the two are different operators. CORS matters only in browsers, so `noCors` works here.

let rig: Rig
let reported: Reported

beforeAll(async () => {
  rig = await borrowRig()
  const [, , , , , , payee] = influencers
  const paid = amountOf('12.5', 'USDT')
  const call = transfer(payee.address, paid)
  const { transactionHash: hash } = await rig.chain.client.sendTransactionSync({
    ...call,
    account: brand.account,
    gas: 200_000n,
  })
  const { account, signAlong } = safeSubject(rig, treasury)
  const text = 'This account is ours.'
  await account.signMessage(text)
  await signAlong(text)
  const signed = await account.messageSignature(text, new AbortController().signal)
  if (signed?.kind !== 'signed') throw new Error('Enough owners have signed')
  // Final for an endpoint that lags, and recent enough for one that serves few blocks.
  await rig.chain.client.mine({ blocks: 40 })
  reported = {
    payer: brand.address,
    payee: payee.address,
    hash,
    value: paid.value,
    people: Array.from({ length: 40 }, (_, index) =>
      getAddress(`0x${keccak256(toHex(index + 1)).slice(26)}`),
    ),
    proof: { safe: treasury.address, text, signature: signed.signature },
  }
})
afterAll(() => rig.stop())

const names = Object.keys(personas) as PersonaName[]
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const))
const serves = (name: PersonaName) => personas[name].serves || name === 'noCors'

/** Runs the journeys with fresh endpoints that behave as given, in this order of preference. */
async function walkWith(...mix: readonly PersonaName[]): Promise<Record<Journey, Outcome>> {
  const proxies = await Promise.all(
    mix.map(async (name) => {
      const proxy = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
      proxy.faults.set(personas[name].faults satisfies Partial<RpcFaults>)
      return proxy
    }),
  )
  const memories = new Map<string, EndpointMemory>()
  const urls = proxies.map(({ url }) => url)
  try {
    return await walk(createRpc(urls, { memories }), createRpc(urls, { memories }), reported)
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  }
}

/** The possible results: data that no endpoint serves stays unknown, and no false claim is ever made. */
function expected(mix: readonly PersonaName[]): Record<Journey, readonly Outcome[]> {
  const serving = mix.filter(serves)
  const without = (...names: readonly PersonaName[]) => serving.filter((name) => !names.includes(name))
  const word = (isSo: boolean): readonly Outcome[] => [isSo ? 'yes' : 'unknown']
  // Values shown on one node's report can be wrong if that node lies; no payment status depends on them.
  const isShown = (isSo: boolean) =>
    mix.includes('swapped') ? (['yes', 'no', 'unknown'] as const) : word(isSo)
  return {
    connect: isShown(serving.length > 0),
    pay: isShown(serving.length > 0),
    list: isShown(serving.length > 0),
    // Two operators with receipt and finality; the chain is shorter than the depth that replaces the
    // finalized tag.
    paid: word(without('publicNode', 'noFinality').length > 1),
    request: isShown(without('bnbChain').length > 0 && without('noFinality').length > 0),
    // Two endpoints with the same lie look like one operator.
    proof: mix.every((name) => name === mix[0]) ? isShown(serving.length > 0) : word(serving.length > 1),
  }
}

/**
 * The mixes with an unexpected result. Several run at once, because most of the time is waiting. Mixes with an endpoint
 * that serves nothing run afterwards: answers without end keep the processor busy, and a true answer beside them could
 * come after its deadline.
 */
async function surprises(mixes: readonly (readonly PersonaName[])[], atOnce = 6): Promise<readonly string[]> {
  const serve = (mix: readonly PersonaName[]) => mix.every((name) => personas[name].serves)
  const found: string[] = []
  for (const left of [mixes.filter(serve), mixes.filter((mix) => !serve(mix))]) {
    const work = async () => {
      for (let mix = left.shift(); mix; mix = left.shift()) {
        const [is, should] = [await walkWith(...mix), expected(mix)]
        for (const journey of journeys) {
          if (should[journey].includes(is[journey])) continue
          found.push(`${mix.join(' + ')}: ${journey} is ${is[journey]}, not ${should[journey].join(' or ')}`)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  return found
}

describe('every endpoint', { timeout: 1_800_000 }, () => {
  // Alone these make each journey wait to its end, half a minute in all; `Endpoint.test.ts` shows that it ends.
  const waiting: readonly PersonaName[] = ['silent', 'busy', 'endless']
  test('behavior: alone serves what it can, and never satisfies a check that needs two', async () => {
    const alone = isDeep ? names : names.filter((name) => !waiting.includes(name))
    expect(await surprises(alone.map((name) => [name]))).toEqual([])
  })

  test('behavior: beside an honest one loses nothing except proof', async () => {
    expect(await surprises(names.map((name) => [name, 'honest']))).toEqual([])
  })

  test.runIf(isDeep)('behavior: beside any other one does the same', async () => {
    expect(await surprises(pairs)).toEqual([])
  })
})
