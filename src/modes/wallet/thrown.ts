/** Reads what a wallet threw. It comes from another program: any property may be missing, wrong, or throw. */

/** Maximum links inspected; an object can create new ones on each access. */
const MAX_LINKS = 32
/** Maximum text length that is matched. */
const MAX_TEXT = 2_000
/** Where libraries and wallets put the underlying error; MetaMask Mobile nests it in `data.originalError`. */
const NESTED = ['cause', 'error', 'originalError', 'data', 'info'] as const

/** The property, or undefined if it is missing or reading it throws. */
export function read(link: unknown, property: string): unknown {
  if (typeof link !== 'object' || link === null) return undefined
  try {
    return (link as Record<string, unknown>)[property]
  } catch {
    return undefined
  }
}

/** The thrown value and every error inside it, level by level, outermost first. */
export function related(thrown: unknown): readonly unknown[] {
  const links = new Set<unknown>([thrown])
  // A Set also visits elements added during iteration.
  for (const link of links) {
    for (const property of NESTED) {
      const nested = read(link, property)
      if (links.size < MAX_LINKS && (typeof nested === 'string' || isObject(nested))) links.add(nested)
    }
  }
  return [...links]
}

/** A code is a number; a text that looks like one proves nothing. */
export function codeOf(link: unknown): number | null {
  const code = read(link, 'code')
  return typeof code === 'number' ? code : null
}

/** The name of an error, including one that lost its class between windows. */
export function nameOf(link: unknown): string {
  const name = read(link, 'name')
  return typeof name === 'string' ? name : ''
}

/** The text or message of the thrown value, cut before matching. */
export function textOf(link: unknown): string {
  const text = typeof link === 'string' ? link : read(link, 'message')
  return typeof text === 'string' ? text.slice(0, MAX_TEXT) : ''
}

/** `instanceof` reads a proxy's prototype, and a revoked proxy throws on that. */
export function isError(link: unknown): link is Error {
  try {
    return link instanceof Error
  } catch {
    return false
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
