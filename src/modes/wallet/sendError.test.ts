import {
  type BaseError,
  ChainMismatchError,
  defineChain,
  InsufficientFundsError,
  InternalRpcError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
  ProviderDisconnectedError,
  RpcRequestError,
  SwitchChainError,
  TimeoutError,
  TransactionExecutionError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ConnectorNotFoundError, ProviderNotFoundError } from 'wagmi'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import { cyclic, cyclicRejection, revoked, throwingCause } from '#tests/support/hostileValues.ts'
import { batchError, sendError, signError } from './walletFault.ts'

const bsc = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** How viem reports a wallet's rejection of `eth_sendTransaction`. */
const executionError = (cause: BaseError) =>
  new TransactionExecutionError(cause, { account: null, chain: bsc })
const raw = (code: number, message = 'no') => ({ code, message })
const asError = (code: number | string, message = 'no', cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code })
const rpcError = (code: number, message = 'no') =>
  new RpcRequestError({ body: {}, error: { code, message }, url: 'x' })

let deep: Error = asError(4001)
for (let depth = 0; depth < 100; depth++) deep = new Error(`${depth}`, { cause: deep })

const table: [string, unknown, PortalErrorKind][] = [
  ['the user rejects (viem)', new UserRejectedRequestError(new Error('no')), 'rejected'],
  [
    'the user rejects, inside viem’s send',
    executionError(new UserRejectedRequestError(new Error('no'))),
    'rejected',
  ],
  ['the user rejects (plain object)', raw(4001), 'rejected'],
  ['the user rejects (error with a code)', asError(4001), 'rejected'],
  [
    'the user rejects, three causes deep',
    new Error('1', { cause: new Error('2', { cause: raw(4001) }) }),
    'rejected',
  ],
  ['the user rejects over WalletConnect', raw(5000, 'User rejected.'), 'rejected'],
  ['the user rejects, in cyclic causes', cyclicRejection, 'rejected'],
  // A wallet that is busy, disconnected or timed out may still have sent it (A7).
  ['a request is open already', raw(-32002, 'Already processing eth_requestAccounts.'), 'unknown-result'],
  ['a request is open already (viem)', executionError(rpcError(-32002)), 'unknown-result'],
  ['the account is not allowed', new UnauthorizedProviderError(new Error('no')), 'refused'],
  ['the method is unknown', new MethodNotFoundRpcError(new Error('no'), { method: 'x' }), 'refused'],
  ['the params are wrong', new InvalidParamsRpcError(new Error('no')), 'refused'],
  ['the wallet is disconnected', new ProviderDisconnectedError(new Error('no')), 'unknown-result'],
  ['the wallet is disconnected from the chain', raw(4901), 'unknown-result'],
  ['the chain cannot be switched to', new SwitchChainError(new Error('no')), 'refused'],
  ['the wallet is on another chain', new ChainMismatchError({ chain: bsc, currentChainId: 1 }), 'refused'],
  // A node's text as parsed by viem: an earlier copy of the transaction may have used the money.
  ['there is too little BNB', executionError(new InsufficientFundsError()), 'unknown-result'],
  ['the connector is gone', new ConnectorNotFoundError(), 'refused'],
  ['the wallet was removed', new ProviderNotFoundError(), 'refused'],
  ['the wallet has an internal error', new InternalRpcError(new Error('boom')), 'unknown-result'],
  ['the node failed', executionError(rpcError(-32603)), 'unknown-result'],
  ['the node gave another reason', executionError(rpcError(-32000, 'already known')), 'unknown-result'],
  ['there is no answer', new TimeoutError({ body: {}, url: 'x' }), 'unknown-result'],
  ['a code is a text', asError('4001'), 'unknown-result'],
  ['a code is not a number', asError(Number.NaN), 'unknown-result'],
  ['only the text sounds like a rejection', new Error('User rejected the request.'), 'unknown-result'],
  ['a text was thrown', 'User rejected', 'unknown-result'],
  ['nothing was thrown', undefined, 'unknown-result'],
  ['null was thrown', null, 'unknown-result'],
  ['a number was thrown', 4001, 'unknown-result'],
  ['causes form a cycle', cyclic, 'unknown-result'],
  ['causes never end', deep, 'unknown-result'],
  ['a cause throws when it is read', throwingCause, 'unknown-result'],
  ['a revoked proxy was thrown', revoked, 'unknown-result'],
  ['a revoked proxy is the cause', asError(4100, 'no', revoked), 'refused'],
  [
    'a code is where only wallets put it',
    Object.assign(asError(-32603), { data: { originalError: raw(4001) } }),
    'unknown-result',
  ],
]

