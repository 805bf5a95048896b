import * as Address from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'

/** Why the cells of a row name no token. */
export type RowTokenFault =
  | { readonly kind: 'blank' | 'erc20-without-contract' | 'native-with-contract' | 'bnb-is-no-contract' }
  | { readonly kind: 'not-a-payment' | 'unknown-type' | 'unknown-symbol'; readonly cell: string }
  | { readonly kind: 'too-long' | 'wrong-checksum' | 'zero-address' | 'other-chain' }
  /** A contract that is not known yet: its decimals may be looked up. */
  | { readonly kind: 'unknown-token'; readonly address: Address.Address }

export type ReadToken =
  | { readonly ok: true; readonly token: Token.Token }
  | { readonly ok: false; readonly fault: RowTokenFault }

/** Further tokens by lower-case contract address, and the one that a person chose for rows that name none. */
export type TokenOptions = {
  readonly tokens: ReadonlyMap<string, Token.Token>
  readonly token: Token.Token | null
}

/** True for a cell that is the symbol of a pinned token or an address of a known one; its checksum is not looked at. */
export function looksLikeToken(cell: string, tokens: TokenOptions['tokens']): boolean {
  if (cell.length > 64) return false
  const text = trimEdges(cell)
  if (bySymbol(text)) return true
  const address = /(?:^|:)(0x[0-9a-f]{40})$/.exec(text.toLowerCase())?.[1]
  return address !== undefined && byContract(address as Address.Address, tokens) !== null
}

/**
 * The token of a row. A blank cell is an error unless a token was chosen for the file: it never means BNB by itself.
 * A `token_type`, as in files of CSV Airdrop, has to fit.
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
  // Other letters have small forms that become the same capitals.
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
