import { isHexAddress } from '#chain/hex.ts'
import * as Address from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { isTokenElsewhere, tokenByName } from '#chain/money/tokenNames.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/trimEdges.ts'
import { type Unit, unitOf } from './amountUnit.ts'

/** Why the cells of a row do not name a token. */
export type RowTokenFault =
  | { readonly kind: 'blank' | 'erc20-without-contract' | 'native-with-contract' | 'bnb-is-no-contract' }
  | { readonly kind: 'not-a-payment' | 'unknown-type' | 'unknown-symbol'; readonly cell: string }
  | { readonly kind: 'too-long' | 'wrong-checksum' | 'zero-address' | 'other-chain' }
  /** The symbol together with another network, such as `USDT (TRC20)`. */
  | { readonly kind: 'elsewhere'; readonly cell: string }
  /** Amounts in a currency. A person must say which token they mean. */
  | { readonly kind: 'currency'; readonly sign: string }
  /** The amount is in another token than the row. */
  | { readonly kind: 'two-tokens'; readonly one: string; readonly other: string }
  /** An unknown contract. Its decimals can be looked up. */
  | { readonly kind: 'unknown-token'; readonly address: Address.Address }

type ReadToken =
  | { readonly ok: true; readonly token: Token.Token }
  | { readonly ok: false; readonly fault: RowTokenFault }

/** Decides about the token of a row besides its cells. */
export type TokenOptions = {
  /** Additional tokens by lower-case contract address. */
  readonly tokens: ReadonlyMap<string, Token.Token>
  /** Chosen for rows that name none. */
  readonly token: Token.Token | null
  /** The unit in the title of the amounts; null for none. */
  readonly unit?: Unit | null
  /**
   * The answers about amounts in a currency: the key of a token, or `ROW_TOKEN` for the token that the row
   * names. By the sign of the currency.
   */
  readonly currencies?: ReadonlyMap<string, string>
}

/** The answer that amounts in a currency are amounts of the token that their row names. */
export const ROW_TOKEN = 'row'

/** True for the symbol of a pinned token or the address of a known one, ignoring its checksum. */
export function looksLikeToken(cell: string, tokens: TokenOptions['tokens']): boolean {
  if (cell.length > 64) return false
  const text = trimEdges(cell)
  if (tokenByName(text)) return true
  const address = text.slice(text.lastIndexOf(':') + 1).toLowerCase()
  return isHexAddress(address) && byContract(address, tokens) !== null
}

/**
 * The token of a row: that of its token cell, else the unit of its amount, else the unit in the title, else the token
 * chosen for the file. It never means BNB by itself. A `token_type`, as in CSV Airdrop files, must match. Amounts in a
 * currency are no amounts of a token until a person says so, and a unit that contradicts the token is an error.
 * @param unit beside the amount; null for none
 */
export function readToken(
  cells: { readonly token: string; readonly tokenType: string },
  unit: Unit | null,
  options: TokenOptions,
): ReadToken {
  const isTooLong = Math.max(cells.token.length, cells.tokenType.length) > LONGEST_CELL
  if (isTooLong) return refused({ kind: 'too-long' })
  const text = trimEdges(cells.token)
  const said = unit ?? options.unit ?? null
  const ofCell = text === '' ? null : unitOf(text)
  if (ofCell?.kind === 'currency') return ofUnit(ofCell, null, options)
  const type = trimEdges(cells.tokenType).toLowerCase()
  if (type === '' && text === '') {
    if (said) return ofUnit(said, null, options)
    return options.token ? { ok: true, token: options.token } : refused({ kind: 'blank' })
  }
  const read = ofCells(text, type, cells.tokenType, options)
  return read.ok && said ? ofUnit(said, read.token, options) : read
}

function ofCells(text: string, type: string, typeCell: string, options: TokenOptions): ReadToken {
  if (type === '') return named(text, options.tokens)
  if (type === 'native') {
    const isBnb = text === '' || tokenByName(text) === Token.BNB
    return isBnb ? { ok: true, token: Token.BNB } : refused({ kind: 'native-with-contract' })
  }
  if (type === 'erc20') {
    if (text === '') return refused({ kind: 'erc20-without-contract' })
    const read = named(text, options.tokens)
    return read.ok && read.token.address === null ? refused({ kind: 'bnb-is-no-contract' }) : read
  }
  const isCollectible = ['nft', 'erc721', 'erc1155'].includes(type)
  return refused({ kind: isCollectible ? 'not-a-payment' : 'unknown-type', cell: trimEdges(typeCell) })
}

/** The token of an amount with a unit. @param token that its row names; null for none */
function ofUnit(unit: Unit, token: Token.Token | null, options: TokenOptions): ReadToken {
  switch (unit.kind) {
    case 'token':
      return same(unit.token, token)
    case 'currency': {
      const answer = options.currencies?.get(unit.sign)
      if (answer === ROW_TOKEN && token) return { ok: true, token }
      const meant = answer === undefined ? undefined : (Token.byKey(answer) ?? options.tokens.get(answer))
      return meant ? same(meant, token) : refused({ kind: 'currency', sign: unit.sign })
    }
    case 'elsewhere':
      return refused({ kind: 'elsewhere', cell: unit.text })
    case 'unknown':
      return refused({ kind: 'unknown-symbol', cell: unit.text })
  }
}

function same(token: Token.Token, row: Token.Token | null): ReadToken {
  if (row === null || Token.key(row) === Token.key(token)) return { ok: true, token }
  return refused({ kind: 'two-tokens', one: token.symbol, other: row.symbol })
}

function named(text: string, tokens: TokenOptions['tokens']): ReadToken {
  const pinned = tokenByName(text)
  if (pinned) return { ok: true, token: pinned }
  if (isTokenElsewhere(text)) return refused({ kind: 'elsewhere', cell: text })
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

function byContract(address: Address.Address, tokens: TokenOptions['tokens']): Token.Token | null {
  return Token.find(address) ?? tokens.get(address.toLowerCase()) ?? null
}

function refused(fault: RowTokenFault): ReadToken {
  return { ok: false, fault }
}
