import { causes } from '#chain/PortalError.ts'
import { codeOf, nameOf, related, textOf } from './thrown.ts'

/** 4001 is EIP-1193's, 5000 is WalletConnect's. */
const REJECTED = [4001, 5000]
/** Texts used instead of a code: WalletConnect, Coinbase, and a switch after an added chain. */
const REJECTED_TEXT =
  /user (rejected|denied|closed modal|cancell?ed)|rejected by (the )?user|request rejected|connection request reset|accounts received is empty/i

/** Whether a known code, or the matching class, reports a rejection by the person. */
export function isRejected(links: readonly unknown[]): boolean {
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
  return !isRejected(links) && !isRejectedByText(links)
}
