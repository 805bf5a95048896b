import type { ActivityItem } from '#account/Activity.ts'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import type { TransferScan } from '#chain/logs/scanLogs.ts'
import * as Token from '#chain/money/Token.ts'
import { day, listOf, longDay } from '#domain/shared/format.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** Shown if no node serves earlier balances. */
export const NO_BALANCES = 'Older BNB payments can’t be loaded here. See BscScan.'

/** Which blocks the list of received tokens covers. */
export function tokenWords({ from, to, since, refusedAt }: TransferScan, looking: boolean): string {
  if (from > to) {
    if (looking || refusedAt === null) return 'Tokens: nothing loaded yet.'
    return 'Token payments can’t be loaded here. See BscScan.'
  }
  const end = refusedAt === null ? '' : ' Older ones can’t be loaded here. See BscScan.'
  return `Tokens since ${since === null ? `block ${from}` : day(since)}.${end}`
}

/** Which blocks the list of received BNB covers, and the payments it may lack. */
export function bnbWords(scan: BnbScan, looking: boolean): readonly string[] {
  const { from, to, since, back, unexplained } = scan
  if (from > to) return [looking || back.stopped === null ? 'BNB: nothing loaded yet.' : NO_BALANCES]
  const end = back.stopped === 'refused' ? ' Older ones can’t be loaded here. See BscScan.' : ''
  // The time is read once the scan rests; until then nobody needs a block's number.
  const covered =
    looking && since === null ? [] : [`BNB since ${since === null ? `block ${from}` : day(since)}.${end}`]
  if (unexplained.length === 0) return covered
  return [
    ...covered,
    `More BNB may have come in block ${listOf(unexplained.slice(0, 5).map(String))}. See BscScan.`,
  ]
}

export const BNB_UNREAD = 'BNB payments can’t be listed here, because this account has code. See BscScan.'

/** The filters of a history. Empty texts match everything. */
export type HistoryFilter = {
  /** Key of a token (see `Token.key`), or empty. */
  readonly token: string
  readonly direction: '' | 'in' | 'out'
  /** An address or a part of one. */
  readonly counterparty: string
}

export const noFilter: HistoryFilter = { token: '', direction: '', counterparty: '' }

/** A line of the list: a heading for a day, an item, or a payout that stands for its items, newest first. */
type HistoryLine =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'item'; readonly key: string; readonly item: ActivityItem }
  | {
      readonly kind: 'payout'
      readonly key: string
      readonly id: string
      readonly items: readonly ActivityItem[]
    }

/**
 * Items with a heading at every change of day, in the person's own time zone. Several items of one payout are one line,
 * where the newest of them is.
 * @param payoutOf the id of the payout that an item belongs to; null for none
 */
export function withDays(
  items: readonly ActivityItem[],
  now: number,
  payoutOf: (item: ActivityItem) => string | null = () => null,
): readonly HistoryLine[] {
  const groups = new Map<string, ActivityItem[]>()
  for (const item of items) {
    const id = payoutOf(item)
    if (id === null) continue
    const its = groups.get(id)
    if (its) its.push(item)
    else groups.set(id, [item])
  }
  const lines: HistoryLine[] = []
  let last = ''
  for (const item of items) {
    const id = payoutOf(item)
    const its = (id !== null && groups.get(id)) || [item]
    if (its[0] !== item) continue
    const label = item.at === null ? 'Time unknown' : dayOf(item.at, now)
    if (label !== last) lines.push({ kind: 'day', key: `day ${item.id}`, label })
    last = label
    if (id !== null && its.length > 1) lines.push({ kind: 'payout', key: `payout ${id}`, id, items: its })
    else lines.push({ kind: 'item', key: item.id, item })
  }
  return lines
}

function dayOf(at: number, now: number): string {
  const label = longDay(at)
  if (label === longDay(now)) return 'Today'
  return label === longDay(now - 86_400_000) ? 'Yesterday' : label
}

/** The fields of one payment inside an item that a filter compares. */
type Part = { readonly token: string; readonly direction: 'in' | 'out'; readonly counterparty: string }

/** The items with at least one payment that matches all filters; batches are searched, too. */
export function filtered(
  items: readonly ActivityItem[],
  { token, direction, counterparty }: HistoryFilter,
  contents: ReadonlyMap<string, ProposalContent>,
): readonly ActivityItem[] {
  const wanted = counterparty
    .trim()
    .replace(/^(bnb|eip155:56):/, '')
    .toLowerCase()
  if (token === '' && direction === '' && wanted === '') return items
  return items.filter((item) =>
    partsOf(item, contents.get(item.id)).some(
      (part) =>
        (token === '' || part.token === token) &&
        (direction === '' || part.direction === direction) &&
        part.counterparty.toLowerCase().includes(wanted),
    ),
  )
}

function partsOf({ what }: ActivityItem, content: ProposalContent | undefined): readonly Part[] {
  switch (what.kind) {
    case 'transfer-in':
      return [{ token: Token.key(what.amount.amount.token), direction: 'in', counterparty: what.from ?? '' }]
    case 'transfer-out':
      return [{ token: Token.key(what.amount.amount.token), direction: 'out', counterparty: what.to }]
    default:
      return (content?.rows ?? []).flatMap(({ meaning }): Part[] =>
        meaning.kind === 'transfer'
          ? [{ token: Token.key(meaning.amount.token), direction: 'out', counterparty: meaning.to }]
          : [],
      )
  }
}
