import type { Call } from '#chain/money/Call.ts'
import { sameList } from '#chain/money/Call.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import * as MultiSend from './MultiSend.ts'
import type { SafeTx } from './SafeTx.ts'

/** The ten signed fields of a details document. */
export function toSafeTx(details: TransactionDetails): SafeTx {
  const { txData, detailedExecutionInfo: info } = details
  return {
    to: txData.to,
    value: txData.value ?? 0n,
    data: txData.hexData ?? '0x',
    operation: txData.operation,
    safeTxGas: info.safeTxGas,
    baseGas: info.baseGas,
    gasPrice: info.gasPrice,
    gasToken: info.gasToken,
    refundReceiver: info.refundReceiver,
    nonce: info.nonce,
  }
}

/** The plain calls that a transaction makes, multisend unpacked; null when any of it is more than a plain call. */
export function plainCalls({ to, value, data, operation }: SafeTx): readonly Call[] | null {
  if (operation === 0) return [{ to, value, data }]
  if (!MultiSend.isKnown(to) || value !== 0n) return null
  const rows = MultiSend.decode(data)
  return rows?.every((row) => row.operation === 0) ? rows : null
}

/**
 * Compares what a transaction makes with what was reviewed.
 * @returns one sentence per difference; empty when everything is the same
 */
export function callDifferences(tx: SafeTx, reviewed: readonly Call[]): readonly string[] {
  const actual = plainCalls(tx)
  if (actual === null) return ['It is not a list of plain calls.']
  const length = Math.max(actual.length, reviewed.length)
  return Array.from({ length }, (_, index) => {
    const [is, was] = [actual[index], reviewed[index]]
    if (!is) return `Payment ${index + 1} is missing.`
    if (!was) return `Payment ${index + 1} was never reviewed.`
    return sameList([is], [was]) ? null : `Payment ${index + 1} is not the one that was reviewed.`
  }).filter((sentence) => sentence !== null)
}
