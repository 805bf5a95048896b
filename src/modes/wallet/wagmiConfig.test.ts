import type { Wallet } from '@rainbow-me/rainbowkit'
import type { EIP1193Provider } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import type { Config } from 'wagmi'
import { connect, disconnect, getAccount, getClient, reconnect } from 'wagmi/actions'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { connectorsOf, renewConnectors, wagmiConfig } from './walletList.ts'
import { type Offer, unreachable, withProvider } from './wallets/popular.ts'

// The build configuration, which a unit test does not have.
vi.mock('#env.ts', () => ({
  env: { rpcUrls: ['http://127.0.0.1:1'], walletConnectProjectId: null },
}))

const wallet: Wallet = {
  id: 'test_wallet',
  name: 'Test Wallet',
  iconUrl: '',
  iconBackground: '#ffffff',
  createConnector: () => {
    throw new Error('not asked for')
  },
}

/** A provider controlled by a test: it grants accounts or throws, and can emit events. */
function fakeProvider(state: { accounts?: string[]; chainId?: string; throws?: unknown } = {}) {
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  const request = vi.fn(async ({ method }: { method: string }) => {
    if (method === 'eth_accounts') return state.accounts ?? []
    if (method === 'eth_chainId') return state.chainId ?? '0x38'
    if ('throws' in state) throw state.throws
    state.accounts ??= [PAYEE]
    return method === 'eth_requestAccounts' ? state.accounts : null
  })
  return {
    state,
    request,
    provider: {
      request,
      on: (event: string, listener: (payload: unknown) => void) =>
        void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      removeListener: () => undefined,
    } as unknown as EIP1193Provider,
    push: (event: string, payload: unknown) =>
      listeners.get(event)?.forEach((listener) => void listener(payload)),
  }
}

function guarded(content: Readonly<Record<string, string>> = {}) {
  const map = new Map(Object.entries(content))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    keeping: () => 'browser' as const,
    subscribe: () => () => undefined,
  }
}

const report = { requested: vi.fn(), failed: vi.fn() }

function configOver(offers: readonly Offer[], storage = guarded()): Config {
  return wagmiConfig(storage, connectorsOf(offers, report))
}

function first(config: Config) {
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  return connector
}

vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 1))
// wagmi's connector looks for a provider only if there is a window.
vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'https://portal.example' } }))

test('behavior: polls every 4 s and batches reads for 10 ms', () => {
  const config = configOver([withProvider(wallet, fakeProvider().provider)])
  const client = getClient(config)
  expect(client?.pollingInterval).toBe(4_000)
  expect(client?.batch).toEqual({ multicall: { wait: 10 } })
  expect(config.chains.map(({ id }) => id)).toEqual([56])
})

describe('nothing connects automatically', () => {
  test('behavior: not when a wallet pushes accounts and connections', async () => {
    const { provider, push, request } = fakeProvider({ accounts: [PAYEE] })
    const config = configOver([withProvider(wallet, provider)])
    push('connect', { chainId: '0x38' })
    push('accountsChanged', [PAYEE])
    await new Promise((resolve) => setTimeout(resolve))
    expect(getAccount(config).status).toBe('disconnected')
    expect(request).not.toHaveBeenCalled()
  })

  test('error: not from a stored session; a rejection then leaves it disconnected', async () => {
    const session = {
      state: {
        connections: {
          __type: 'Map',
          value: [['x', { accounts: [SAFE], chainId: 56, connector: { id: wallet.id } }]],
        },
        chainId: 56,
        current: 'x',
      },
      version: 2,
    }
    const storage = guarded({ 'wagmi.store': JSON.stringify(session) })
    const config = configOver(
      [withProvider(wallet, fakeProvider({ throws: { code: 4001, message: 'no' } }).provider)],
      storage,
    )
    await new Promise((resolve) => setTimeout(resolve))
    expect(getAccount(config)).toMatchObject({ status: 'disconnected', address: undefined })
    await expect(connect(config, { connector: first(config) })).rejects.toThrow()
    expect(getAccount(config)).toMatchObject({ status: 'disconnected', address: undefined })
  })

  test('behavior: stores no connection, but stores the chains that WalletConnect requested', async () => {
    const storage = guarded()
    const config = configOver([withProvider(wallet, fakeProvider().provider)], storage)
    await connect(config, { connector: first(config) })
    await config.storage?.setItem('walletConnect.requestedChains' as never, [56] as never)
    expect([...storage.map.keys()]).not.toContain('wagmi.store')
    expect(storage.map.get('wagmi.walletConnect.requestedChains')).toBe('[56]')
  })
})

