import { causes } from '#chain/PortalError.ts'

/** Reads a value thrown by a wallet. It comes from another program: any property may be missing, wrong, or throw. */

/** Maximum links inspected; an object can create new ones on each access. */
const MAX_LINKS = 32
/** Maximum text length that is matched. */
const MAX_TEXT = 2_000
/**
 * The properties in which libraries and wallets put the underlying error. MetaMask Mobile nests it in
 * `data.originalError`.
 */
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

/** 4001 is EIP-1193's, 5000 is WalletConnect's. */
const REJECTED = [4001, 5000]
/** Texts used instead of a code: WalletConnect, Coinbase, and a switch after an added chain. */
const REJECTED_TEXT =
  /user (rejected|denied|closed modal|cancell?ed)|rejected by (the )?user|request rejected|connection request reset|accounts received is empty/i

/** Whether a known code, or the matching class, reports a rejection by the person. */
export function isRejectedByCode(links: readonly unknown[]): boolean {
  return links.some(
    (link) => REJECTED.includes(codeOf(link) ?? 0) || nameOf(link) === 'UserRejectedRequestError',
  )
}

/** Whether a text reports a rejection. Weaker than a code, because anyone can write a text. */
export function isRejectedByText(links: readonly unknown[]): boolean {
  return links.some((link) => REJECTED_TEXT.test(textOf(link)))
}

/**
 * Whether a chain could not be added. Connectors throw a rejection for every failure of
 * `wallet_addEthereumChain`, so only a rejection as the innermost cause counts as one.
 */
export function isFailedAdding(thrown: unknown): boolean {
  const chain = causes(thrown)
  const innermost = chain.findLastIndex((link) => nameOf(link) === 'UserRejectedRequestError')
  const inside = innermost < 0 ? undefined : chain[innermost + 1]
  if (inside === undefined) return false
  const links = related(inside)
  return !isRejectedByCode(links) && !isRejectedByText(links)
}
