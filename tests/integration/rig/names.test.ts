import { parseAbi } from 'viem'
import { namehash as ensNamehash } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readName, SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { brand } from '../../../safe-app/accounts.ts'
import { claimName, registerName } from '../../../safe-app/chain/spaceIdContracts.ts'
import { nameClaims } from '../../../safe-app/seed/names.ts'
import { type Rig, startRig } from '../../../safe-app/startRig.ts'

const { short, long, lie } = nameClaims

let rig: Rig

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
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
