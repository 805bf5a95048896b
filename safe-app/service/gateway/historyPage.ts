import type { Address } from 'viem'
import type { SafeState } from '../read/SafeReader.ts'
import type * as Timeline from '../read/Timeline.ts'
import { neighbours, readCursor } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { markImitations } from './imitation.ts'
import { creationSummary, moduleSummary, multisigSummary, type Summary, transferSummary } from './summary.ts'
import type { TransferTxInfo } from './txInfo.ts'

export type HistoryOptions = {
  /** Omit transfers of tokens that are not listed. */
  readonly trusted: boolean
  /** Include imitation transfers, with a flag. */
  readonly imitation: boolean
  /** The IANA time zone for day labels; null means UTC. */
  readonly timezone: string | null
  /** The older form of the time zone, in ms. */
  readonly timezoneOffset: number
}

/** A page of executions and received transfers, latest first, with a label at each change of day. */
export async function historyPage(world: Gateway, safe: Address, url: URL, options: HistoryOptions) {
  const state = await world.documents.safe(safe)
  const window = readCursor(url)
  const { limit, offset } = window
  const all = await world.documents.history(safe, `${limit} ${offset}`)
  const links = neighbours(url, window, all.length)
  const rows = await summaries(world, state, all.slice(offset, offset + limit), options.trusted)
  const creation = links.next === null ? await creationSummary(world, safe) : null
  const previousEntry = offset === 0 ? undefined : all[offset - 1]
  const before =
    previousEntry === undefined ? [] : await summaries(world, state, [previousEntry], options.trusted)
  const listed = creation === null ? rows : [...rows, creation]
  const marked = markImitations(listed, options.imitation, before.at(-1) ?? null)
  const shown = world.faults.get().unflagged ? marked.map(unflag) : marked

  const results: unknown[] = []
  let day: string | null = null
  for (const transaction of shown) {
    const itsDay = dayOf(transaction.timestamp, options)
    // On a later page, the gateway omits a label only for equal times, not for equal days.
    const isFollowUp = day === null && transaction.timestamp === before.at(-1)?.timestamp
    if (itsDay !== day && !isFollowUp) results.push({ type: 'DATE_LABEL', timestamp: transaction.timestamp })
    day = itsDay
    results.push({ type: 'TRANSACTION', transaction, conflictType: 'None' })
  }
  return { count: all.length, ...links, results }
}

/** The rows of some entries: one per transaction, and one per transfer made by others. */
async function summaries(
  world: Gateway,
  safe: SafeState,
  entries: readonly Timeline.Entry[],
  trusted: boolean,
): Promise<readonly Summary[]> {
  const rows = await Promise.all(
    entries.map(async (entry): Promise<readonly Summary[]> => {
      if (entry.kind === 'multisig') return [await multisigSummary(world, entry.multisig, safe)]
      if (entry.kind === 'module') return [await moduleSummary(world, entry.module)]
      const transfers = await Promise.all(
        entry.transfers.map((transfer) => transferSummary(world, safe.address, transfer)),
      )
      return transfers.filter(({ txInfo }) => isShown(txInfo, trusted))
    }),
  )
  return rows.flat()
}

/** Zero token transfers are never shown; transfers of unknown tokens only on request. */
export function isShown({ transferInfo }: TransferTxInfo, trusted: boolean): boolean {
  if (transferInfo.type !== 'ERC20') return true
  return BigInt(transferInfo.value) > 0n && (!trusted || transferInfo.trusted === true)
}

function unflag(row: Summary): Summary {
  if (row.txInfo.type !== 'Transfer') return row
  const info = row.txInfo as TransferTxInfo
  if (info.transferInfo.type !== 'ERC20') return row
  return {
    ...row,
    txInfo: { ...info, transferInfo: { ...info.transferInfo, imitation: false } } as typeof info,
  }
}

function dayOf(timestamp: number, { timezone, timezoneOffset }: HistoryOptions): string {
  if (timezone === null) return new Date(timestamp + timezoneOffset).toISOString().slice(0, 10)
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(timestamp)
}
