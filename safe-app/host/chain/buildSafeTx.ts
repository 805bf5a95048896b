import type { Call } from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { safeContracts } from './safeContracts.ts'

/**
 * The SafeTx that the host proposes for an app's calls: a single call unchanged, several as one
 * MultiSendCallOnly delegatecall. `safeTxGas` is the app's own value, copied as the real host does.
 */
export function buildSafeTx(
  calls: readonly Call[],
  nonce: bigint,
  version: string,
  safeTxGas = 0n,
): SafeTx.SafeTx {
  const [only] = calls
  if (!only) throw new RangeError('No calls to propose.')
  if (calls.length === 1) return { ...SafeTx.fromCall(only, nonce), safeTxGas }
  const batch: Call = {
    to: safeContracts(version).multiSendCallOnly,
    value: 0n,
    data: MultiSend.encode(calls),
  }
  return { ...SafeTx.fromCall(batch, nonce, 1), safeTxGas }
}
