import {
  ChainMismatchError,
  MethodNotFoundRpcError,
  SwitchChainError,
  UnsupportedProviderMethodError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainNotConfiguredError, ConnectorChainMismatchError, SwitchChainNotSupportedError } from 'wagmi'
import { throwing } from '#tests/support/hostileValues.ts'
import { added, bsc, coded, describeFaults, type Row, raw, rpc } from '#tests/support/walletErrors.ts'
import { faultOf, type WalletContext } from './faultSentences.ts'
import { canSwitchChain } from './walletFault.ts'

const SWITCHING = 'Error switching chain'
const ADDING = 'Error adding chain'
const WRONG = 'Wrong network detected, switch or disconnect to continue'
const metaMask: WalletContext = { chainId: 56, connector: { name: 'MetaMask', switchChain: () => {} } }

const chains: Row[] = [
  [
    'a chain that wagmi lacks',
    'switch-chain',
    new SwitchChainError(new ChainNotConfiguredError()),
    'chain-not-configured',
    'Chain "56" not configured for connector "MetaMask".',
    metaMask,
  ],
  [
    'the same with nothing known',
    'switch-chain',
    new SwitchChainError(new ChainNotConfiguredError()),
    'chain-not-configured',
    'Chain not configured.',
  ],
  [
    'the same without a connector',
    'read',
    new ChainNotConfiguredError(),
    'chain-not-configured',
    'Chain not configured.',
    { chainId: 56 },
  ],
  [
    'the same without a chain',
    'read',
    new ChainNotConfiguredError(),
    'chain-not-configured',
    'Chain not configured.',
    { connector: { name: 'MetaMask' } },
  ],
  [
    'the same with half a character in the name',
    'read',
    new ChainNotConfiguredError(),
    'chain-not-configured',
    'Chain "56" not configured for connector "ab".',
    { chainId: 56, connector: { name: 'a\ud800b' } },
  ],
  [
    'the same with a name of several lines',
    'connect',
    new ChainNotConfiguredError(),
    'chain-not-configured',
    `Chain "56" not configured for connector "Evil x ${'y'.repeat(32)}…".`,
    { chainId: 56, connector: { name: `\u202eEv"il\n\u0000x ${'y'.repeat(90)}` } },
  ],
  [
    'the same with a name that throws',
    'connect',
    new ChainNotConfiguredError(),
    'chain-not-configured',
    'Chain not configured.',
    { chainId: 56, connector: throwing },
  ],
  ['4902', 'switch-chain', raw(4902, 'Unrecognized chain ID'), 'switch-failed', SWITCHING],
  ['4902 at a send', 'send', coded(4902), 'switch-failed', SWITCHING],
  ['a failed switch', 'switch-chain', new SwitchChainError(new Error('boom')), 'switch-failed', SWITCHING],
  [
    'a failed switch inside a connection',
    'connect',
    new SwitchChainError(new Error('boom')),
    'switch-failed',
    SWITCHING,
  ],
  ['anything else at a switch', 'switch-chain', new TypeError('boom'), 'switch-failed', SWITCHING],
  ['nothing at a switch', 'switch-chain', undefined, 'switch-failed', SWITCHING],
  [
    'an add that broke',
    'switch-chain',
    added(new TypeError('x is not a function')),
    'add-chain-failed',
    ADDING,
  ],
  ['an add refused as invalid', 'switch-chain', added(raw(-32602)), 'add-chain-failed', ADDING],
  ['an add that the wallet lacks', 'switch-chain', added(raw(-32601)), 'add-chain-failed', ADDING],
  ['an add behind another add', 'switch-chain', added(raw(-32002)), 'add-chain-failed', ADDING],
  ['an add over WalletConnect', 'switch-chain', added(rpc(-32000)), 'add-chain-failed', ADDING],
  ['an add during a connection', 'connect', added(added(raw(-32603))), 'add-chain-failed', ADDING],
  [
    'an add of the first wagmi',
    'switch-chain',
    Object.assign(new Error('Error adding chain'), { name: 'AddChainError' }),
    'add-chain-failed',
    ADDING,
  ],
  [
    'another chain in the wallet',
    'send',
    new ChainMismatchError({ chain: bsc, currentChainId: 1 }),
    'wrong-network',
    WRONG,
  ],
  [
    'another chain in the connector',
    'sign',
    new ConnectorChainMismatchError({ connectionChainId: 56, connectorChainId: 1 }),
    'wrong-network',
    WRONG,
  ],
  ['RainbowKit’s own sentence', 'connect', new Error(`${WRONG}.`), 'wrong-network', WRONG],
]

const unable: Row[] = [
  [
    'a connector that cannot',
    'switch-chain',
    new SwitchChainNotSupportedError({ connector: { name: 'Safe' } as never }),
    'switch-unsupported',
    SWITCHING,
  ],
  ['4200', 'switch-chain', raw(4200), 'switch-unsupported', SWITCHING],
  ['-32004', 'switch-chain', raw(-32004), 'switch-unsupported', SWITCHING],
  ['-32601', 'switch-chain', raw(-32601), 'switch-unsupported', SWITCHING],
  [
    '-32601 through wagmi',
    'switch-chain',
    new SwitchChainError(coded(-32601)),
    'switch-unsupported',
    SWITCHING,
  ],
  [
    '4200 through viem',
    'switch-chain',
    new SwitchChainError(new UnsupportedProviderMethodError(rpc(4200))),
    'switch-unsupported',
    SWITCHING,
  ],
  [
    '-32601 through viem',
    'switch-chain',
    new MethodNotFoundRpcError(rpc(-32601), { method: 'wallet_switchEthereumChain' }),
    'switch-unsupported',
    SWITCHING,
  ],
  [
    'any error of a connector without a switch',
    'switch-chain',
    new TypeError('connector.switchChain is not a function'),
    'switch-unsupported',
    SWITCHING,
    { connector: { name: 'Safe' } },
  ],
]

describeFaults('chains', chains)
describeFaults('a wallet that cannot switch', unable)

describe('a wallet that cannot switch networks', () => {
  test('behavior: gets a hint on what to do instead', () => {
    expect(faultOf('switch-unsupported').hint).toBe(
      'Your wallet does not support switching networks from Influencer Portal. Try switching networks from within your wallet instead.',
    )
  })

  test('behavior: is recognised before anything fails', () => {
    expect(canSwitchChain(metaMask.connector)).toBe(true)
    expect(canSwitchChain({ name: 'Safe' })).toBe(false)
    expect(canSwitchChain(undefined)).toBe(false)
    expect(canSwitchChain(throwing)).toBe(false)
  })
})
