import type { Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import type { Receipt } from '#chain/rpc/rpcMethods.ts'

/** topic0 of `Transfer(address,address,uint256)` (EIP-20). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * The evidence in a transaction's logs for one token transfer:
 * - `exact` the token logged exactly this transfer
 * - `less` the payee got less: `received` in base units
 * - `other` this token left the payer in a way that could be this transfer
 * - `none` none of this token left the payer except for other transfers
 */
export type TransferTrace =
  | { readonly kind: 'other' | 'none' }
  | { readonly kind: 'exact'; readonly log: RawLog }
  | { readonly kind: 'less'; readonly log: RawLog; readonly received: bigint }

type RawLog = Receipt['logs'][number]
type Log = {
  readonly raw: RawLog
  readonly token: string
  readonly to: string
  readonly value: bigint
  taken: boolean
}

/**
 * Returns the evidence in the logs for each call, in order; null for a call that is not a token transfer. Each log
 * counts for one call, so two equal payments need two logs.
 */
export function traceTransfers(
  payer: Address,
  calls: readonly Call[],
  logs: readonly RawLog[],
): readonly (TransferTrace | null)[] {
  const moved = logs.flatMap((log) => readLog(log, payer))
  const wanted = calls.map((call) => {
    const transfer = asTransfer(call)
    if (!transfer?.token) return null
    return { token: transfer.token.toLowerCase(), to: transfer.to.toLowerCase(), value: transfer.value }
  })
  const take = (fits: (log: Log) => boolean): Log | null => {
    const found = moved.find((log) => !log.taken && fits(log))
    if (found) found.taken = true
    return found ?? null
  }
  const exact = wanted.map(
    (call) =>
      call && take(({ token, to, value }) => token === call.token && to === call.to && value === call.value),
  )
  const less = wanted.map((call, index) =>
    call && !exact[index]
      ? take(({ token, to, value }) => token === call.token && to === call.to && value < call.value)
      : null,
  )
  return wanted.map((call, index): TransferTrace | null => {
    if (call === null) return null
    const whole = exact[index]
    if (whole) return { kind: 'exact', log: whole.raw }
    const part = less[index]
    if (part) return { kind: 'less', log: part.raw, received: part.value }
    return { kind: moved.some(({ token, taken }) => token === call.token && !taken) ? 'other' : 'none' }
  })
}

/** Any contract may emit a log with this name. Only a single word of data is an amount, and zero moves nothing. */
function readLog(raw: RawLog, payer: Address): Log[] {
  const { address, topics, data } = raw
  const [event, from, to] = topics
  if (event !== TRANSFER || topics.length !== 3 || data.length !== 66 || !from || !to) return []
  const value = BigInt(data)
  if (addressIn(from) !== payer.toLowerCase() || value === 0n) return []
  return [{ raw, token: address.toLowerCase(), to: addressIn(to), value, taken: false }]
}

/** Topics contain addresses padded to 32 bytes; only the last 20 count. */
function addressIn(topic: Hex): string {
  return `0x${topic.slice(-40)}`.toLowerCase()
}
