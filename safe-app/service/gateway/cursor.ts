/** A page's start and length in the gateway. */
export type Window = { readonly limit: number; readonly offset: number }

const DEFAULT_LIMIT = 20

/** Reads `cursor=limit%3D20%26offset%3D20`; ignores values that are not numbers. */
export function readCursor(url: URL): Window {
  const cursor = new URLSearchParams(url.searchParams.get('cursor') ?? '')
  const number = (name: string, fallback: number) => {
    const text = cursor.get(name)
    const value = text === null ? Number.NaN : Number(text)
    return Number.isInteger(value) && value >= 0 ? value : fallback
  }
  return { limit: number('limit', DEFAULT_LIMIT) || DEFAULT_LIMIT, offset: number('offset', 0) }
}

/** Absolute URLs of the neighbouring pages, with other query parameters kept. */
export function neighbours(url: URL, { limit, offset }: Window, count: number) {
  return {
    next: limit + offset < count ? withCursor(url, { limit, offset: limit + offset }) : null,
    previous: offset === 0 ? null : withCursor(url, { limit, offset: Math.max(0, offset - limit) }),
  }
}

function withCursor(url: URL, { limit, offset }: Window): string {
  const neighbour = new URL(url)
  neighbour.searchParams.set('cursor', `limit=${limit}&offset=${offset}`)
  return neighbour.href
}
