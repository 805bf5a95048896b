import { type BaseError, defineChain, type EIP1193Provider } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Config, createConfig, custom, injected } from 'wagmi'
import { connect, sendTransaction, signMessage, switchChain } from 'wagmi/actions'
import { sendError, type WalletOperation, walletFault } from './walletFault.ts'

// How wagmi and viem really wrap a wallet's answers, so that an update that wraps them differently is
// noticed.

const chain = (id: number) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  })
const bsc = chain(56)
const ADDRESS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** The result of a function is thrown; anything else is the answer. */
type Answers = Record<string, unknown>

/** A wallet on chain 1, accessed through wagmi's own connector. */
function site(answers: Answers): Config {
  const all: Answers = {
    eth_requestAccounts: [ADDRESS],
    eth_accounts: [ADDRESS],
    eth_chainId: '0x1',
    ...answers,
  }
  const request = async ({ method }: { method: string }) => {
    const answer = all[method]
    if (typeof answer === 'function') throw answer()
    return answer ?? null
  }
  const provider = { request, on: () => {}, removeListener: () => {} } as unknown as EIP1193Provider
  return createConfig({
    chains: [chain(1), bsc],
    connectors: [injected({ target: { id: 'example', name: 'Example', provider } })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { 1: custom(provider, { retryCount: 0 }), 56: custom(provider, { retryCount: 0 }) },
  })
}

const connector = (config: Config) => {
  const [first] = config.connectors
  if (!first) throw new Error('No connector')
  return first
}
const connected = async (answers: Answers) => {
  const config = site(answers)
  await connect(config, { connector: connector(config) })
  return config
}

const perform: Partial<Record<WalletOperation, (answers: Answers) => Promise<unknown>>> = {
  connect: async (answers) => {
    const config = site(answers)
    return connect(config, { connector: connector(config), chainId: 56 })
  },
  'switch-chain': async (answers) => switchChain(await connected(answers), { chainId: 56 }),
  sign: async (answers) => signMessage(await connected(answers), { message: 'hello' }),
  send: async (answers) =>
    sendTransaction(await connected(answers), { to: ADDRESS, value: 1n, gas: null, chainId: 1 }),
}

const no = (code: number | undefined, message = 'no', more: object = {}) => {
  return () => Object.assign(new Error(message), code === undefined ? {} : { code }, more)
}
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const lacking = { [SWITCH]: no(4902) }

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

describe('through wagmi', () => {
  test.each<[string, WalletOperation, Answers, string]>([
    ['a rejected connection', 'connect', { eth_requestAccounts: no(4001) }, 'rejected'],
    ['an open request', 'connect', { eth_requestAccounts: no(-32002) }, 'pending'],
    ['a wallet that breaks', 'connect', { eth_requestAccounts: no(-32603) }, 'unknown'],
    ['a text instead of an error', 'connect', { eth_requestAccounts: () => 'no' }, 'unknown'],
    ['nothing instead of an error', 'connect', { eth_requestAccounts: () => undefined }, 'unknown'],
    ['a rejected switch while connecting', 'connect', { [SWITCH]: no(4001) }, 'rejected'],
    ['a failed add while connecting', 'connect', { ...lacking, [ADD]: no(-32603) }, 'add-chain-failed'],
    ['a refused add while connecting', 'connect', { ...lacking, [ADD]: no(4001) }, 'rejected'],
    ['an added chain that stays unused, while connecting', 'connect', lacking, 'rejected'],
    ['a refused switch', 'switch-chain', { [SWITCH]: no(4001) }, 'rejected'],
    ['a failed switch', 'switch-chain', { [SWITCH]: no(-32603) }, 'switch-failed'],
    ['a switch without a code', 'switch-chain', { [SWITCH]: no(undefined) }, 'switch-failed'],
    ['an open switch', 'switch-chain', { [SWITCH]: no(-32002) }, 'pending'],
    ['a wallet that cannot switch', 'switch-chain', { [SWITCH]: no(-32601) }, 'switch-unsupported'],
    ['a wallet that will not switch', 'switch-chain', { [SWITCH]: no(4200) }, 'switch-unsupported'],
    ['a refused add', 'switch-chain', { ...lacking, [ADD]: no(4001) }, 'rejected'],
    ['a failed add', 'switch-chain', { ...lacking, [ADD]: no(-32603) }, 'add-chain-failed'],
    ['an invalid add', 'switch-chain', { ...lacking, [ADD]: no(-32602) }, 'add-chain-failed'],
    ['an add without a code', 'switch-chain', { ...lacking, [ADD]: no(undefined) }, 'add-chain-failed'],
    [
      'an add that MetaMask Mobile asks for',
      'switch-chain',
      { [SWITCH]: no(-32603, 'x', { data: { originalError: { code: 4902 } } }), [ADD]: no(-32603) },
      'add-chain-failed',
    ],
    ['an added chain that stays unused', 'switch-chain', lacking, 'rejected'],
    ['a refused signature', 'sign', { personal_sign: no(4001) }, 'rejected'],
    ['a refused signature over WalletConnect', 'sign', { personal_sign: no(5000) }, 'rejected'],
    ['a signature that failed', 'sign', { personal_sign: no(-32603) }, 'unknown'],
    ['a refused payment', 'send', { eth_sendTransaction: no(4001) }, 'rejected'],
    ['an open payment', 'send', { eth_sendTransaction: no(-32002) }, 'pending'],
    ['a payment with an unclear end', 'send', { eth_sendTransaction: no(-32603) }, 'send-unknown'],
    [
      'a payment that its node refused',
      'send',
      { eth_sendTransaction: no(-32603, 'execution reverted: paused') },
      'contract-reverted',
    ],
  ])('error: %s (%s)', async (_, operation, answers, kind) => {
    const thrown = await perform[operation]?.(answers).then(
      () => 'nothing was thrown',
      (error: unknown) => error as BaseError,
    )
    expect(thrown).not.toBe('nothing was thrown')
    expect(walletFault(thrown, operation).kind).toBe(kind)
  })

  test('error: names an unconfigured chain', async () => {
    const config = await connected({})
    const thrown = await switchChain(config, { chainId: 97 as 56 }).catch((error: unknown) => error)
    expect(walletFault(thrown, 'switch-chain', { chainId: 97, connector: connector(config) }).sentence).toBe(
      'Chain "97" not configured for connector "Example".',
    )
  })

  test('error: reports an existing connection', async () => {
    const config = await connected({})
    const thrown = await connect(config, { connector: connector(config) }).catch((error: unknown) => error)
    expect(walletFault(thrown, 'connect').kind).toBe('already-connected')
  })

  test('error: a rejected payment proves that nothing was sent, an unclear error does not', async () => {
    const sending = (code: number) =>
      perform.send?.({ eth_sendTransaction: no(code) }).catch((error: unknown) => sendError(error).kind)
    expect(await sending(4001)).toBe('rejected')
    expect(await sending(-32603)).toBe('unknown-result')
  })
})
