import fc from 'fast-check'
import { InternalRpcError, TimeoutError, UnauthorizedProviderError } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { cyclic, endless, revoked, throwing, throwingCause } from '#tests/support/hostileValues.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { coded, describeFaults, type Row, raw } from '#tests/support/walletErrors.ts'
import { faultOf } from './faultSentences.ts'
import { type WalletOperation, walletFault } from './walletFault.ts'

const UNKNOWN = 'The wallet could not do this.'
const SENT_OR_NOT = 'Your wallet did not say whether it sent the payment.'
const others: Row[] = [
  ['undefined', 'connect', undefined, 'unknown', UNKNOWN],
  ['null', 'sign', null, 'unknown', UNKNOWN],
  ['a number', 'connect', 4001, 'unknown', UNKNOWN],
  ['a text', 'connect', 'secret 0x1234', 'unknown', UNKNOWN],
  ['a symbol', 'connect', Symbol('x'), 'unknown', UNKNOWN],
  ['a function', 'connect', () => 4001, 'unknown', UNKNOWN],
  ['a very long text', 'connect', `${'x'.repeat(1e6)} user rejected`, 'unknown', UNKNOWN],
  ['a code that is a text', 'connect', raw('4001'), 'unknown', UNKNOWN],
  ['a code that is not a number', 'connect', raw(Number.NaN), 'unknown', UNKNOWN],
  ['a name of every object', 'connect', { name: 'constructor', message: '__proto__' }, 'unknown', UNKNOWN],
  ['an object without a prototype', 'connect', Object.create(null), 'unknown', UNKNOWN],
  ['cyclic causes', 'connect', cyclic, 'unknown', UNKNOWN],
  ['a cause that throws', 'connect', throwingCause, 'unknown', UNKNOWN],
  ['an object that throws on every access', 'connect', throwing, 'unknown', UNKNOWN],
  ['a revoked proxy', 'connect', revoked, 'unknown', UNKNOWN],
  ['a revoked proxy inside', 'connect', new Error('x', { cause: revoked }), 'unknown', UNKNOWN],
  ['an endless object', 'connect', endless(), 'unknown', UNKNOWN],
  ['an account that is not allowed', 'sign', new UnauthorizedProviderError(coded(4100)), 'unknown', UNKNOWN],
  ['a wallet without the method', 'sign', raw(-32601), 'unknown', UNKNOWN],
  ['an internal error', 'connect', new InternalRpcError(coded(-32603)), 'unknown', UNKNOWN],
  [
    'the text of a rejection, for a read',
    'read',
    new Error('User rejected the request.'),
    'unknown',
    UNKNOWN,
  ],
  [
    'the text of a rejection, for a send',
    'send',
    new Error('User rejected the request.'),
    'send-unknown',
    SENT_OR_NOT,
  ],
  ['silence at a send', 'send', new TimeoutError({ body: {}, url: 'x' }), 'send-unknown', SENT_OR_NOT],
]

describeFaults('what nothing is known about', others)

describe('any thrown value', () => {
  const operations = fc.constantFrom<WalletOperation>(
    'connect',
    'disconnect',
    'switch-chain',
    'sign',
    'send',
    'read',
    'add-transaction',
    'sign-in-prepare',
    'sign-in-sign',
    'sign-in-verify',
    'sign-in',
  )
  const codes = fc.constantFrom<unknown>(4001, 5000, 4200, 4902, -32002, -32601, -32603, 3, '4001', null)
  const names = fc.constantFrom(
    'Error',
    'UserRejectedRequestError',
    'SwitchChainError',
    'ChainNotConfiguredError',
    'ContractFunctionRevertedError',
    'ChainDoesNotSupportMulticallError',
    '__proto__',
  )
  const messages = fc.oneof(
    anyUnicode({ maxLength: 400 }),
    anyUnicode().map((text) => `execution reverted: ${text}`),
    anyUnicode().map((text) => `Chain "${text}" does not support multicall.`),
  )
  // Placeholders for values that fast-check cannot hold.
  const hostile = new Map<unknown, unknown>([
    ['throwing', throwing],
    ['revoked', revoked],
    ['endless', endless()],
    ['cyclic', cyclic],
    ['throwing cause', throwingCause],
  ])
  const embodied = (value: unknown): unknown => {
    if (hostile.has(value)) return hostile.get(value)
    if (Object.prototype.toString.call(value) !== '[object Object]') return value
    return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, embodied(inner)]))
  }
  const { thing } = fc.letrec((tie) => ({
    thing: fc.oneof(
      { maxDepth: 5 },
      fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }),
      fc.constantFrom(...hostile.keys()),
      fc.record(
        {
          code: codes,
          name: names,
          message: messages,
          reason: messages,
          cause: tie('thing'),
          error: tie('thing'),
          data: tie('thing'),
        },
        { requiredKeys: [] },
      ),
    ),
  }))

  test('error: is a listed kind with one short line', () => {
    fc.assert(
      fc.property(thing, operations, messages, (thrown, operation, name) => {
        const context = { chainId: 56, connector: { name } }
        const { kind, sentence } = walletFault(embodied(thrown), operation, context)
        expect(faultOf(kind).sentence).toBeTypeOf('string')
        expect(sentence).toMatch(/^[A-Z][^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,199}$/u)
      }),
      propertyRuns(1_000),
    )
  })
})
