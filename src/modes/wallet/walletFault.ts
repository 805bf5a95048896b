import { causes, PortalError } from '#chain/PortalError.ts'
import {
  chainNotConfigured,
  codeOf,
  faultOf,
  isError,
  isFailedAdding,
  isRejectedByCode,
  isRejectedByText,
  nameOf,
  noMulticall,
  REJECTED_CODES,
  read,
  related,
  reverted,
  textOf,
  type WalletContext,
  type WalletFault,
  type WalletFaultKind,
} from './faultSentences.ts'

/** The operation that failed. */
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

/** The fault if nothing more specific is known. */
const FALLBACK: Partial<Record<WalletOperation, WalletFaultKind>> = {
  'switch-chain': 'switch-failed',
  send: 'send-unknown',
  'sign-in-prepare': 'prepare-failed',
  'sign-in-sign': 'sign-failed',
  'sign-in-verify': 'verify-failed',
  'sign-in': 'sign-in-failed',
}

/** Operations where a text may count as a rejection. For a send it proves nothing, and reads prompt nobody. */
const ASKS: readonly WalletOperation[] = ['connect', 'switch-chain', 'sign', 'sign-in-sign', 'sign-in']

/** Codes of a wallet that does not know the method: EIP-1193, JSON-RPC, EIP-1474. */
const NOT_SUPPORTED = [4200, -32601, -32004]

/** Class names of wagmi, viem and their first versions; a wrapper comes after the class that it wraps. */
const NAMED: readonly (readonly [RegExp, WalletFaultKind])[] = [
  [/^(Provider|Connector)NotFoundError$/, 'connector-not-found'],
  [/^ConnectorAlreadyConnectedError$/, 'already-connected'],
  [/^ResourceUnavailable(Rpc)?Error$/, 'pending'],
  [/^(Connector)?ChainMismatchError$/, 'wrong-network'],
  [/^SwitchChainNotSupportedError$/, 'switch-unsupported'],
  [/^AddChainError$/, 'add-chain-failed'],
  [/^SwitchChainError$/, 'switch-failed'],
]

/** Texts of errors without a code or a class. */
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
 * Converts any wallet error to the wording of the catalogue. Codes take precedence over class names, and
 * those over texts, because anyone can write a text. Never throws.
 */
