import type { ActivityItem } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** What a person wants to see of a history. Empty texts mean everything. */
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

/** One payment inside an item, as far as a filter looks at it. */
type Part = { readonly token: string; readonly direction: 'in' | 'out'; readonly counterparty: string }

/** The items in which one payment has all that is asked for: a batch is looked into. */
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
