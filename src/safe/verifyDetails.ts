import type { Address } from 'viem'
import type { Call } from '#chain/Call.ts'
import { sameList } from '#chain/Call.ts'
import type { TransactionDetails } from './detailsDocument.ts'
import * as MultiSend from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'

/**
 * Compares what a service or host says is queued under `safeTxHash` with what was reviewed. The hash is recomputed
 * from the fields, so a document that shows one payment and hashes another is caught.
 * @returns one sentence per difference; empty when everything is the same
 */
export function verifyDetails(
  details: TransactionDetails,
  expected: { safe: Address; safeTxHash: SafeTx.SafeTxHash; calls: readonly Call[]; version: string },
): readonly string[] {
  const differences: string[] = []
  if (details.safeAddress.toLowerCase() !== expected.safe.toLowerCase()) {
    differences.push(`It belongs to the Safe ${details.safeAddress}, not to ${expected.safe}.`)
  }
  const recomputed = SafeTx.hash(expected.safe, toSafeTx(details), expected.version)
  const wanted = expected.safeTxHash.toLowerCase()
  if (details.detailedExecutionInfo.safeTxHash !== wanted) {
    differences.push(`It is named ${details.detailedExecutionInfo.safeTxHash}, not ${wanted}.`)
  }
  if (recomputed !== wanted) differences.push(`Its fields hash to ${recomputed}, not to ${wanted}.`)
  const calls = callsOf(details)
  if (calls === null) {
    differences.push('It is not a list of plain calls.')
  } else if (!sameList(calls, expected.calls)) {
    differences.push(...differentCalls(calls, expected.calls))
  }
  const { gasPrice, gasToken, refundReceiver } = toSafeTx(details)
  if (gasPrice !== 0n || BigInt(gasToken) !== 0n || BigInt(refundReceiver) !== 0n) {
    differences.push('It pays a gas refund out of the Safe.')
  }
  return differences
}

/** The ten signed fields of a details document. */
export function toSafeTx(details: TransactionDetails): SafeTx.SafeTx {
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
export function callsOf(details: TransactionDetails): readonly Call[] | null {
  const { to, value, data, operation } = toSafeTx(details)
  if (operation === 0) return [{ to, value, data }]
  if (!MultiSend.isKnown(to) || value !== 0n) return null
  const rows = MultiSend.decode(data)
  return rows?.every((row) => row.operation === 0) ? rows : null
}

function differentCalls(actual: readonly Call[], expected: readonly Call[]): string[] {
  const length = Math.max(actual.length, expected.length)
  return Array.from({ length }, (_, index) => {
    const [is, was] = [actual[index], expected[index]]
    if (!is) return `Payment ${index + 1} is missing.`
    if (!was) return `Payment ${index + 1} was never reviewed.`
    return sameList([is], [was]) ? null : `Payment ${index + 1} is not the one that was reviewed.`
  }).filter((sentence) => sentence !== null)
}
