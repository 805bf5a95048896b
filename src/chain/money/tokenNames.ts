import * as Token from './Token.ts'

/** The pinned tokens by their symbols and other names, in upper case. */
const named: ReadonlyMap<string, Token.Token> = new Map(
  Token.pins.flatMap(({ token, aliases }) =>
    [token.symbol, ...aliases].map((name) => [name, token] as const),
  ),
)

/** `BEP20 USDT`, `Binance-Peg USD Coin`. */
const BEFORE = /^(?:BINANCE-PEG |(?:BEP[- ]?20|BSC|BNB SMART CHAIN|BNB CHAIN|BINANCE SMART CHAIN)[ _:-]+)/
/** `USDT (BEP20)`, `USDT-BSC`, `USDT.BSC`, `USDT on BSC`. */
const AFTER =
  /(?: ON |[ _-]*[([]|[ ._-])(?:BEP[- ]?20|BSC|BNB SMART CHAIN|BNB CHAIN|BINANCE SMART CHAIN)[)\]]?$/
/** The same on another network. */
const ELSEWHERE = /(?:ERC[- ]?20|TRC[- ]?20|SPL|TRON|ETHEREUM|SOLANA|POLYGON|ARBITRUM|BASE|TON|BEP-?2)[)\]]?$/

/** The first letters of all names. Every text in `BEFORE` begins with a B, and chats write `$USDT`. */
const firsts = new Set(['B', '$', ...named.keys()].map((name) => name.charAt(0)))

/** Longer texts are no token's name. */
const LONGEST = 40

/** The pinned token that a text names: its symbol, or what explorers and exchanges call it. */
export function tokenByName(text: string): Token.Token | undefined {
  const name = plain(text)
  if (name === null) return undefined
  return named.get(name) ?? named.get(name.replace(AFTER, '').replace(BEFORE, ''))
}

/** True for a pinned token's name together with another network, such as `USDT (TRC20)`. */
export function isTokenElsewhere(text: string): boolean {
  const name = plain(text)
  if (name === null || !ELSEWHERE.test(name)) return false
  return named.has(name.replace(ELSEWHERE, '').replace(/(?: ON)?[ ._([-]*$/, ''))
}

/** In upper case with single spaces. Some letters beyond ASCII become ASCII in upper case, so they are refused. */
function plain(text: string): string | null {
  // Most cells of a long list are addresses, numbers and names of people.
  if (text.length > LONGEST) return null
  const trimmed = text.trim()
  if (!firsts.has(trimmed.charAt(0).toUpperCase()) || !/^[\x20-\x7e₮]+$/.test(text)) return null
  return trimmed.replace(/^\$/, '').toUpperCase().replace(/ +/g, ' ')
}
