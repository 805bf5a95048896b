import type { ActivityItem } from '#account/Activity.ts'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import type { TransferScan } from '#chain/logs/scanTransfers.ts'
import * as Token from '#chain/money/Token.ts'
import { when } from '#domain/shared/when.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** Shown if no node serves earlier balances. */
export const NO_BALANCES =
  'BNB: no endpoint tells this page earlier balances. The explorer shows what came in.'

/** Which blocks the list of received tokens covers. */
export function tokenWords({ from, to, since, refusedAt }: TransferScan, looking: boolean): string {
  if (from > to) {
    if (looking || refusedAt === null) return 'Tokens: nothing read yet.'
    return 'Tokens: no endpoint lets this page read transfers. The explorer shows them.'
  }
  const end = refusedAt === null ? '' : '; your RPC allows no more'
  return `USDT, USDC, FDUSD and DAI since block ${from}${since === null ? '' : `, ${when(since)}`}${end}.`
}

/**
 * Which blocks the list of received BNB covers, and what it may lack. `since` is the time of the first block,
 * in ms.
 */
export function bnbWords(scan: BnbScan, looking: boolean, since: number | null): readonly string[] {
  const { from, to, back, unexplained } = scan
  if (from > to) return [looking || back.stopped === null ? 'BNB: nothing read yet.' : NO_BALANCES]
  const end = back.stopped === 'refused' ? '; your RPC keeps older balances no longer' : ''
  const covered = `BNB since block ${from}${since === null ? '' : `, ${when(since)}`}${end}.`
  if (unexplained.length === 0) return [covered]
  return [covered, `In block ${unexplained.slice(0, 5).join(', ')} more BNB may have come than is listed.`]
}

export const BNB_UNREAD =
  'BNB is not listed: this account has code, so its balance does not tell what came in.'

/** The filters of a history. Empty texts match everything. */
export type HistoryFilter = {
  /** Key of a token (see `Token.key`), or empty. */
  readonly token: string
  readonly direction: '' | 'in' | 'out'
  /** An address or a part of one. */
  readonly counterparty: string
}

export const noFilter: HistoryFilter = { token: '', direction: '', counterparty: '' }

/** A line of the list: a heading for a day, or an item. */
export type HistoryLine =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'item'; readonly key: string; readonly item: ActivityItem }

/** Items with a heading at every change of day, in the person's own time zone. */
export function withDays(items: readonly ActivityItem[], now: number): readonly HistoryLine[] {
  const lines: HistoryLine[] = []
  let last = ''
  for (const item of items) {
    const label = item.at === null ? 'Time unknown' : dayOf(item.at, now)
    if (label !== last) lines.push({ kind: 'day', key: `day ${item.id}`, label })
    last = label
    lines.push({ kind: 'item', key: item.id, item })
  }
  return lines
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

function dayOf(at: number, now: number): string {
  const label = days.format(at)
  if (label === days.format(now)) return 'Today'
  return label === days.format(now - 86_400_000) ? 'Yesterday' : label
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
      return [{ token: Token.key(what.amount.amount.token), direction: 'in', counterparty: what.from }]
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
