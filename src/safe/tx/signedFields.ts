import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { type Call, sameList } from '#chain/money/Call.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import * as MultiSend from './MultiSend.ts'
import { domain, domainTypes, type SafeTx, safeTxTypes } from './SafeTx.ts'

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

/** The plain calls of a transaction, with multisends unpacked; null if any part is not a plain call. */
export function plainCalls({ to, value, data, operation }: SafeTx): readonly Call[] | null {
  if (operation === 0) return [{ to, value, data }]
  if (!MultiSend.isKnown(to) || value !== 0n) return null
  const rows = MultiSend.decode(data)
  return rows?.every((row) => row.operation === 0) ? rows : null
}

/**
 * Compares a transaction's calls with the reviewed ones.
 * @returns one sentence per difference; empty if there is none
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

/**
 * A Safe transaction on BSC as JSON for `eth_signTypedData_v4`; its hash is the safeTxHash. Amounts are
 * decimal strings, which every wallet parses exactly.
 * @param version since 1.3.0, because the chain id is part of the domain
 */
export function safeTxTypedData(safe: Address, tx: SafeTx, version: string): string {
  return JSON.stringify(
    {
      types: { ...domainTypes, ...safeTxTypes },
      primaryType: 'SafeTx',
      domain: domain(safe, version, BSC_CHAIN_ID),
      message: tx,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  )
}
