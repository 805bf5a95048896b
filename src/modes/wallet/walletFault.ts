import { contractFault } from './contractFault.ts'
import {
  chainNotConfigured,
  faultOf,
  type WalletContext,
  type WalletFault,
  type WalletFaultKind,
} from './faultSentences.ts'
import { isFailedAdding, isRejected, isRejectedByText } from './rejection.ts'
import { codeOf, nameOf, read, related, textOf } from './thrown.ts'

/** What was being done when something was thrown. */
export type WalletOperation =
  | 'connect'
  | 'disconnect'
  | 'switch-chain'
  | 'sign'
  | 'send'
  | 'read'
  | 'add-transaction'
  | 'sign-in-prepare'
  | 'sign-in-sign'
  | 'sign-in-verify'
  | 'sign-in'

/** What is thrown where nothing says more. */
const FALLBACK: Partial<Record<WalletOperation, WalletFaultKind>> = {
  'switch-chain': 'switch-failed',
  send: 'send-unknown',
  'sign-in-prepare': 'prepare-failed',
  'sign-in-sign': 'sign-failed',
  'sign-in-verify': 'verify-failed',
  'sign-in': 'sign-in-failed',
}

/** Where a text may stand for a refusal. Of a send it proves nothing, and reads ask nobody. */
const ASKS: readonly WalletOperation[] = ['connect', 'switch-chain', 'sign', 'sign-in-sign', 'sign-in']

/** Codes of a wallet that does not know the method: EIP-1193, JSON-RPC, EIP-1474. */
const NOT_SUPPORTED = [4200, -32601, -32004]

/** Class names of wagmi, viem and their first versions; a wrapper comes after what it wraps. */
const NAMED: readonly (readonly [RegExp, WalletFaultKind])[] = [
  [/^(Provider|Connector)NotFoundError$/, 'connector-not-found'],
  [/^ConnectorAlreadyConnectedError$/, 'already-connected'],
  [/^ResourceUnavailable(Rpc)?Error$/, 'pending'],
  [/^(Connector)?ChainMismatchError$/, 'wrong-network'],
  [/^SwitchChainNotSupportedError$/, 'switch-unsupported'],
  [/^AddChainError$/, 'add-chain-failed'],
  [/^SwitchChainError$/, 'switch-failed'],
]

/** Texts of errors that have neither a code nor a class. */
const WORDED: readonly (readonly [RegExp, WalletFaultKind])[] = [
  [/^(Provider|Connector) not found\b/, 'connector-not-found'],
  [/^Connector already connected\b/, 'already-connected'],
  [/^No chains found on connector\b/, 'no-chains'],
  [/\b(no|missing|invalid|provide a)\b.{0,40}\bproject ?id\b/i, 'no-project-id'],
  [/\bproject ?id\b.{0,20}\b(missing|required|not found)\b/i, 'no-project-id'],
  [/\balready pending for origin\b|^already processing\b/i, 'pending'],
  [/does not support programmatic chain switching/, 'switch-unsupported'],
  [/(^|\n)Invalid transaction hash/, 'invalid-hash'],
  [/(^|\n)Transaction must have a description/, 'no-description'],
  [/(^|\n)Transaction confirmations must be/, 'invalid-confirmations'],
  [/^Wrong network detected/, 'wrong-network'],
]

/**
 * Puts anything that was thrown around a wallet into the words of the catalogue. Codes are believed before class
 * names, and those before texts, since anybody can write a text. Never throws.
 */
export function walletFault(
  thrown: unknown,
  operation: WalletOperation,
  context: WalletContext = {},
): WalletFault {
  const fallback = faultOf(FALLBACK[operation] ?? 'unknown')
  // Neither asks the wallet for anything, so whatever happened is a failure of the step.
  if (operation === 'sign-in-prepare' || operation === 'sign-in-verify') return fallback
  const links = related(thrown)
  if (operation === 'sign-in-sign' || operation === 'sign-in') {
    return isRejected(links) || isRejectedByText(links) ? faultOf('rejected') : fallback
  }
  return (
    faultOfConfiguration(links, context) ??
    faultOfRefusal(thrown, links, operation) ??
    faultOfSwitch(links, operation, context) ??
    contractFault(links) ??
    faultIn(NAMED, links.map(nameOf)) ??
    (links.some((link) => codeOf(link) === 4902) ? faultOf('switch-failed') : null) ??
    faultIn(WORDED, links.map(textOf)) ??
    fallback
  )
}

/** Whether the connector has a way to switch networks at all. */
export function canSwitchChain(connector: WalletContext['connector']): boolean {
  return typeof read(connector, 'switchChain') === 'function'
}

/** First, because connectors wrap it into a failed switch. */
function faultOfConfiguration(links: readonly unknown[], context: WalletContext): WalletFault | null {
  const found = links.some(
    (link) =>
      /^ChainNotConfigured(ForConnector)?(Error)?$/.test(nameOf(link)) ||
      /^Chain (".{1,40}" )?not configured\b/.test(textOf(link)),
  )
  return found ? chainNotConfigured(context) : null
}

function faultOfRefusal(
  thrown: unknown,
  links: readonly unknown[],
  operation: WalletOperation,
): WalletFault | null {
  // A connection switches the chain too, and passes on what looks like a refusal.
  const switches = operation === 'switch-chain' || operation === 'connect'
  if (switches && isFailedAdding(thrown)) return faultOf('add-chain-failed')
  if (isRejected(links)) return faultOf('rejected')
  if (links.some((link) => codeOf(link) === -32002)) return faultOf('pending')
  return ASKS.includes(operation) && isRejectedByText(links) ? faultOf('rejected') : null
}

/** A wallet that cannot switch is told apart from a switch that failed: the person has to switch inside it. */
function faultOfSwitch(
  links: readonly unknown[],
  operation: WalletOperation,
  { connector }: WalletContext,
): WalletFault | null {
  if (operation !== 'switch-chain') return null
  const unknownMethod = links.some((link) => NOT_SUPPORTED.includes(codeOf(link) ?? 0))
  const unable = unknownMethod || (connector !== undefined && !canSwitchChain(connector))
  return unable ? faultOf('switch-unsupported') : null
}

function faultIn(
  table: readonly (readonly [RegExp, WalletFaultKind])[],
  texts: readonly string[],
): WalletFault | null {
  const kind = table.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1]
  return kind ? faultOf(kind) : null
}
