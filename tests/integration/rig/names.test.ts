import { parseAbi } from 'viem'
import { namehash as ensNamehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namehash, readName, resolveName, SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { claimName, registerName } from '../../../rig/chain/spaceIdContracts.ts'
import { twoOperators } from '../../../rig/ports.ts'
import { nameClaims } from '../../../rig/seed/names.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand } from '../../../safe-app/accounts.ts'
import { borrowRig } from './borrowRig.ts'

const { short, long, lie } = nameClaims

let rig: Rig

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

function nameOf(person: { address: `0x${string}` }) {
  return readName(createRpc([rig.chain.rpcUrl]), person.address)
}

test('behavior: reads a name that resolves back to its address from SPACE ID’s contracts', async () => {
  expect(await nameOf(short.who)).toBe(short.name)
  expect(await nameOf(long.who)).toBe(long.name)
})

test('behavior: an address that never set a name has none', async () => {
  expect(await nameOf(brand)).toBeNull()
})

test('error: an account that claims someone else’s name has none', async () => {
  expect(await nameOf(lie.who)).toBeNull()
})

test('error: does not show a name in upper case, although its owner claims it', async () => {
  await claimName(rig.chain.client, brand.address, 'Lumen.bnb')
  await registerName(rig.chain.client, 'lumen.bnb', brand.address)
  expect(await nameOf(brand)).toBeNull()
  await claimName(rig.chain.client, brand.address, 'lumen.bnb')
  expect(await nameOf(brand)).toBe('lumen.bnb')
})

test('behavior: a lookup like other ENS clients do finds the same addresses', async () => {
  const abi = parseAbi([
    'function resolver(bytes32 node) view returns (address)',
    'function addr(bytes32 node) view returns (address)',
  ])
  for (const { name, who } of [short, long]) {
    const args = [ensNamehash(name)] as const
    const { client } = rig.chain
    const address = await client.readContract({
      address: SPACE_ID_REGISTRY,
      abi,
      functionName: 'resolver',
      args,
    })
    expect(await client.readContract({ address, abi, functionName: 'addr', args })).toBe(who.address)
  }
})

describe('a name that is typed', () => {
  const resolve = (name: string) => resolveName(createRpc(twoOperators(rig.chain.rpcUrl)), name)

  test('behavior: is found where it leads and is claimed, by two operators', async () => {
    expect(await resolve(short.name)).toEqual({ kind: 'found', address: short.who.address })
    expect(await resolve(long.name)).toEqual({ kind: 'found', address: long.who.address })
    expect(await resolve('no-such-name.bnb')).toEqual({ kind: 'nowhere' })
  })

  test('error: is unclaimed as soon as its address claims another, and found again where it moved to', async () => {
    const { client } = rig.chain
    await registerName(client, 'moving.bnb', brand.address)
    await claimName(client, brand.address, 'lumen.bnb')
    expect(await resolve('moving.bnb')).toEqual({ kind: 'unclaimed', address: brand.address })
    await claimName(client, brand.address, 'moving.bnb')
    expect(await resolve('moving.bnb')).toEqual({ kind: 'found', address: brand.address })
    await registerName(client, 'moving.bnb', lie.who.address)
    expect(await resolve('moving.bnb')).toEqual({ kind: 'unclaimed', address: lie.who.address })
  })

  test('error: is unknown with one operator, and with one of two that is down', async () => {
    const one = createRpc([rig.chain.rpcUrl])
    expect(await resolveName(one, short.name)).toEqual({ kind: 'unknown', why: 'one-source' })
    const half = createRpc([rig.chain.rpcUrl, 'http://localhost:9'])
    expect(await resolveName(half, short.name)).toEqual({ kind: 'unknown', why: 'alone' })
  })

  test.each([
    ['reverts', '0x60006000fd', { kind: 'nowhere' }],
    ['takes all gas', '0x5b600056', { kind: 'unknown', why: 'silent' }],
    ['returns one byte', '0x60016000f3', { kind: 'unknown', why: 'silent' }],
    ['returns nothing', '0x00', { kind: 'unknown', why: 'silent' }],
    ['returns zeros', '0x60206000f3', { kind: 'nowhere' }],
  ] as const)('error: has no address if its own contract %s', async (_, bytecode, answer) => {
    const { client } = rig.chain
    const abi = parseAbi(['function resolver(bytes32 node) view returns (address)'])
    const args = [namehash(short.name)] as const
    const resolver = await client.readContract({
      address: SPACE_ID_REGISTRY,
      abi,
      functionName: 'resolver',
      args,
    })
    const code = await client.getCode({ address: resolver })
    await client.setCode({ address: resolver, bytecode })
    try {
      expect(await resolve(short.name)).toEqual(answer)
    } finally {
      await client.setCode({ address: resolver, bytecode: code ?? '0x' })
    }
  })
})
