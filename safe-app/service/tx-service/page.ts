/** A page of a list, in the transaction service's format. */
export type Page<T> = {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly T[]
}

/** The page for the URL's `limit` and `offset`; the links to its neighbours are absolute URLs. */
export function page<T>(url: URL, all: readonly T[], defaultLimit = 100, maxLimit = 200): Page<T> {
  const limit = Math.min(number(url, 'limit') || defaultLimit, maxLimit)
  const offset = number(url, 'offset')
  return {
    count: all.length,
    next: offset + limit < all.length ? at(url, limit, offset + limit) : null,
    previous: offset > 0 ? at(url, limit, Math.max(0, offset - limit)) : null,
    results: all.slice(offset, offset + limit),
  }
}

function number(url: URL, name: string): number {
  const value = Number(url.searchParams.get(name))
  return Number.isInteger(value) && value > 0 ? value : 0
}

function at(url: URL, limit: number, offset: number): string {
  const next = new URL(url)
  next.searchParams.set('limit', `${limit}`)
  if (offset > 0) next.searchParams.set('offset', `${offset}`)
  else next.searchParams.delete('offset')
  return next.href
}
