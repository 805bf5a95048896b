import { describe, expect, test } from 'vitest'
import { owners } from '../accounts.ts'
import { findPerson, readConfig } from './readConfig.ts'

const [ada, ben] = owners
const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('readConfig', () => {
  test('behavior: without options there are Safes of four kinds on Ethereum, on any free ports', () => {
    const plan = readConfig({})
    expect(plan.network.shortName).toBe('eth')
    expect(plan.ports).toEqual({ host: 0, service: 0, rpc: 0 })
    expect(plan.safes.map(({ version, threshold, deployed }) => [version, threshold, deployed])).toEqual([
      ['1.4.1', 2, true],
      ['1.4.1', 1, true],
      ['1.3.0', 2, true],
      ['1.4.1', 2, false],
    ])
  })

  test('behavior: owners are test people by name, in any case, or addresses', () => {
    const [safe] = readConfig({ safes: [{ name: 'Mine', owners: ['ada', 'Ben (partner)', address] }] }).safes
    expect(safe?.owners).toEqual([ada.address, ben.address, address])
    expect(safe?.threshold).toBe(1)
  })

  test('behavior: the service and the node get the ports after the host’s', () => {
    expect(readConfig({ port: 6000 }).ports).toEqual({ host: 6000, service: 6001, rpc: 6002 })
  })

  test('behavior: a chain that is not on the list has ether as its coin', () => {
    expect(readConfig({ chain: 100 }).network.coin.symbol).toBe('XDAI')
    expect(readConfig({ chain: 987_654 }).network).toMatchObject({ id: 987_654, name: 'Chain 987654' })
    expect(readConfig({ chain: 987_654 }).network.coin.symbol).toBe('ETH')
  })

  test('behavior: the code of a contract is placed if its address is known', () => {
    const abi = [{ type: 'function', name: 'poke', inputs: [], outputs: [], stateMutability: 'nonpayable' }]
    const plan = readConfig({
      contracts: [{ abi }, { abi, address, deployedBytecode: { object: '0x00' } }],
    })
    expect(plan.contracts.map((contract) => contract.address)).toEqual([null, address])
    expect(plan.placed).toEqual([{ address, code: '0x00' }])
  })

  const team = { name: 'Team', owners: ['Ada', 'Ben'] }
  test.each<[name: string, config: unknown, sentence: string]>([
    ['no object', 7, 'it must be an object, not 7.'],
    [
      'an unknown key',
      { aap: 'http://localhost:3000' },
      '"aap" is not an option. The options are app, chain, safes, fork, contracts, port, blockTime, headless.',
    ],
    [
      'an unknown key of a Safe',
      { safes: [{ ...team, thresold: 2 }] },
      '"thresold" is not an option of safes[0]. The options are name, owners, threshold, version, modules, guard, deployed, saltNonce.',
    ],
    [
      'an owner twice',
      { safes: [{ ...team, owners: ['Ada', 'ada'] }] },
      'the Safe "Team" names the owner ada twice.',
    ],
    [
      'an owner by name and by address',
      { safes: [{ ...team, owners: ['Ada', ada.address] }] },
      `the Safe "Team" names the owner ${ada.address} twice.`,
    ],
    [
      'a threshold of 0',
      { safes: [{ ...team, threshold: 0 }] },
      'safes[0].threshold must be a whole number from 1 to 1000.',
    ],
    [
      'a threshold above the number of owners',
      { safes: [{ ...team, threshold: 3 }] },
      'the Safe "Team" has 2 owners, so its threshold can\'t be 3.',
    ],
    [
      'a guard of a Safe before 1.3.0',
      { safes: [{ ...team, version: '1.2.0', guard: ada.address }] },
      'the Safe "Team" has a guard, but its version is 1.2.0, and guards exist since 1.3.0.',
    ],
    [
      'the version whose code nobody has published',
      { safes: [{ ...team, version: '1.0.0' }] },
      'safes[0].version must be one of 1.1.1, 1.2.0, 1.3.0, 1.4.1, 1.5.0, not "1.0.0": the code that was deployed as 1.0.0 is in no package.',
    ],
    [
      'the address of nobody as an owner',
      { safes: [{ ...team, owners: ['0x0000000000000000000000000000000000000000'] }] },
      'the Safe "Team" has the owner 0x0000000000000000000000000000000000000000, which Safe\'s contracts refuse.',
    ],
    [
      'the end of the list of owners as an owner',
      { safes: [{ ...team, owners: ['Ada', '0x0000000000000000000000000000000000000001'] }] },
      'the Safe "Team" has the owner 0x0000000000000000000000000000000000000001, which Safe\'s contracts refuse.',
    ],
    ['no owner', { safes: [{ ...team, owners: [] }] }, 'safes[0].owners must name at least one owner.'],
    ['no owners', { safes: [{ name: 'Team' }] }, 'safes[0].owners is missing.'],
    ['no Safe', { safes: [] }, 'safes must have at least one Safe.'],
    ['a Safe that is none', { safes: ['Team'] }, 'safes[0] must be an object.'],
    ['a name twice', { safes: [team, team] }, 'two Safes are called "Team".'],
    [
      'a URL without its scheme',
      { app: 'localhost:3000' },
      'app must be a URL that starts with http:// or https://, not "localhost:3000".',
    ],
    [
      'a file as the fork',
      { fork: 'file:///etc/passwd' },
      'fork must be a URL that starts with http:// or https://, not "file:///etc/passwd".',
    ],
    ['a chain of 0', { chain: 0 }, `chain must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`],
    [
      'a chain in words',
      { chain: 'bsc' },
      `chain must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`,
    ],
    ['no port', { port: 70_000 }, 'port must be a whole number from 0 to 65533.'],
    [
      'a module without its checksum',
      { safes: [{ ...team, modules: ['0x90f79bf6eb2c4f870365e785982e1F101e93b906'] }] },
      'safes[0].modules[0] must be an address with its checksum, not "0x90f79bf6eb2c4f870365e785982e1F101e93b906".',
    ],
    ['a contract of numbers', { contracts: [5] }, 'contracts[0] must be a file or an object with an ABI.'],
  ])('error: %s is refused in one sentence', (_, config, sentence) => {
    expect(() => readConfig(config, 'local-safe.config.js')).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: `local-safe.config.js: ${sentence}` }),
    )
  })

  test('error: an owner who is nobody, and a version without a build, are refused with what there is', () => {
    expect(() => readConfig({ safes: [{ ...team, owners: ['Zoe'] }] })).toThrow(
      /has an owner "Zoe", which is neither an address with its checksum nor one of Ada, Ben, Cleo, /,
    )
    expect(() => readConfig({ safes: [{ ...team, version: '0.1.0' }] })).toThrow(
      /safes\[0\]\.version must be /,
    )
  })

  test('error: a contract’s file that is missing is named', () => {
    expect(() => readConfig({ contracts: ['/nowhere/abi.json'] })).toThrow(
      'There is no file /nowhere/abi.json.',
    )
  })
})

test('behavior: findPerson knows everybody by first name, whole name and address', () => {
  for (const wanted of ['Ada', 'ADA (treasurer)', ada.address, ada.address.toLowerCase()]) {
    expect(findPerson(wanted)).toBe(ada)
  }
  expect(findPerson('Nobody')).toBeUndefined()
})
