import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { owners } from '../../accounts.ts'
import { bsc } from '../../chain/Network.ts'
import { feeTokensOf } from '../chain/networkFee.ts'
import * as Faults from './Faults.ts'
import * as Settings from './Settings.ts'

const safe = {
  version: '1.4.1',
  threshold: 1,
  owners: [owners[0].address],
  deployed: true,
}

const config = {
  serviceUrl: 'http://127.0.0.1:1',
  rpcUrl: 'http://127.0.0.1:2',
  gatewayUrl: 'http://127.0.0.1:1/v1/chains/56',
  appUrl: 'http://localhost:3',
  network: bsc,
  safes: [
    { ...safe, name: 'Team', address: '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4' as const },
    {
      ...safe,
      name: 'Not there yet',
      address: '0xe662DEe3B298401edA16298e7083473e7b0D7cA0' as const,
      deployed: false,
    },
  ],
  endpoints: [],
  personas: [0, 1, 12].map((index) => ({
    index,
    name: `Person ${index}`,
    role: 'owner',
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' as const,
    key: '0x01' as const,
  })),
}

const number = fc.integer({ min: 0, max: 999_999 })
const anyFaults: fc.Arbitrary<Faults.Faults> = fc.record({
  delay: number,
  drop: number,
  refuse: number,
  closeDelay: number,
  closeSilent: fc.boolean(),
  notFound: number,
  rebuildGap: number,
  silent: fc.boolean(),
  twice: fc.boolean(),
  relay: fc.boolean(),
  junk: fc.boolean(),
  lieHash: fc.boolean(),
  noDrafts: fc.boolean(),
  lieTx: fc.constantFrom(...Faults.lies),
  fail: fc.dictionary(fc.constantFrom('getSafeInfo', 'rpcCall', 'wallet_getPermissions'), number, {
    noNullPrototype: true,
  }),
})
const anySettings: fc.Arbitrary<Settings.Settings> = fc.record({
  safe: fc.constantFrom(...config.safes.map((safe) => safe.address)),
  owner: fc.constantFrom(null, 0, 1, 12),
  appUrl: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  theme: fc.constantFrom('dark', 'light'),
  chainId: fc.integer({ min: 1, max: 999_999 }),
  onChainSigning: fc.boolean(),
  feeToken: fc.constantFrom(null, ...feeTokensOf(bsc)),
  keepFrame: fc.boolean(),
  listed: fc.boolean(),
})

describe('link', () => {
  test('behavior: reads back everything that was written', () => {
    fc.assert(
      fc.property(anySettings, anyFaults, (settings, faults) => {
        const query = new URLSearchParams(Settings.link(bsc, settings, faults))
        expect(Settings.read(query, config)).toEqual(settings)
        expect(Faults.read(query)).toEqual(faults)
      }),
    )
  })

  test('behavior: writes no fault into the link of a faithful host', () => {
    const settings = Settings.read(new URLSearchParams(), config)
    expect(Settings.link(bsc, settings, Faults.none)).toBe(
      '?safe=bnb%3A0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4&appUrl=http%3A%2F%2Flocalhost%3A3%2F&owner=0',
    )
  })
})

describe('read', () => {
  test('error: uses the default for a value that cannot be read', () => {
    const query = new URLSearchParams(
      'safe=bnb:0x12&owner=99&chain=0x38&delay=-1&drop=many&lieTx=always&fail=:,a b,2x',
    )
    expect(Settings.read(query, config)).toMatchObject({
      safe: config.safes[0]?.address,
      owner: null,
      chainId: 56,
    })
    expect(Faults.read(query)).toEqual(Faults.none)
  })

  test('behavior: keeps the app’s URL exactly as given', () => {
    const appUrl = 'http://localhost:5173?x=1&y=/#/r'
    const query = new URLSearchParams({ appUrl })
    expect(Settings.read(query, config).appUrl).toBe(appUrl)
  })
})
