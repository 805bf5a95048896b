import { trimEdges } from '#chain/names/trimEdges.ts'
import { networkOf } from '#chain/networks.ts'
import { amountParts, isSameUnit, unitOf } from './amountUnit.ts'
import { looksLikeAddress } from './columnFacts.ts'
import { isSpreadsheetError, isTotalWord } from './lineKinds.ts'
import { type FreeLineFault, holdsAddress } from './records.ts'
import { saysSettled } from './saysSettled.ts'

/** The columns of a line of free text. */
export const freeMapping = {
  payee: 0,
  amount: 1,
  token: null,
  tokenType: null,
  name: null,
  reference: null,
} as const

type FreeLine =
  | { readonly ok: true; readonly cells: readonly [payee: string, amount: string, note: string] }
  | { readonly ok: false; readonly fault: FreeLineFault }

/** `1.`, `(2)`, `#3`, `-`, `•` in front of a line. A number alone is never taken away: it may be the amount. */
const BULLET = /^(?:[-–—*•·▪◦‣✅☑>]+(?:\s+|(?![0-9\s]))|\(?[0-9]{1,4}[.)](?=\s)\s*|#[0-9]{1,4}[.):]?\s+)/u

/** A link of an explorer or of a payment, or an address, whole or damaged, with a prefix such as another network's. */
const ADDRESS =
  /(?:https?:\/\/|ethereum:)[^\s()<>[\]"]+|(?:\b[a-zA-Z0-9-]{2,10}:){0,2}[ ]?\b0[xX][0-9a-zA-Z]{6,}(?:@[0-9]+)?(?:[=:,;>]+(?=-[0-9])|[-–—=:,;>]+)?|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:bnb|eth)\b/gu

/** The start of an address inside a word. */
const JOINED = /[0o][x×][0-9a-f]{4}/i

/** Dates and times are no amounts. */
const DATE =
  /\b[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b|\b[0-9]{1,2}:[0-9]{2}\b/g

const NUMBER = /(?<![\p{L}\p{N}_@#])[+-]?[.,/]?[0-9]+(?:[.,'’ \u00a0\u2009\u202f][0-9]+)*/gu
/** In front of a number that is only the end of another one, as in `@1.5`, or of a word, as in `v.5`. */
const CUT_OFF = /[\p{N}@#][.,'’/+\-\p{Cf}]{0,3}$|\p{L}[.'’/+-]$/u
/** The word before a number, and the one after it. */
const BEFORE =
  /(?:^|[\s(|=:,;-]|(?<![\p{L}\p{N}])(?=\p{L}{0,3}\p{Sc}))(\p{Sc}|[A-Za-z]{0,3}\$|[A-Za-z][A-Za-z0-9-]{1,9}) ?$/u
const AFTER = /^( ?)([\p{Sc}%‰]|[\p{L}][\p{L}\p{N}.$-]*(?: ?\([A-Za-z0-9 -]+\))?)/u
/** Signs and words that make the number behind them a rough one, or a share: `%50`. */
const ROUGHLY =
  /(?:[~≈±≤≥%‰]|(?<!\p{L})(?:approx|about|around|roughly|ca|circa|etwa|rund|ungefähr|environ|up to|max|min|at least)\.?)[\s\p{Cf}]*$/iu
/** Words before a number without a unit that make it a day, or the number of something. */
const NUMBERED =
  /(?<!\p{L})(?:jan|january|feb|february|mar|march|apr|april|may|mai|june?|juni|july?|juli|aug|august|sept?|september|oct|okt|october|oktober|nov|november|dec|dez|december|dezember|invoice|inv|rechnung|facture|factura|order|ref|no|nr|batch|round|week|kw|page|tier|level|phone|tel|since|team|group|day|part|episode|season|year)[.:]*\s*$/iu
const OPEN = /^(?:tb[adc]|n\/a|pending)[.!?]?$/i
/** Words after a number that make it something else than an amount. */
const COUNTED =
  /^(?:x|k|m|mio|mn|bn|tsd|thousand|million|hundred|grand|lakh|crore|percent|pcs|times|reels?|posts?|videos?|stor(?:y|ies)|shorts?|tweets?|clips?|pictures?|followers?|views|likes|clicks|days?|weeks?|months?|hours?|hrs|units?|pieces?|items?|photos?|pics?|percent|%|‰|jan|january|feb|february|mar|march|apr|april|may|mai|june?|juni|july?|juli|aug|august|sept?|september|oct|okt|october|oktober|nov|november|dec|dez|december|dezember)$/i

/** Tokens that are not paid here, in small letters. Other unknown words are words. */
const ELSEWHERE =
  /^(?:trx|eth|weth|btc|wbtc|sol|matic|pol|avax|ton|xrp|ltc|doge|shib|ada|dot|busd|tusd|usd1|usde|wbnb|cake|usdd|pyusd|eurc)$/i
/** A word in capitals behind a number is meant as its token, if it is none of these. */
const CAPITALS = /^[A-Z][A-Z0-9]{2,9}$/
const WORDS_IN_CAPITALS = /^(?:FOR|PER|AND|PLS|THX|TKS|TNX|ASAP|FROM|THE|NOW|INTO|VIA|OK)$/

/** The marks in front of a word. */
const MARKED = /^[^\p{L}\p{N}]+/u

/** A text that only separates: `=`, `-`, `:`, `->`, `to`. */
const BETWEEN = /^[\s=:;,|>→⇒~·•*()[\]<"'`–—-]+|[\s=:;,|>→⇒~·•*()[\]<"'`–—-]+$/gu

/** Longer lines are prose. */
const LONGEST = 1_000

/**
 * Reads a line that people write in a chat: an address or a name, an amount, and words around them. A line with several
 * addresses or several numbers that can be its amount is refused: which of them is meant, only its author knows.
 */
export function freeLine(line: string, isPerson: (text: string) => boolean): FreeLine {
  if (line.length > LONGEST) return { ok: true, cells: ['', '', line] }
  const text = trimEdges(line)
    .replace(/^"(.*)"$/u, '$1')
    .replace(/^'(.*)'$/u, '$1')
  if (isTotalWord(text.replace(/[:=].*$/u, ''))) return total(text)
  const addresses: string[] = []
  let rest = text.replace(ADDRESS, (found) => {
    const [words, address] = withoutName(found.replace(/[-–—=:,;>\s]+$/u, '').trim())
    if (!/0x[0-9a-z]{6}|\.(?:bnb|eth)$|^T/i.test(address)) return found
    addresses.push(address)
    return `${words} | `
  })
  if (new Set(addresses.map((address) => address.toLowerCase())).size > 1)
    return { ok: false, fault: 'several-addresses' }
  // The rest of an address that is joined to a word.
  if (JOINED.test(rest)) return { ok: false, fault: 'several-addresses' }
  const [address] = addresses
  rest = withoutBullet(rest, address !== undefined)
  const found = [...rest.replace(DATE, (date) => ' '.repeat(date.length)).matchAll(NUMBER)]
  const isCutOff = found.some(({ index }) => CUT_OFF.test(rest.slice(Math.max(0, index - 4), index)))
  const numbers = found.map((match) => numberIn(rest, match.index, match[0]))
  if (isCutOff || numbers.length > 1) return { ok: false, fault: 'several-amounts' }
  // A payment that is struck through is withdrawn.
  if (text.includes('~~')) return { ok: true, cells: [address ?? '', rest, ''] }
  const [amount] = numbers
  const words = amount ? [rest.slice(0, amount.from), rest.slice(amount.to)] : [rest]
  const parts = words
    .flatMap((part) => part.split('|'))
    .map((part) => part.replace(BETWEEN, ''))
    .filter((part) => part !== '')
  if (amount && saysSettled(parts.join(' '))) return { ok: false, fault: 'settled' }
  // An amount that the line itself says is open, or that a spreadsheet could not compute.
  const open = parts
    .flatMap((part) => part.split(/[\s,;]+/))
    .find((word) => OPEN.test(word) || isSpreadsheetError(word))
  if (open !== undefined && address !== undefined)
    return { ok: true, cells: [address, open, parts.join(' ')] }
  const cell = amount
    ? withUnitOf(amount.cell, parts, /\bBNB[^\w\s]{0,3}: ?0x/.test(text.replace(/\p{Cf}/gu, '')))
    : ''
  if (cell === null) return { ok: false, fault: 'several-tokens' }
  if (address !== undefined) return { ok: true, cells: [address, cell, parts.join(' ')] }
  const person = parts.find(isPerson)
  return {
    ok: true,
    cells: [person ?? parts[0] ?? '', cell, parts.filter((part) => part !== (person ?? parts[0])).join(' ')],
  }
}

/** Splits a name off an address that it is joined to by a colon: `Dana: 0x…`. The prefix of a network stays. */
function withoutName(text: string): readonly [words: string, address: string] {
  const [, name = '', address = text] = /^([a-zA-Z0-9-]+):( ?0[xX].*)$/.exec(text) ?? []
  const isName =
    name !== '' && networkOf(name) === null && (address.startsWith(' ') || name !== name.toLowerCase())
  return isName ? [name, address.trim()] : ['', text]
}

function total(text: string): FreeLine {
  const at = text.search(/[0-9]/)
  const label = at < 0 ? text : text.slice(0, at)
  return { ok: true, cells: [label.replace(BETWEEN, ''), at < 0 ? '' : text.slice(at), ''] }
}

function withoutBullet(text: string, hasAddress: boolean): string {
  // A quote that is never closed.
  const without = text.replace(/^["'“‘]/u, '').replace(BULLET, '')
  // `250. 0x…` may have no other number: then nobody knows whether it is the amount.
  return hasAddress || /[0-9]/.test(without) ? without : text
}

/**
 * An amount with the only unit that other words of its line name: `250 to 0x… in USDT`. Null if they name several, or
 * another one than its own.
 */
function withUnitOf(cell: string, parts: readonly string[], isChainOrToken: boolean): string | null {
  const all = parts.flatMap((part) => part.replace(/\p{Cf}/gu, '').split(/[\s,;:()!?]+|\.(?=\s|$)/))
  if (all.some((word) => ELSEWHERE.test(word))) return null
  const words = all.filter((word) => unitOf(word) !== null)
  const own = amountParts(cell).unit
  // `BNB: 0x…` names the token or only the chain.
  if (isChainOrToken && own === null) return null
  const [only] = words
  // `@BNB` and `%BNB` name the token or something of that name.
  const meant = own ?? unitOf(only ?? '')
  const tags = all.flatMap((word) =>
    /^[^\p{L}\p{N}]+./u.test(word) ? [unitOf(word.replace(MARKED, ''))] : [],
  )
  if (tags.some((tag) => tag?.kind === 'token' && (meant === null || !isSameUnit(tag, meant)))) return null
  if (only === undefined) return cell
  // `Dai` is also a name.
  if (only === 'Dai' && own === null) return null
  const named = unitOf(only)
  const isOne = named !== null && words.every((word) => isSameUnit(unitOf(word) ?? named, named))
  if (!isOne || (own && !isSameUnit(own, named))) return null
  return own ? cell : `${cell} ${only}`
}

/**
 * A number with its unit, as a cell of amounts has it. A number that is joined to letters, or that counts something,
 * keeps them, so that it is refused as an amount.
 */
function numberIn(
  text: string,
  at: number,
  number: string,
): { readonly cell: string; readonly from: number; readonly to: number } {
  const to = at + number.length
  const [match = '', space = '', word = ''] = AFTER.exec(text.slice(to, to + 60)) ?? []
  // The full stop of a sentence is no part of `BNB.`.
  const after = word.replace(/[.-]{1,60}$/, '')
  const all = match.slice(0, match.length - (word.length - after.length))
  const ahead = text.slice(Math.max(0, at - 20), at)
  const known = after === '' ? null : unitOf(after)
  const [mark] = ROUGHLY.exec(ahead) ?? (known ? null : NUMBERED.exec(ahead)) ?? []
  if (mark !== undefined)
    return { cell: `${mark.trim()} ${number}${all}`, from: at - mark.length, to: to + all.length }
  const [found = '', before = ''] = BEFORE.exec(ahead) ?? []
  const start = at - (found.length - found.indexOf(before))
  // `A$20 USDT` is in two units.
  const isForeign = /\p{Sc}$/u.test(before) && unitOf(before) === null
  // `A0$250`: a sign that is joined to something else.
  const [joined = ''] = before === '' ? (/\S{1,20}\p{Sc}$/u.exec(ahead) ?? []) : []
  if (joined !== '')
    return { cell: `${joined}${number}${all}`, from: at - joined.length, to: to + all.length }
  if (known && isForeign) return { cell: `${before}${number} ${after}`, from: start, to: to + all.length }
  if (known) return { cell: `${number} ${after}`, from: at, to: to + all.length }
  const isToken = ELSEWHERE.test(after) || (CAPITALS.test(after) && !WORDS_IN_CAPITALS.test(after))
  if (isToken) return { cell: `${number} ${after}`, from: at, to: to + all.length }
  if (after !== '' && (space === '' || COUNTED.test(after)))
    return { cell: `${number}${all}`, from: at, to: to + all.length }
  // `25#0`, `250/post`, `1.k`: a number that goes on is none.
  const [more = ''] =
    /^(?:[#@&^+/\\~§_≈±]|[.,'’]{2,}[0-9]|[-–—](?:\p{L}{0,10}[0-9]|[%‰])|[.'’]+[\p{L}\p{N}@#&%_]|\p{N}|\p{Cf}+[^\s.,;:)])\S*/u.exec(
      text.slice(to, to + 60),
    ) ?? []
  if (more !== '') return { cell: `${number}${more}`, from: at, to: to + more.length }
  if (after.includes('$')) return { cell: `${number}${all}`, from: at, to: to + all.length }
  // A sign of a currency that is not known is still no part of the words around.
  if (before !== '' && (unitOf(before) || isForeign)) return { cell: `${before} ${number}`, from: start, to }
  return { cell: number, from: at, to }
}

/** True for a line of free text that is a payment: an address, or a person's name, and an amount. */
export function isFreePayment(line: string, isPerson: (text: string) => boolean): boolean {
  const read = freeLine(line, isPerson)
  if (!read.ok) return holdsAddress(line)
  const [payee, amount] = read.cells
  return amount !== '' && (looksLikeAddress(payee) || isPerson(payee))
}
