import type { EIP1193Provider } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AnnouncedWallet } from '../announced.ts'
import { brands, otherWallets, providerOf, unclaimedProvider } from './popular.ts'

const made = (flags: object = {}) => ({ request: async () => null, ...flags }) as unknown as EIP1193Provider
const announced = (rdns: string, provider = made()): AnnouncedWallet => ({
  id: rdns.replaceAll('.', '_'),
  rdns,
  name: rdns,
  icon: '',
  provider,
})

describe('a brand', () => {
  test('behavior: is found by its announcement, which takes precedence over an older provider', () => {
    const wallet = announced('io.metamask')
    const around = { announced: [wallet], injected: made({ isMetaMask: true }) }
    expect(providerOf(brands.metaMask, around)).toBe(wallet.provider)
  })

  test.each([
    ['rainbow', { isRainbow: true, isMetaMask: true }],
    ['coinbase', { isCoinbaseWallet: true }],
    ['metaMask', { isMetaMask: true }],
    ['brave', { isBraveWallet: true, isMetaMask: true }],
  ] as const)('behavior: %s is found by an older provider’s flags', (brand, flags) => {
    const injected = made(flags)
    for (const name of ['rainbow', 'coinbase', 'metaMask', 'brave'] as const) {
      expect(providerOf(brands[name], { announced: [], injected })).toBe(name === brand ? injected : null)
    }
  })

  test('behavior: is found among several older providers', () => {
    const [metaMask, coinbase] = [made({ isMetaMask: true }), made({ isCoinbaseWallet: true })]
    const around = { announced: [], injected: { providers: [coinbase, metaMask] } }
    expect(providerOf(brands.metaMask, around)).toBe(metaMask)
    expect(providerOf(brands.coinbase, around)).toBe(coinbase)
  })

  test.each(['isRabby', 'isTrust', 'isOkxWallet', 'isPhantom'])(
    'error: a wallet that claims to be MetaMask (%s) is not offered as MetaMask',
    (flag) => {
      const injected = made({ isMetaMask: true, [flag]: true })
      expect(providerOf(brands.metaMask, { announced: [], injected })).toBeNull()
      expect(unclaimedProvider({ announced: [], injected })).toBe(injected)
    },
  )
})

describe('the browser wallet', () => {
  test('behavior: lists every announced wallet that is not one of the brands', () => {
    const own = announced('com.example.wallet')
    const around = { announced: [announced('com.brave.wallet'), own], injected: undefined }
    expect(otherWallets(around)).toEqual([own])
  })

  test('behavior: is an injected provider that no brand claims', () => {
    const injected = made()
    expect(unclaimedProvider({ announced: [], injected })).toBe(injected)
    expect(unclaimedProvider({ announced: [announced('com.example', injected)], injected })).toBeNull()
    expect(unclaimedProvider({ announced: [], injected: made({ isMetaMask: true }) })).toBeNull()
  })
})

const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error('boo')
    },
  },
)

test.each([undefined, null, 'ethereum', 7, {}, { request: 'no' }, { providers: [null, 7] }, throwing])(
  'error: ignores an invalid provider (%#)',
  (injected) => {
    const around = { announced: [], injected }
    expect(unclaimedProvider(around)).toBeNull()
    expect(Object.values(brands).map((brand) => providerOf(brand, around))).toEqual([null, null, null, null])
  },
)
