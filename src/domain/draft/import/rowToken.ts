import { isHexAddress } from '#chain/hex.ts'
import * as Address from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { isTokenElsewhere, tokenByName } from '#chain/money/tokenNames.ts'
import { clipped, LONGEST_CELL, trimEdges } from '#chain/text/label.ts'
import { type Unit, unitOf } from './amountUnit.ts'

type ReadToken =
  | { readonly ok: true; readonly token: Token.Token }
  | {
      readonly ok: false
      /** The reason, and what to do, in sentences. */
      readonly fault: string
      /** A contract that is not known. Its decimals can be looked up. */
      readonly unknown?: Address.Address
    }

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
  if (isTooLong)
    return refused(`This is longer than ${LONGEST_CELL} characters. Enter only what belongs here.`)
  const text = trimEdges(cells.token)
  const said = unit ?? options.unit ?? null
  const ofCell = text === '' ? null : unitOf(text)
  if (ofCell?.kind === 'currency') return ofUnit(ofCell, null, options)
  const type = trimEdges(cells.tokenType).toLowerCase()
  if (type === '' && text === '') {
    if (said) return ofUnit(said, null, options)
    return options.token
      ? { ok: true, token: options.token }
      : refused('No token. Enter one here, or set a default for rows without one.')
  }
  const read = ofCells(text, type, cells.tokenType, options)
  return read.ok && said ? ofUnit(said, read.token, options) : read
}

function ofCells(text: string, type: string, typeCell: string, options: TokenOptions): ReadToken {
  if (type === '') return named(text, options.tokens)
  if (type === 'native') {
    const isBnb = text === '' || tokenByName(text) === Token.BNB
    return isBnb
      ? { ok: true, token: Token.BNB }
      : refused('Type native means BNB, but this names another token. Remove one of them.')
  }
  if (type === 'erc20') {
    if (text === '') return refused('Type erc20 needs the token’s contract. For BNB, use native.')
    const read = named(text, options.tokens)
    return read.ok && read.token.address === null
      ? refused('BNB isn’t a token contract. Its type is native, not erc20.')
      : read
  }
  const typeText = clipped(trimEdges(typeCell))
  return ['nft', 'erc721', 'erc1155'].includes(type)
    ? refused(`Type ${typeText} moves collectibles. You can pay only BNB and tokens here.`)
    : refused(`${typeText} isn’t a token type. Use native or erc20.`)
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
      return meant ? same(meant, token) : refused(`First answer which token ${unit.sign} means.`)
    }
    case 'elsewhere':
      return refused(elsewhereText(unit.text))
    case 'unknown':
      return refused(unknownText(unit.text))
  }
}

function same(token: Token.Token, row: Token.Token | null): ReadToken {
  if (row === null || Token.key(row) === Token.key(token)) return { ok: true, token }
  return refused(`The amount is in ${token.symbol}, but the token is ${row.symbol}. Correct one of them.`)
}

function named(text: string, tokens: TokenOptions['tokens']): ReadToken {
  const pinned = tokenByName(text)
  if (pinned) return { ok: true, token: pinned }
  if (isTokenElsewhere(text)) return refused(elsewhereText(text))
  const address = Address.parse(text)
  if (!address.ok) return refused(contractTexts[address.fault] ?? unknownText(text))
  const token = byContract(address.address, tokens)
  if (token) return { ok: true, token }
  return { ...refused(`We don’t know the token at ${address.address}.`), unknown: address.address }
}

function byContract(address: Address.Address, tokens: TokenOptions['tokens']): Token.Token | null {
  return Token.find(address) ?? tokens.get(address.toLowerCase()) ?? null
}

const contractTexts: Readonly<Partial<Record<Address.AddressFault, string>>> = {
  'wrong-checksum': 'This contract address has a typo (its checksum doesn’t match). Copy it again.',
  'zero-address': 'The zero address isn’t a token. For BNB, write BNB.',
  'other-chain': 'This contract address is for another network. Use one on BNB Smart Chain.',
}

function unknownText(symbol: string): string {
  return `We don’t know “${clipped(symbol)}”. Use ${Token.pinned.map(({ symbol }) => symbol).join(', ')}, or paste the token’s contract address.`
}

function elsewhereText(symbol: string): string {
  return `${clipped(symbol)} is on another network. You can pay only on BNB Smart Chain here.`
}

function refused(fault: string) {
  return { ok: false, fault } as const
}
