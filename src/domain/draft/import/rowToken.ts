import { isHexAddress } from '#chain/hex.ts'
import * as Address from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'

/** Why the cells of a row do not name a token. */
export type RowTokenFault =
  | { readonly kind: 'blank' | 'erc20-without-contract' | 'native-with-contract' | 'bnb-is-no-contract' }
  | { readonly kind: 'not-a-payment' | 'unknown-type' | 'unknown-symbol'; readonly cell: string }
  | { readonly kind: 'too-long' | 'wrong-checksum' | 'zero-address' | 'other-chain' }
  /** An unknown contract. Its decimals can be looked up. */
  | { readonly kind: 'unknown-token'; readonly address: Address.Address }

type ReadToken =
  | { readonly ok: true; readonly token: Token.Token }
  | { readonly ok: false; readonly fault: RowTokenFault }

/** Additional tokens by lower-case contract address, and the token chosen for rows that name none. */
export type TokenOptions = {
  readonly tokens: ReadonlyMap<string, Token.Token>
  readonly token: Token.Token | null
}

/** True for the symbol of a pinned token or the address of a known one, ignoring its checksum. */
export function looksLikeToken(cell: string, tokens: TokenOptions['tokens']): boolean {
  if (cell.length > 64) return false
  const text = trimEdges(cell)
  if (bySymbol(text)) return true
  const address = text.slice(text.lastIndexOf(':') + 1).toLowerCase()
  return isHexAddress(address) && byContract(address, tokens) !== null
}

/**
 * The token of a row. A blank cell is an error unless a token was chosen for the file; it never means BNB by
 * itself. A `token_type`, as in CSV Airdrop files, must match.
 */
export function readToken(
  cells: { readonly token: string; readonly tokenType: string },
  options: TokenOptions,
): ReadToken {
  const isTooLong = Math.max(cells.token.length, cells.tokenType.length) > LONGEST_CELL
  if (isTooLong) return refused({ kind: 'too-long' })
  const text = trimEdges(cells.token)
  const type = trimEdges(cells.tokenType).toLowerCase()
  if (type === '') return text === '' ? fileWide(options.token) : named(text, options.tokens)
  if (type === 'native') {
    const isBnb = text === '' || bySymbol(text) === Token.BNB
    return isBnb ? { ok: true, token: Token.BNB } : refused({ kind: 'native-with-contract' })
  }
  if (type === 'erc20') {
    if (text === '') return refused({ kind: 'erc20-without-contract' })
    const read = named(text, options.tokens)
    return read.ok && read.token.address === null ? refused({ kind: 'bnb-is-no-contract' }) : read
  }
  const isCollectible = ['nft', 'erc721', 'erc1155'].includes(type)
  return refused({ kind: isCollectible ? 'not-a-payment' : 'unknown-type', cell: trimEdges(cells.tokenType) })
}

function named(text: string, tokens: TokenOptions['tokens']): ReadToken {
  const pinned = bySymbol(text)
  if (pinned) return { ok: true, token: pinned }
  const address = Address.parse(text)
  if (!address.ok) {
    const { fault } = address
    return refused(
      fault === 'empty' || fault === 'not-an-address'
        ? { kind: 'unknown-symbol', cell: text }
        : { kind: fault },
    )
  }
  const token = byContract(address.address, tokens)
  return token ? { ok: true, token } : refused({ kind: 'unknown-token', address: address.address })
}

function bySymbol(text: string): Token.Token | undefined {
  // Some non-ASCII letters become ASCII capitals in upper case.
  if (!/^[a-z]+$/i.test(text)) return undefined
  const symbol = text.toUpperCase()
  return Token.pinned.find((token) => token.symbol === symbol)
}

function byContract(address: Address.Address, tokens: TokenOptions['tokens']): Token.Token | null {
  return Token.find(address) ?? tokens.get(address.toLowerCase()) ?? null
}

function fileWide(token: Token.Token | null): ReadToken {
  return token ? { ok: true, token } : refused({ kind: 'blank' })
}

function refused(fault: RowTokenFault): ReadToken {
  return { ok: false, fault }
}