export function walletFault(
  thrown: unknown,
  operation: WalletOperation,
  context: WalletContext = {},
): WalletFault {
  const fallback = faultOf(FALLBACK[operation] ?? 'unknown')
  // Neither operation prompts the wallet, so any error is a failure of the step.
  if (operation === 'sign-in-prepare' || operation === 'sign-in-verify') return fallback
  const links = related(thrown)
  if (operation === 'sign-in-sign' || operation === 'sign-in') {
    return isRejectedByCode(links) || isRejectedByText(links) ? faultOf('rejected') : fallback
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

/** Whether the connector can switch networks at all. */
export function canSwitchChain(connector: WalletContext['connector']): boolean {
  return typeof read(connector, 'switchChain') === 'function'
}

/** Checked first, because connectors wrap it in a failed switch. */
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
  // Connecting also switches the chain, and passes on an error that looks like a rejection.
  const switches = operation === 'switch-chain' || operation === 'connect'
  if (switches && isFailedAdding(thrown)) return faultOf('add-chain-failed')
  if (isRejectedByCode(links)) return faultOf('rejected')
  if (links.some((link) => codeOf(link) === -32002)) return faultOf('pending')
  return ASKS.includes(operation) && isRejectedByText(links) ? faultOf('rejected') : null
}

/** Separates a wallet that cannot switch from a failed switch: the person must then switch in the wallet. */
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

/**
 * EIP-1193 and EIP-1474 codes that prove that nothing was sent: the request was never accepted. A wallet that
 * disconnected (4900, 4901), is busy or timed out (-32002) or failed internally (-32603) may still have sent
 * it.
 */
const REFUSED: Readonly<Record<number, string>> = {
  4100: 'Your wallet has not allowed this site to use the account.',
  4200: 'Your wallet does not support this request.',
  4902: 'Your wallet does not know BNB Smart Chain.',
  [-32601]: 'Your wallet does not support this request.',
  [-32602]: 'Your wallet found the request invalid.',
}

/**
 * Converts a wallet's send error. Only known codes prove that nothing was sent; everything else is
 * `unknown-result`, because a wallet can broadcast and fail afterwards.
 */
export function sendError(cause: unknown): PortalError {
  const chain = causes(cause)
  const codes = chain.map(codeOf).filter((code) => code !== null)
  if (codes.some((code) => REJECTED_CODES.includes(code))) {
    return new PortalError('rejected', 'You rejected the request in your wallet.', { cause })
  }
  // The wallet's own code decides. Inside it is whatever made it fail: perhaps a node's answer after the payment was sent.
  const refusal = REFUSED[codes[0] ?? 0]
  if (refusal) return new PortalError('refused', refusal, { cause })
  const names = chain.filter(isError).map(nameOf)
  if (names.includes('ChainMismatchError') || names.includes('ConnectorChainMismatchError')) {
    return new PortalError('refused', 'Your wallet is on another network than BNB Smart Chain.', { cause })
  }
  if (names.some((name) => /Connector(Account)?Not(Found|Connected)|ProviderNotFound/.test(name))) {
    return new PortalError('refused', 'The wallet is not connected any more.', { cause })
  }
  const text = codes.includes(-32002)
    ? 'Your wallet is busy or took too long, and did not say whether it sent the payment.'
    : 'Your wallet did not say whether it sent the payment.'
  return new PortalError('unknown-result', text, { cause })
}

/**
 * EIP-5792 codes that prove that nothing of a batch was sent. 5720 does not: the id may already be in use for
 * this batch.
 */
const BATCH_REFUSED: Readonly<Record<number, string>> = {
  5700: 'Your wallet cannot send several payments at once.',
  5710: 'Your wallet cannot send several payments at once on BNB Smart Chain.',
  5740: 'Your wallet does not take so many payments at once.',
  5750: 'You or your wallet did not let the account be changed, which it needs to send several payments at once.',
  5760: 'Your wallet cannot send several payments so that all of them happen or none.',
}

/** Converts a wallet's batch error, by the rules of `sendError`. */
export function batchError(cause: unknown): PortalError {
  const known = sendError(cause)
  if (known.kind !== 'unknown-result') return known
  const own = causes(cause)
    .map(codeOf)
    .find((code) => code !== null)
  const refusal = BATCH_REFUSED[own ?? 0]
  return refusal ? new PortalError('refused', refusal, { cause }) : known
}

/**
 * Converts a wallet's signature error. A signature that was made but not returned is worthless, so there is
 * no unknown result.
 */
export function signError(cause: unknown): PortalError {
  const { kind } = walletFault(cause, 'sign')
  if (kind === 'rejected') {
    return new PortalError('rejected', 'You rejected the request in your wallet.', { cause })
  }
  if (kind === 'pending')
    return new PortalError('busy', 'A request is already open in your wallet.', { cause })
  const known = sendError(cause)
  return known.kind === 'unknown-result'
    ? new PortalError('refused', 'Your wallet did not sign the text and gave no reason.', { cause })
    : known
}

/** viem's classes; a decoder's cursor and byte readers throw their own. */
const UNDECODABLE =
  /^(AbiDecoding|InvalidAbiDecoding|DecodeLog|AbiFunctionOutputsNotFound|(Position|Negative).*Offset|PositionOutOfBounds|RecursiveReadLimit|InvalidBytesBoolean|ContractResultDecode)/
/** viem reports this for every revert and, as a reason, for a node error without one. */
const NO_REASON = ['execution reverted', 'An internal error was received.']
/** A node's text after the prefix; viem puts it into its own sentence. */
const REASON = /^execution reverted(?:: ([^\n]+)| with reason: ([^\n]+?)\.?(?:\n|$))/i

/** The fault of a contract call, or null for any other error. `links` are outermost first. */
function contractFault(links: readonly unknown[]): WalletFault | null {
  for (const link of links) {
    const name = nameOf(link)
    if (name === 'ContractFunctionZeroDataError' || name === 'AbiDecodingZeroDataError') {
      return faultOf('contract-empty')
    }
    if (name === 'ExecutionRevertedError') return reverted(reasonOf(links))
    if (name === 'ContractFunctionRevertedError') return isReverted(links) ? reverted(reasonOf(links)) : null
    if (UNDECODABLE.test(name)) return faultOf('contract-undecodable')
    if (isWithoutMulticall(name, textOf(link))) {
      return noMulticall(/^Chain "([^"\n]+)" does not support/.exec(textOf(link))?.[1])
    }
  }
  const saysSo = links.some((link) => /^execution reverted\b/i.test(textOf(link)))
  return saysSo ? reverted(reasonOf(links)) : null
}

/** viem has one class for every contract missing from a chain. */
function isWithoutMulticall(name: string, text: string): boolean {
  return (
    name === 'ChainDoesNotSupportMulticallError' ||
    (name === 'ChainDoesNotSupportContract' && text.includes('contract "multicall3"'))
  )
}

/**
 * viem reports every internal node error as a revert. A real revert has data, the revert code, or a message about it.
 */
function isReverted(links: readonly unknown[]): boolean {
  return links.some((link) => {
    const data = read(link, 'data')
    return (
      (typeof data === 'string' && data.length > 2) ||
      codeOf(link) === 3 ||
      (!nameOf(link).startsWith('ContractFunction') && /\breverted\b/.test(textOf(link)))
    )
  })
}

/** The first meaningful reason: decoded by viem, the name of a custom error, or a node's text. */
function reasonOf(links: readonly unknown[]): string | null {
  for (const link of links) {
    const [, ofNode, ofViem] = REASON.exec(textOf(link)) ?? []
    const candidates = [read(link, 'reason'), read(read(link, 'data'), 'errorName'), ofNode, ofViem]
    const reason = candidates.find((text) => typeof text === 'string' && text && !NO_REASON.includes(text))
    if (typeof reason === 'string') return reason
  }
  return null
}
