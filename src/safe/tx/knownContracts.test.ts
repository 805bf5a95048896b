import * as deployments from '@safe-global/safe-deployments'
import { type Address, type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { twoNodes } from '#tests/support/fakeSafe.ts'
import { codeOf, SINGLETON } from '#tests/support/safeCode.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { readArtifact } from '../../../safe-app/chain/readArtifact.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { isProxyCode, isSafeContract, readIsGenuineSafe, singletonCodeHash } from './knownContracts.ts'
import { isKnown } from './MultiSend.ts'

type Getter = (filter: { version: string; network: string }) => { networkAddresses: object } | undefined

test('behavior: recognises every contract that Safe deployed on BSC', () => {
  const getters = Object.entries(deployments).filter(([name]) => /^get\w+Deployments$/.test(name))
  const addresses = getters.flatMap(([, get]) =>
    ['1.3.0', '1.4.1', '1.5.0'].flatMap((version) => {
      const found = (get as Getter)({ version, network: '56' })?.networkAddresses ?? {}
      return [found['56' as keyof typeof found] ?? []].flat() as Address[]
    }),
  )
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => !isKnown(address) && !isSafeContract(address))).toEqual([])
})

test('behavior: a Safe and a token are not among them', () => {
  expect([isSafeContract(SAFE), isSafeContract(USDT)]).toEqual([false, false])
})

type Chain = { readonly codes?: Readonly<Record<string, Hex>>; readonly singleton?: Address }

/** A node on which the account is a Safe, except for the given codes (by lower-case address) and singleton. */
function nodeOf({ codes = {}, singleton = SINGLETON }: Chain = {}): Rpc {
  return fakeRpc({
    eth_getCode: ([address]) => codes[`${address}`.toLowerCase()] ?? codeOf(address, [SAFE]),
    eth_getStorageAt: () => `0x${singleton.slice(2).toLowerCase().padStart(64, '0')}`,
  })
}
const isGenuine = (chain: Chain) => readIsGenuineSafe(twoNodes(nodeOf(chain)), SAFE)
const foreign: Chain = { codes: { [SAFE.toLowerCase()]: '0x6001600155' } }

describe('the known code', () => {
  test('behavior: includes every singleton that Safe deployed on BSC, with the code hash of safe-deployments', () => {
    for (const version of ['1.3.0', '1.4.1', '1.5.0']) {
      const filter = { version, network: '56' }
      for (const get of [
        deployments.getSafeSingletonDeployments,
        deployments.getSafeL2SingletonDeployments,
      ]) {
        const found = get(filter)
        const addresses = [found?.networkAddresses['56'] ?? []].flat()
        expect(addresses.length).toBeGreaterThan(0)
        const hashes = Object.values(found?.deployments ?? {})
        for (const address of addresses) {
          const deployed = hashes.find((one) => one?.address.toLowerCase() === address.toLowerCase())
          expect(singletonCodeHash(address as Address)).toBe(deployed?.codeHash)
        }
      }
    }
  })

  test('behavior: includes the proxies of Safe’s own builds', () => {
    for (const { artifact } of [safeContracts.proxyFactory, safeContracts.proxyFactory130]) {
      expect(isProxyCode(readArtifact(artifact.replaceAll('ProxyFactory', 'Proxy')).deployedBytecode)).toBe(
        true,
      )
    }
    expect(keccak256(codeOf(SINGLETON, []))).toBe(singletonCodeHash(SINGLETON))
  })
})

describe('a Safe', () => {
  test('behavior: is genuine if its proxy and its singleton have published code', async () => {
    expect(await isGenuine({})).toBe(true)
  })

  test.each<[string, Chain]>([
    ['code of its own', foreign],
    ['no code', { codes: { [SAFE.toLowerCase()]: '0x' } }],
    [
      'code that delegates to another account',
      { codes: { [SAFE.toLowerCase()]: `0xef0100${'11'.repeat(20)}` } },
    ],
    ['a proxy with one byte more', { codes: { [SAFE.toLowerCase()]: `${codeOf(SAFE, [SAFE])}00` } }],
    ['a singleton that Safe has not published', { singleton: '0x1111111111111111111111111111111111111111' }],
    ['itself as its singleton', { singleton: SAFE }],
    ['another code at the singleton’s address', { codes: { [SINGLETON.toLowerCase()]: '0x6001' } }],
    ['no code at the singleton’s address', { codes: { [SINGLETON.toLowerCase()]: '0x' } }],
  ])('error: with %s is not genuine', async (_, chain) => {
    expect(await isGenuine(chain)).toBe(false)
  })

  test('error: is not made genuine by one operator of two', async () => {
    const two = Object.assign(nodeOf(), { witnesses: [nodeOf(), nodeOf(foreign)] })
    await expect(readIsGenuineSafe(two, SAFE)).rejects.toThrow('No two operators agree')
    const down: Rpc = () => Promise.reject(new Error('down'))
    const one = Object.assign(nodeOf(), { witnesses: [nodeOf(), down] })
    await expect(readIsGenuineSafe(one, SAFE)).rejects.toThrow('No two operators agree')
    const three = Object.assign(nodeOf(), { witnesses: [nodeOf(foreign), nodeOf(), nodeOf()] })
    expect(await readIsGenuineSafe(three, SAFE)).toBe(true)
  })
})
