import { causes, PortalError } from '#chain/PortalError.ts'
import { codeOf, isError, nameOf } from './thrown.ts'
import { walletFault } from './walletFault.ts'

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
  if (codes.includes(4001) || codes.includes(5000)) {
    return new PortalError('rejected', 'You rejected the request in your wallet.', { cause })
  }
  const refusal = codes.map((code) => REFUSED[code]).find((text) => text !== undefined)
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
  const refusal = causes(cause)
    .map((link) => BATCH_REFUSED[codeOf(link) ?? 0])
    .find((text) => text !== undefined)
  return refusal ? new PortalError('refused', `${refusal} Nothing was sent.`, { cause }) : known
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
