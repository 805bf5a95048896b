import { defineChain, RpcRequestError, UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import type { WalletContext, WalletFaultKind } from '../../src/modes/wallet/faultSentences.ts'
import { type WalletOperation, walletFault } from '../../src/modes/wallet/walletFault.ts'

export const bsc = defineChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** Errors that a wallet throws as plain objects, and as Error instances. */
export const raw = (code: unknown, message = 'no', more: object = {}) => ({ code, message, ...more })
export const coded = (code: unknown, message = 'no', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
/** viem's error for a failing node or wallet. */
export const rpc = (code: number, message = 'no', data?: string) =>
  new RpcRequestError({ body: {}, error: { code, message, data }, url: 'x' })
/** wagmi's error for a failed `wallet_addEthereumChain`. */
export const added = (cause: unknown) => new UserRejectedRequestError(cause as Error)

/** An error that may be thrown, and the message expected for it. */
export type Row = [
  what: string,
  operation: WalletOperation,
  thrown: unknown,
  kind: WalletFaultKind,
  sentence: string,
  context?: WalletContext,
]

/** A test for each row; only a wallet that cannot switch gets a hint. */
export function describeFaults(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    test.each(rows)('error: %s (%s)', (_, operation, thrown, kind, sentence, context = {}) => {
      const fault = walletFault(thrown, operation, context)
      expect({ kind: fault.kind, sentence: fault.sentence }).toEqual({ kind, sentence })
      expect(fault.hint !== null).toBe(kind === 'switch-unsupported')
    })
  })
}
