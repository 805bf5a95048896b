import type { ActivityItem, ActivityPage } from '#account/Activity.ts'

/** A list that is polled at its head and extended at its end, each item once. */
export type PagedList = {
  readonly items: readonly ActivityItem[]
  /** Asks for what follows; null at the end. */
  readonly cursor: string | null
  /** Every cursor that was followed, so that a service cannot walk us in a circle. */
  readonly followed: readonly string[]
  /** Items that could not be read: of the newest reading of the head, and of all that follows. */
  readonly unreadable: { readonly head: number; readonly rest: number }
  readonly source: string
  /** True when the list ends here although the source has more: nobody reads on for ever. */
  readonly cut: boolean
  /** Pages in a row that held nothing new, as when many items came in meanwhile. */
  readonly stale: number
}

/** More than this is not kept: the page would grow without end. */
const MAX_ITEMS = 10_000
/** As many pages of nothing new are followed: that is some 500 items that came in while a person read. */
const MAX_STALE = 25

/**
 * The list after its first page was read again. New items come first; what is no longer on the first page has only
 * moved down. Where nothing of the first page was known, there may be a gap, and the list begins anew.
 */
export function refreshed(list: PagedList | undefined, page: ActivityPage): PagedList {
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
  // Nothing was loaded beyond the head: what left it is reached by the new head's cursor as well.
  const cursor = list.followed.length === 0 ? page.cursor : list.cursor
  return { ...list, items, cursor, unreadable: { ...list.unreadable, head: page.unreadable } }
}

/** The list with the page that its cursor asked for. */
export function extended(list: PagedList, page: ActivityPage): PagedList {
  const followed = list.cursor === null ? list.followed : [...list.followed, list.cursor]
  const items = unique([...list.items, ...page.items])
  // Cursors that come again, and full pages of nothing new, would lead on for ever.
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

/** An item that moved to the next page while it was loaded stands in both; the newer reading counts. */
function unique(items: readonly ActivityItem[]): readonly ActivityItem[] {
  const byId = new Map<string, ActivityItem>()
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
