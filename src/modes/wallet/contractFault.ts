import { faultOf, noMulticall, reverted, type WalletFault } from './faultSentences.ts'
import { codeOf, nameOf, read, textOf } from './thrown.ts'

/** viem's classes; a decoder's cursor and byte readers throw their own. */
const UNDECODABLE =
  /^(AbiDecoding|InvalidAbiDecoding|DecodeLog|AbiFunctionOutputsNotFound|(Position|Negative).*Offset|PositionOutOfBounds|RecursiveReadLimit|InvalidBytesBoolean|ContractResultDecode)/
/** viem reports this for every revert and, as a reason, for a node error without one. */
const NO_REASON = ['execution reverted', 'An internal error was received.']
/** A node's text after the prefix; viem puts it into its own sentence. */
const REASON = /^execution reverted(?:: ([^\n]+)| with reason: ([^\n]+?)\.?(?:\n|$))/i

/** The fault of a contract call, or null for any other error. `links` are outermost first. */
export function contractFault(links: readonly unknown[]): WalletFault | null {
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
