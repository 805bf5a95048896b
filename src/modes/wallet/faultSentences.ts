import { causes } from '#chain/PortalError.ts'

/** Every way that a wallet, a connector or a call can fail. `rejected` is an outcome, not an alarm. */
export type WalletFaultKind = keyof typeof SENTENCES

/** An error in the wording of the catalogue. */
export type WalletFault = {
  readonly kind: WalletFaultKind
  /** One line, without library internals. */
  readonly sentence: string
  /** Another way for the person; set only for a wallet that cannot switch networks at all. */
  readonly hint: string | null
}

/** Known facts about the failed request, used only to complete sentences. */
export type WalletContext = {
  readonly chainId?: number | undefined
  readonly connector?: { readonly name?: unknown; readonly switchChain?: unknown } | undefined
}

const SENTENCES = {
  rejected: 'User rejected request',
  pending: 'Resource unavailable',
  'chain-not-configured': 'Chain not configured.',
  'switch-failed': 'Error switching chain',
  'switch-unsupported': 'Error switching chain',
  'add-chain-failed': 'Error adding chain',
  'connector-not-found': 'Connector not found',
  'already-connected': 'Connector already connected',
  'no-chains': 'No chains found on connector.',
  'no-project-id':
    'No projectId found. Every dApp must now provide a WalletConnect Cloud projectId to enable WalletConnect v2.',
  'no-multicall': 'Chain does not support multicall.',
  'contract-empty': 'The contract returned no data.',
  'contract-reverted': 'The contract reverted the call.',
  'contract-undecodable': 'The answer of the contract could not be decoded.',
  'invalid-hash': 'Invalid transaction hash',
  'no-description': 'Transaction must have a description',
  'invalid-confirmations': 'Transaction confirmations must be a positive integer',
  'prepare-failed': 'Error preparing message, please retry!',
  'sign-failed': 'Error signing message, please retry!',
  'verify-failed': 'Error verifying signature, please retry!',
  'sign-in-failed': 'Oops, something went wrong!',
  'wrong-network': 'Wrong network detected, switch or disconnect to continue',
  'send-unknown': 'Your wallet did not say whether it sent the payment.',
  unknown: 'The wallet could not do this.',
} as const

/** RainbowKit's wording; version 2 still translates it but shows it nowhere. */
const SWITCH_INSIDE =
  'Your wallet does not support switching networks from Influencer Portal. ' +
  'Try switching networks from within your wallet instead.'

/** The fault of a situation without an exception, such as a dialog closed while connecting. */
export function faultOf(kind: WalletFaultKind, sentence: string = SENTENCES[kind]): WalletFault {
  return { kind, sentence, hint: kind === 'switch-unsupported' ? SWITCH_INSIDE : null }
}

/** Names the chain and the connector if both are known. */
export function chainNotConfigured({ chainId, connector }: WalletContext): WalletFault {
  const name = shown(read(connector, 'name'), 40)
  return Number.isSafeInteger(chainId) && name
    ? faultOf('chain-not-configured', `Chain "${chainId}" not configured for connector "${name}".`)
    : faultOf('chain-not-configured')
}

/** Names the chain if it is known. */
export function noMulticall(chainName: unknown): WalletFault {
  const name = shown(chainName, 40)
  return name
    ? faultOf('no-multicall', `Chain "${name}" does not support multicall.`)
    : faultOf('no-multicall')
}

/** Quotes the contract's reason if there is one. */
export function reverted(reason: unknown): WalletFault {
  const quoted = shown(reason, 120)
  return quoted
    ? faultOf('contract-reverted', `The contract reverted the call with the reason "${quoted}".`)
    : faultOf('contract-reverted')
}

/** One short line of foreign text, without control, invisible or quoting characters. */
function shown(text: unknown, max: number): string {
  if (typeof text !== 'string') return ''
  const line = text
    .slice(0, 10 * max)
    .replace(/[\p{Cf}\p{Cs}"]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : line
}

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

/** 4001 is EIP-1193's, 5000 is WalletConnect's. They prove that nothing was sent (`sendError`). */
export const REJECTED_CODES: readonly number[] = [4001, 5000]
/** Texts used instead of a code: WalletConnect, Coinbase, and a switch after an added chain. */
const REJECTED_TEXT =
  /user (rejected|denied|closed modal|cancell?ed)|rejected by (the )?user|request rejected|connection request reset|accounts received is empty/i

/** Whether a known code, or the matching class, reports a rejection by the person. */
export function isRejectedByCode(links: readonly unknown[]): boolean {
  return links.some(
    (link) => REJECTED_CODES.includes(codeOf(link) ?? 0) || nameOf(link) === 'UserRejectedRequestError',
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
