import { defineChain, type EIP1193Provider } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfig, custom, injected } from 'wagmi'
import { connect } from 'wagmi/actions'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { connectorRequest, openAccount } from './openAccount.ts'
import { readBatching } from './sendBatch.ts'
import { batchError } from './walletFault.ts'

// How wagmi and viem really handle a wallet's answers to payments and to the EIP-5792 methods.

const bsc = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

beforeEach(() => {
  // wagmi's connector looks for a provider only if there is a window.
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

/** A connected wallet. The result of a function is thrown; anything else is the answer. */
async function connected(answers: Readonly<Record<string, unknown>>) {
  const asked: unknown[] = []
  const all: Record<string, unknown> = {
    eth_requestAccounts: [PAYEE],
    eth_accounts: [PAYEE],
    eth_chainId: '0x38',
    ...answers,
  }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = all[method]
    if (/^wallet_|^eth_send/.test(method)) asked.push([method, params])
    if (typeof answer === 'function') throw answer()
    return answer ?? null
  }
  const provider = { request, on: () => {}, removeListener: () => {} } as unknown as EIP1193Provider
  const config = createConfig({
    chains: [bsc],
    connectors: [injected({ target: { id: 'example', name: 'Example', provider } })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { 56: custom(provider, { retryCount: 0 }) },
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('No connector')
  await connect(config, { connector })
  asked.length = 0
  return { config, asked, set: (more: Record<string, unknown>) => void Object.assign(all, more) }
}

test('behavior: forwards method, params and answer unchanged', async () => {
  const answer = { '0x38': { atomic: { status: 'ready' } } }
  const { config, asked } = await connected({ wallet_getCapabilities: answer })
  const request = connectorRequest(config, PAYEE)
  expect(await readBatching(request, PAYEE)).toEqual({ kind: 'upgrade', limit: 10 })
  expect(asked).toEqual([['wallet_getCapabilities', [PAYEE, ['0x38']]]])
})

test.each([
  [4001, 'rejected'],
  [5740, 'refused'],
  [5750, 'refused'],
  [5760, 'refused'],
  [-32601, 'refused'],
  [5720, 'unknown-result'],
  [-32603, 'unknown-result'],
])('error: wagmi’s wrapping of %i is still %s, and the request is sent once', async (code, kind) => {
  const thrown = () => Object.assign(new Error('no'), { code })
  const { config, asked } = await connected({ wallet_sendCalls: thrown })
  const failure = await connectorRequest(config, PAYEE)('wallet_sendCalls', [{}]).catch((error) => error)
  expect(batchError(failure).kind).toBe(kind)
  expect(asked).toHaveLength(1)
})

test('error: refuses another network or account in the wallet without a request', async () => {
  const { config, asked, set } = await connected({})
  const other = await connectorRequest(config, SAFE)('wallet_sendCalls', [{}]).catch((error) => error)
  expect(batchError(other)).toMatchObject({ kind: 'refused' })
  set({ eth_chainId: '0x1' })
  const elsewhere = await connectorRequest(config, PAYEE)('wallet_sendCalls', [{}]).catch((error) => error)
  expect(batchError(elsewhere)).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/another network/),
  })
  expect(asked).toEqual([])
})

test.each([-32000, -32601, -32602, 4200])(
  'error: a payment that fails with %i is not asked for again under another name',
  async (code) => {
    const no = (own: number) => () => Object.assign(new Error('already known'), { code: own })
    // The person declines the second request, because the first one was sent.
    const answers = { eth_sendTransaction: no(code), wallet_sendTransaction: no(4001) }
    const { config, asked } = await connected(answers)
    const { submit } = openAccount(PAYEE, config, () => {})
    const how = { id: `0x${'11'.repeat(32)}`, since: null } as const
    const failure = await submit([{ to: SAFE, value: 5n, data: '0x' }], how).catch((error) => error)
    expect(failure.kind).toBe(code === -32000 ? 'unknown-result' : 'refused')
    expect(asked).toEqual([
      ['eth_sendTransaction', [{ chainId: '0x38', from: PAYEE, to: SAFE, value: '0x5', data: '0x' }]],
    ])
  },
)

test('error: a wallet that changes its network after the check is asked for BNB Smart Chain alone', async () => {
  const { config, asked } = await connected({ eth_sendTransaction: `0x${'22'.repeat(32)}` })
  const { submit } = openAccount(PAYEE, config, () => {})
  const how = { id: `0x${'11'.repeat(32)}`, since: null } as const
  await submit([{ to: SAFE, value: 5n, data: '0x' }], how).catch(() => null)
  expect(asked).toMatchObject([['eth_sendTransaction', [{ chainId: '0x38' }]]])
})

test.each([-32603, 4900])(
  'error: a wallet that fails to say its network (%i) has not been asked for a payment',
  async (code) => {
    const { config, asked, set } = await connected({})
    set({ eth_chainId: () => Object.assign(new Error('Disconnected from the background page'), { code }) })
    const how = { id: `0x${'11'.repeat(32)}`, since: null } as const
    const { submit } = openAccount(PAYEE, config, () => {})
    for (const count of [1, 2]) {
      const calls = Array.from({ length: count }, () => ({ to: SAFE, value: 5n, data: '0x' }) as const)
      expect(await submit(calls, how).catch((error) => error)).toMatchObject({ kind: 'refused' })
    }
    expect(asked).toEqual([])
  },
)
