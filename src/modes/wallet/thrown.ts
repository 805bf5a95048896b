/** Reading what a wallet threw. It comes from another program: any property may be missing, wrong, or throw. */

/** Most links that are looked at; an object can make new ones each time it is asked. */
const MAX_LINKS = 32
/** Longest text that is matched. */
const MAX_TEXT = 2_000
/** Where libraries and wallets put the error behind an error; MetaMask Mobile nests it in `data.originalError`. */
const NESTED = ['cause', 'error', 'originalError', 'data', 'info'] as const

/** The property, or undefined where there is none or where reading it throws. */
export function read(link: unknown, property: string): unknown {
  if (typeof link !== 'object' || link === null) return undefined
  try {
    return (link as Record<string, unknown>)[property]
  } catch {
    return undefined
  }
}

/** The thing that was thrown and every error inside it, level by level, outermost first. */
export function related(thrown: unknown): readonly unknown[] {
  const links = new Set<unknown>([thrown])
  // A Set also visits what is added during the visit.
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

/** The name of an error, also of one that lost its class on the way between windows. */
export function nameOf(link: unknown): string {
  const name = read(link, 'name')
  return typeof name === 'string' ? name : ''
}

/** The text or the message of what was thrown, cut before it is matched. */
export function textOf(link: unknown): string {
  const text = typeof link === 'string' ? link : read(link, 'message')
  return typeof text === 'string' ? text.slice(0, MAX_TEXT) : ''
}

/** `instanceof` asks a proxy for its prototype, and a revoked one throws at that. */
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
