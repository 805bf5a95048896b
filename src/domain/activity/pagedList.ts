import type { ActivityItem, ItemPage } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'

/** A list that is polled at its head and extended at its end, without duplicates. */
export type PagedList = {
  readonly items: readonly ActivityItem[]
  /** Cursor of the next page; null at the end. */
  readonly cursor: string | null
  /** Every followed cursor, so that a service cannot send us in a circle. */
  readonly followed: readonly string[]
  /** Unreadable items: in the latest read of the head, and in the rest. */
  readonly unreadable: { readonly head: number; readonly rest: number }
  readonly source: string
  /** True if the list stops here although the source has more, because there is a limit. */
  readonly cut: boolean
  /** Consecutive pages without new items, for example after many items arrived meanwhile. */
  readonly stale: number
}

/** Item limit, so that the page does not grow without end. */
const MAX_ITEMS = 10_000
/** How many pages without new items are followed: about 500 items that arrived while a person was reading. */
const MAX_STALE = 25

/**
 * Merges a new read of the first page. New items come first; items that left the first page only moved down.
 * If no item of the first page was known, there may be a gap, so the list starts over.
 */
export function refreshed(list: PagedList | undefined, page: ItemPage): PagedList {
  const known = new Set(list?.items.map(({ id }) => id))
  const joins = page.items.some(({ id }) => known.has(id)) || page.items.length === 0
  if (!list || !joins || list.source !== page.source || page.cursor === null) {
    return {
      items: unique(page.items),
      cursor: page.cursor,
      followed: [],
      unreadable: { head: page.unreadable, rest: 0 },
      source: page.source,
      cut: false,
      stale: 0,
    }
  }
  const items = unique([...page.items, ...list.items])
  // Only the head was loaded: items that left it are also reached by the new head's cursor.
  const cursor = list.followed.length === 0 ? page.cursor : list.cursor
  return { ...list, items, cursor, unreadable: { ...list.unreadable, head: page.unreadable } }
}

/** Appends the page at the list's cursor. */
export function extended(list: PagedList, page: ItemPage): PagedList {
  const followed = list.cursor === null ? list.followed : [...list.followed, list.cursor]
  const items = unique([...list.items, ...page.items])
  // Repeated cursors, and full pages without new items, would never end.
  const stale = page.items.length > 0 && items.length === list.items.length ? list.stale + 1 : 0
  const circle = page.cursor !== null && (followed.includes(page.cursor) || stale >= MAX_STALE)
  const cut = items.length >= MAX_ITEMS
  return {
    items: items.slice(0, MAX_ITEMS),
    cursor: circle || cut ? null : page.cursor,
    followed,
    unreadable: { ...list.unreadable, rest: list.unreadable.rest + page.unreadable },
    source: page.source,
    cut: circle || cut,
    stale,
  }
}

/** An item that moved to the next page during loading is in both; the newer read wins. */
function unique(items: readonly ActivityItem[]): readonly ActivityItem[] {
  const byId = new Map<string, ActivityItem>()
  for (const item of items) {
    // A proposal is one item, whatever its source calls it.
    const id = item.safeTxHash ?? item.id
    if (!byId.has(id)) byId.set(id, item)
  }
  return withTwins([...byId.values()], (item) => item)
}

/** Counts for each item the equal transfers of its transaction before it, see `ActivityItem`. */
export function withTwins<T extends { readonly twins?: number }>(
  items: readonly T[],
  itemOf: (one: T) => Pick<ActivityItem, 'what' | 'hash' | 'safeTxHash'>,
): readonly T[] {
  const seen = new Map<string, number>()
  return items.map((one) => {
    const { what, hash, safeTxHash } = itemOf(one)
    if (hash === null || safeTxHash !== null) return one
    if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') return one
    const { token, value } = what.amount.amount
    const other = what.kind === 'transfer-in' ? what.from : what.to
    const key = [hash, what.kind, other, Token.key(token), value].join(' ').toLowerCase()
    const twins = seen.get(key) ?? 0
    seen.set(key, twins + 1)
    return twins === (one.twins ?? 0) ? one : { ...one, twins }
  })
}
