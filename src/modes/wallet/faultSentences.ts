import { read } from './thrown.ts'

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
