import { readTransfers, type TransferSubject } from '#chain/logs/logs.ts'
import { isLogScanDone, stepLogsBack, stepLogsForward, type TransferScan } from '#chain/logs/scanLogs.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** Continues a scan of transfers towards the past. */
export function stepBack(rpc: Rpc, subject: TransferSubject, scan: TransferScan, oldest = 0n) {
  return stepLogsBack(rpc, readTransfers(subject), scan, oldest)
}

/** Continues a scan of transfers up to a new head. */
export function stepForward(rpc: Rpc, subject: TransferSubject, scan: TransferScan, head: bigint) {
  return stepLogsForward(rpc, readTransfers(subject), scan, head)
}

/**
 * Scans back to `oldest`, yielding one state per request, until it is reached, the scan gives up, or `signal`
 * is aborted. The caller limits the scan by not pulling any further.
 */
export async function* scanTransfers(
  rpc: Rpc,
  subject: TransferSubject,
  start: TransferScan,
  { oldest = 0n, signal }: { readonly oldest?: bigint; readonly signal?: AbortSignal } = {},
): AsyncGenerator<TransferScan, void, void> {
  let scan = start
  while (!isLogScanDone(scan, oldest) && !signal?.aborted) {
    scan = await stepBack(rpc, subject, scan, oldest)
    if (signal?.aborted) return
    yield scan
  }
}