describe('a wallet’s error for a send', () => {
  test.each(table)('error: when %s', (_, thrown, kind) => {
    const error = sendError(thrown)
    expect(error).toBeInstanceOf(PortalError)
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    expect(error.cause).toBe(thrown)
  })

  test('error: a rejection outweighs the vaguer code around it', () => {
    expect(sendError(Object.assign(new Error('rpc'), { code: -32603, cause: raw(4001) })).kind).toBe(
      'rejected',
    )
  })

  test('error: that it failed inside the wallet is no refusal, whatever a node called invalid or unsupported', () => {
    for (const code of [-32601, -32602, 4100, 5710, 5750])
      for (const outer of [-32603, -32002, 4900]) {
        const thrown = Object.assign(new Error('rpc'), { code: outer, cause: raw(code) })
        expect(sendError(thrown).kind).toBe('unknown-result')
        expect(batchError(thrown).kind).toBe('unknown-result')
      }
  })
})

describe('a wallet’s error for a signature', () => {
  test.each<[string, unknown, PortalErrorKind]>([
    ['the user rejects', new UserRejectedRequestError(new Error('no')), 'rejected'],
    ['the user rejects, only in words', new Error('User denied message signature.'), 'rejected'],
    ['the user rejects over WalletConnect', raw(5000), 'rejected'],
    ['a request is open already', raw(-32002), 'busy'],
    ['the account is not allowed', new UnauthorizedProviderError(new Error('no')), 'refused'],
    ['the wallet cannot do it', new MethodNotFoundRpcError(new Error('no')), 'refused'],
    ['the wallet is gone', new ConnectorNotFoundError(), 'refused'],
    ['an unknown error is thrown', new Error('boom'), 'refused'],
    ['nothing at all', undefined, 'refused'],
    ['cyclic causes are thrown', cyclic, 'refused'],
    ['an unreadable value is thrown', revoked, 'refused'],
    ['a value that throws on reading is thrown', throwingCause, 'refused'],
  ])('error: %s', (_, thrown, kind) => {
    const error = signError(thrown)
    expect(error).toBeInstanceOf(PortalError)
    expect(error.kind).toBe(kind)
    expect(error.message).not.toMatch(/payment/)
  })
})

describe('a wallet’s error for a batch', () => {
  test.each([5700, 5710, 5740, 5750, 5760])('error: %i means that nothing was sent', (code) => {
    for (const thrown of [raw(code), asError(code), new Error('wrapped', { cause: rpcError(code) })]) {
      const error = batchError(thrown)
      expect(error.kind).toBe('refused')
      // `errorText` says of every refusal that nothing was sent, once.
      expect(error.message).not.toContain('Nothing was sent')
      // For a single payment these codes prove nothing.
      expect(sendError(thrown).kind).toBe('unknown-result')
    }
  })

  test.each<[PortalErrorKind, unknown]>([
    ['rejected', raw(4001)],
    ['rejected', new UserRejectedRequestError(new Error('no'))],
    ['unknown-result', raw(-32002)],
    ['unknown-result', raw(4900)],
    ['unknown-result', raw(4901)],
    ['refused', raw(-32601)],
    ['unknown-result', raw(5720)],
    ['unknown-result', raw(5730)],
    ['unknown-result', raw(-32603)],
    ['unknown-result', asError('5740')],
    ['unknown-result', undefined],
    ['unknown-result', revoked],
    ['unknown-result', cyclic],
    ['rejected', cyclicRejection],
    ['unknown-result', throwingCause],
  ])('error: is %s by the same rules as a payment (%#)', (kind, thrown) => {
    expect(batchError(thrown).kind).toBe(kind)
  })
})
