import type { Hex } from 'viem'
import type { Count, RpcFaults } from './RpcFaults.ts'

type Log = { readonly data: Hex }
type Receipt = { readonly transactionHash: Hex; readonly status: Hex; readonly logs: readonly Log[] }

/** The endpoint's answer about receipts and logs that it hides or changes. */
export function lieAbout(
  method: string | undefined,
  result: unknown,
  faults: RpcFaults,
  count: Count,
): unknown {
  if (method === 'eth_getLogs') {
    if (!faults.hideLogs || !Array.isArray(result) || result.length === 0) return result
    count('hideLogs')
    return []
  }
  if (method === 'eth_getTransactionReceipt') return lieAboutReceipt(result as Receipt | null, faults, count)
  if (method !== 'eth_getBlockReceipts' || !Array.isArray(result)) return result
  return result.flatMap((receipt: Receipt) => lieAboutReceipt(receipt, faults, count) ?? [])
}

function lieAboutReceipt(receipt: Receipt | null, faults: RpcFaults, count: Count): Receipt | null {
  if (receipt === null) return null
  const { receiptsOf, hideReceipts, receiptStatus, receiptLogs } = faults
  const wanted =
    receiptsOf === null || receiptsOf.some((hash) => hash.toLowerCase() === receipt.transactionHash)
  if (!wanted) return receipt
  if (hideReceipts) {
    count('hideReceipts')
    return null
  }
  let { status, logs } = receipt
  if (receiptStatus !== null && receiptStatus !== status) {
    count('receiptStatus')
    status = receiptStatus
  }
  if (receiptLogs !== null && logs.length > 0) {
    count('receiptLogs')
    logs = receiptLogs === 'none' ? [] : logs.map(withOtherAmount)
  }
  return { ...receipt, status, logs }
}

/** The amount is at the end of a token's event; its last digit is changed. */
function withOtherAmount(log: Log): Log {
  if (log.data === '0x') return log
  const last = Number.parseInt(log.data.slice(-1), 16) ^ 1
  return { ...log, data: `${log.data.slice(0, -1)}${last.toString(16)}` as Hex }
}
