import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readTransfers, type TransferLog, type TransferSubject } from './logs.ts'
import {
  isLogScanDone,
  type LogScan,
  retriedLogScan,
  startLogScan,
  stepLogsBack,
  stepLogsForward,
} from './scanLogs.ts'

/** The known token transfers to or from an account, values of zero included. */
export type TransferScan = LogScan<TransferLog>

/** See `startLogScan`. */
export const startTransferScan: (head: bigint, window?: bigint) => TransferScan = startLogScan

/** See `retriedLogScan`. */
export const retriedTransferScan: (scan: TransferScan) => TransferScan = retriedLogScan

/** True if `stepBack` has nothing left to do. */
export const isTransferScanDone: (scan: TransferScan, oldest?: bigint) => boolean = isLogScanDone

/** See `stepLogsBack`. */
export async function stepBack(
  rpc: Rpc,
  subject: TransferSubject,
  scan: TransferScan,
  oldest = 0n,
): Promise<TransferScan> {
  return stepLogsBack(rpc, readTransfers(subject), scan, oldest)
}

/** See `stepLogsForward`. */
export async function stepForward(
  rpc: Rpc,
  subject: TransferSubject,
  scan: TransferScan,
  head: bigint,
): Promise<TransferScan> {
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
  while (!isTransferScanDone(scan, oldest) && !signal?.aborted) {
    scan = await stepBack(rpc, subject, scan, oldest)
    if (signal?.aborted) return
    yield scan
  }
}