test('behavior: connects on request, follows account and network, and ends when the accounts are gone', async () => {
  const { provider, push } = fakeProvider()
  const config = configOver([withProvider(wallet, provider)])
  await connect(config, { connector: first(config) })
  expect(getAccount(config)).toMatchObject({ status: 'connected', address: PAYEE, chainId: 56 })
  push('accountsChanged', [SAFE])
  expect(getAccount(config).address).toBe(SAFE)
  push('chainChanged', '0x1')
  expect(getAccount(config)).toMatchObject({ chainId: 1, chain: undefined })
  push('accountsChanged', [])
  await vi.waitFor(() => expect(getAccount(config).status).toBe('disconnected'))
})

test('behavior: reconnecting uses the last wallet without a prompt', async () => {
  const { provider, request } = fakeProvider({ accounts: [PAYEE] })
  const storage = guarded({ 'wagmi.injected.connected': 'true', [`wagmi.${wallet.id}.connected`]: 'true' })
  const config = configOver([withProvider(wallet, provider)], storage)
  expect(await reconnect(config, { connectors: [first(config)] })).toHaveLength(1)
  const asked = request.mock.calls.map(([{ method }]) => method)
  expect(asked).not.toContain('eth_requestAccounts')
  expect(asked).not.toContain('wallet_requestPermissions')
})

test('behavior: RainbowKit finds no connector for WalletConnect’s own dialog, which contacts analytics hosts', () => {
  const { connectors } = configOver([
    withProvider({ ...wallet, id: 'walletConnect' }, fakeProvider().provider),
  ])
  const details = connectors.map((connector) => connector.rkDetails)
  expect(details).toEqual([{}, expect.objectContaining({ id: 'walletConnect' })])
  expect(details[1]).not.toHaveProperty('isWalletConnectModalConnector')
})

test('error: reports a failed connection once, with the wallet, and only when it can be seen', async () => {
  report.failed.mockClear()
  const start = performance.now()
  const boom = new Error('boom')
  const config = configOver([withProvider(wallet, fakeProvider({ throws: boom }).provider)])
  await expect(connect(config, { connector: first(config) })).rejects.toBe(boom)
  expect(report.failed).toHaveBeenCalledExactlyOnceWith(boom, 'connect', 'Test Wallet')
  expect(performance.now() - start).toBeGreaterThanOrEqual(149)
})

test('error: an unavailable wallet rejects with its reason', async () => {
  const config = configOver([unreachable(wallet, 'It is not installed.', false)])
  await expect(connect(config, { connector: first(config) })).rejects.toMatchObject({
    message: 'It is not installed.',
  })
})

test('behavior: a late wallet joins the list, unless an account is connected', async () => {
  const config = configOver([withProvider(wallet, fakeProvider().provider)])
  const late = { ...wallet, id: 'late_wallet' }
  const both = connectorsOf(
    [withProvider(wallet, fakeProvider().provider), withProvider(late, fakeProvider().provider)],
    report,
  )
  renewConnectors(config, both)
  expect(config.connectors.map(({ id }) => id)).toEqual(['test_wallet', 'late_wallet'])
  await connect(config, { connector: first(config) })
  renewConnectors(config, connectorsOf([unreachable(wallet, 'Gone.', false)], report))
  expect(config.connectors).toHaveLength(2)
  await disconnect(config)
  expect(getAccount(config).status).toBe('disconnected')
})
