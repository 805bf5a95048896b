import { networkOf } from '#chain/networks.ts'
import { isBlank, trimEdges } from '#chain/text/label.ts'
import { amountParts, isSameUnit, type Unit, unitOf } from './amountUnit.ts'
import { looksLikeAddress } from './columnFacts.ts'
import { isSpreadsheetError, isTotalWord, withoutBullet } from './lineKinds.ts'
import { type FreeLineFault, holdsAddress } from './records.ts'

/** The columns of a line of free text. Words before the address and the amount are the payee's name, once a person says so. */
export const freeMapping = {
  payee: 0,
  amount: 1,
  token: null,
  tokenType: null,
  name: 2,
  handle: null,
  reference: null,
  note: 3,
} as const

export const FREE_WIDTH = 4

type FreeLine =
  | {
      readonly ok: true
      readonly cells: readonly [payee: string, amount: string, before: string, words: string]
    }
  | { readonly ok: false; readonly fault: FreeLineFault }

/**
 * The time that a chat writes in front of a line: `[12.11.26, 10:31]`, `12/11/2026, 10:31 pm -`, and `[10:31, 12/11/2026]`
 * in messages copied from WhatsApp Web.
 */
const STAMP =
  /^(?:\[?[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4},? [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ \u202f][ap]m)?\]?(?: [-–] | |: )|\[[0-9]{1,2}:[0-9]{2}(?:[ \u202f][ap]m)?, [0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}\] )/iu

/** A link of an explorer or of a payment, or an address, whole or damaged, with a prefix such as another network's. */
const ADDRESS =
  /(?:https?:\/\/|ethereum:)[^\s()<>[\]"]+|(?:\b[a-zA-Z0-9-]{2,10}:){0,2}[ ]?\b0[xX][0-9a-zA-Z]{6,}(?:@[0-9]+)?(?:[=:,;>]+(?=-[0-9])|[-–—=:,;>]+)?|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:bnb|eth)\b/gu

/** The start of an address inside a word. */
const JOINED = /[0o][x×][0-9a-f]{4}/i

/** Dates and times are no amounts. */
const DATE =
  /\b[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\b|\b[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}\b|\b[0-9]{1,2}:[0-9]{2}\b/g

const NUMBER =
  /(?<![\p{L}\p{N}_@#])(?:[+-]|(?<=^|\s)[−–—])?[.,/]?[0-9]+(?:[.,'’ \u00a0\u2009\u202f][0-9]+)*/gu
/** In front of a number that is only the end of another one, as in `@1.5`, or of a word, as in `v.5`. */
const CUT_OFF = /[\p{N}@#][.,'’/+\-\p{Cf}]{0,3}$|\p{L}[.'’/+-]$/u
/** The end of a word that a hyphen joins to a number: `BEP-20`, `INV-7`. It is ignored if another number has a unit. */
const IN_WORD = /\p{L}-$/u
/** A number that goes on behind its digits is none: `25#0`, `250/post`, `1.k`. */
const GOES_ON =
  /^(?:[#@&^+/\\~§_≈±\p{M}]|[.,'’]{2,}[0-9]|[-−–—](?:\p{L}{0,10}[0-9]|[%‰]|\s|$)|[.'’]+[\p{L}\p{N}@#&%_]|\p{N}|\p{Cf}+[^\s.,;:)])\S*/u
/** The unit before a number, and the one after it. */
const BEFORE =
  /(?:^|[\s(|=:,;-]|(?<![\p{L}\p{N}])(?=\p{L}{0,3}\p{Sc}))(\p{Sc}|[A-Za-z]{0,3}\$|\$?[A-Za-z][A-Za-z0-9-]{1,9}) ?$/u
const AFTER = /^( ?)([\p{Sc}%‰]|\$?[\p{L}][\p{L}\p{N}.$-]*(?: ?\([A-Za-z0-9 -]+\))?)/u
/** Signs that make the number behind them a rough one, a limit or a share: `~50`, `<50`, `%50`. */
const ROUGHLY = /(?:[~≈±≤≥%‰][\s\p{Cf}]*|(?<=^|\s)[<>])$/u
/** A word in capitals behind a number is meant as its token. */
const CAPITALS = /^[A-Z][A-Z0-9]{2,9}$/

/** A text that only separates: `=`, `-`, `:`, `/`, `->`. */
const BETWEEN = /^[\s=:;,，、；：（）|/>→⇒~·•*()[\]<"'`–—-]+|[\s=:;,，、；：（）|/>→⇒~·•*()[\]<"'`–—-]+$/gu

/** Longer lines are prose. */
const LONGEST = 1_000

/**
 * Reads a line that people write in a chat: an address or a name, an amount, and words around them. A line with several
 * addresses, or several numbers that can be its amount, is refused: which one is meant, only its author knows. Words that
 * are not used to pay are returned, for a person to decide about.
 */
export function freeLine(line: string, isPerson: (text: string) => boolean): FreeLine {
  if (line.length > LONGEST) return { ok: true, cells: ['', '', '', line] }
  const text = trimEdges(line)
    .replace(/^"(.*)"$/u, '$1')
    .replace(/^'(.*)'$/u, '$1')
    .replace(STAMP, '')
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
  const bare = withoutBullet(rest)
  // `250. 0x…` may have no other number: then nobody knows whether it is the amount.
  if (address !== undefined || /[0-9]/.test(bare)) rest = bare
  const found = [...rest.replace(DATE, (date) => ' '.repeat(date.length)).matchAll(NUMBER)]
  const numbers = found.map((match) => ({
    ...numberIn(rest, match.index, match[0]),
    ahead: rest.slice(Math.max(0, match.index - 4), match.index),
  }))
  const inUnits = numbers.filter(({ cell }) => amountParts(cell).unit !== null)
  const [amount, another] = inUnits.length === 1 ? inUnits : numbers
  const isWord = (ahead: string) => inUnits.length === 1 && IN_WORD.test(ahead)
  if (numbers.some((one) => CUT_OFF.test(one.ahead) && (one === amount || !isWord(one.ahead))))
    return { ok: false, fault: 'several-amounts' }
  if (another) return { ok: false, fault: 'several-amounts' }
  const start = Math.min(address === undefined ? rest.length : rest.indexOf('|'), amount?.from ?? rest.length)
  const ends = amount
    ? [rest.slice(start, amount.from), rest.slice(Math.max(start, amount.to))]
    : [rest.slice(start)]
  const partsOf = (words: string) =>
    words
      .split('|')
      .map((part) => part.replace(BETWEEN, ''))
      .filter((part) => /[\p{L}\p{N}\p{S}?†‡§¶※]/u.test(part))
  // The signs in front of a line are its mark, see `markOf`.
  const lead = rest.slice(0, start)
  const isBroken = isSpreadsheetError(/^\S*/.exec(lead)?.[0] ?? '')
  const before = partsOf(isBroken ? lead : lead.replace(/^[^\p{L}\p{N}\p{Sc}@]+/u, '')).join(' ')
  const parts = ends.flatMap(partsOf)
  const cell = amount ? withUnitOf(amount.cell, before === '' ? parts : [before, ...parts], text) : null
  if (amount && !cell) return { ok: false, fault: 'several-tokens' }
  const words = [before, ...parts]
  const errorIn = (part: string) => part.split(/[\s,;]+/).find(isSpreadsheetError)
  const brokenAt = words.findIndex((part) => errorIn(part) !== undefined)
  const broken = errorIn(words[brokenAt] ?? '')
  const paid = broken ?? cell?.amount ?? ''
  const unpaid = broken === undefined ? '' : (cell?.amount ?? '')
  // A unit may be repeated; of several errors one stands for the amount, and the others stay words.
  const unused = words.map((part, index) =>
    broken === undefined
      ? without(part, cell?.unit ?? null)
      : index === brokenAt
        ? without(part, broken)
        : part,
  )
  const join = (rest: readonly string[]) => [...rest, unpaid].join(' ').trim()
  const [name = '', ...behind] = unused
  if (address !== undefined) return { ok: true, cells: [address, paid, name, join(behind)] }
  const person = words.find(isPerson)
  if (person === undefined)
    return { ok: true, cells: [before || join(behind), paid, '', before === '' ? '' : join(behind)] }
  return { ok: true, cells: [person, paid, '', join(unused.filter((_, index) => words[index] !== person))] }
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
  return { ok: true, cells: [label.replace(BETWEEN, ''), at < 0 ? '' : text.slice(at), '', ''] }
}

function without(words: string, used: string | null): string {
  return isBlank(words) || used === null ? words : words.replace(used, ' ').replace(/\s+/g, ' ').trim()
}

/**
 * An amount with the only unit that other words of its line name, and that word: `250 to 0x… in USDT`. Null if they name
 * several, or another one than its own.
 */
function withUnitOf(
  cell: string,
  parts: readonly string[],
  line: string,
): { readonly amount: string; readonly unit: string | null } | null {
  const all = parts.flatMap((part) =>
    part.replace(/\p{Cf}/gu, '').split(/[\s,;:()!?，、；：（）！？]+|\.(?=\s|$)/),
  )
  const words = all.filter((word) => unitOf(word) !== null)
  const own = amountParts(cell).unit
  // `BNB: 0x…` names the token or only the chain.
  if (own === null && /\bBNB[^\w\s]{0,3}: ?0x/.test(line.replace(/\p{Cf}/gu, ''))) return null
  const [only] = words
  // `@BNB` and `%BNB` name the token or something of that name.
  const meant = own ?? unitOf(only ?? '')
  const tags = all.flatMap((word) =>
    /^[^\p{L}\p{N}]+./u.test(word) ? [unitOf(word.replace(/^[^\p{L}\p{N}]+/u, ''))] : [],
  )
  const isOther = (unit: Unit | null) =>
    unit?.kind === 'token' && (meant === null || !isSameUnit(unit, meant))
  if (tags.some(isOther)) return null
  if (only === undefined) return { amount: cell, unit: null }
  // `Dai` is also a name.
  if (only === 'Dai' && own === null) return null
  const named = unitOf(only)
  const isOne = named !== null && words.every((word) => isSameUnit(unitOf(word) ?? named, named))
  if (!isOne || (own && !isSameUnit(own, named))) return null
  return { amount: own ? cell : `${cell} ${only}`, unit: only }
}

/** A number with its unit, as a cell of amounts has it. One that is joined to letters keeps them, so that it is refused. */
function numberIn(text: string, at: number, number: string) {
  const to = at + number.length
  const [match = '', space = '', word = ''] = AFTER.exec(text.slice(to, to + 60)) ?? []
  // The full stop of a sentence is no part of `BNB.`.
  const whole = word.replace(/[.-]{1,60}$/, '')
  // `USDT (BEP20)` is one name, `USDT (was 300 USDT)` is not.
  const after = unitOf(whole) ? whole : whole.replace(/ ?\(.*$/, '')
  const end = to + match.length - (word.length - after.length)
  const ahead = text.slice(Math.max(0, at - 20), at)
  // In accounting, brackets mean a deduction.
  if (ahead.endsWith('(') && text.charAt(to) === ')') return { cell: `(${number})`, from: at - 1, to: to + 1 }
  const known = after === '' ? null : unitOf(after)
  const [mark] = ROUGHLY.exec(ahead) ?? []
  if (mark !== undefined)
    return { cell: `${mark.trim()} ${text.slice(at, end)}`, from: at - mark.length, to: end }
  const [found = '', before = ''] = BEFORE.exec(ahead) ?? []
  const from = at - (found.length - found.indexOf(before))
  // `A$20 USDT` is in two units.
  const isForeign = /\p{Sc}$/u.test(before) && unitOf(before) === null
  // `A0$250`: a sign that is joined to something else.
  const [joined = ''] = before === '' ? (/\S{1,20}\p{Sc}$/u.exec(ahead) ?? []) : []
  if (joined !== '') return { cell: `${joined}${text.slice(at, end)}`, from: at - joined.length, to: end }
  if (known && isForeign) return { cell: `${before}${number} ${after}`, from, to: end }
  if (known || CAPITALS.test(after)) return { cell: `${number} ${after}`, from: at, to: end }
  if (after !== '' && (space === '' || /^[%‰]/.test(after) || after.includes('$')))
    return { cell: text.slice(at, end), from: at, to: end }
  // Of stars in pairs, as around bold text, none is a footnote.
  const isNoted = text.charAt(to) === '*' && text.split('*').length % 2 === 0
  const [more = ''] = isNoted ? ['*'] : (GOES_ON.exec(text.slice(to, to + 60)) ?? [])
  if (more !== '') return { cell: `${number}${more}`, from: at, to: to + more.length }
  // A sign of a currency that is not known is still no part of the words around.
  if (before !== '' && (unitOf(before) || isForeign)) return { cell: `${before} ${number}`, from, to }
  return { cell: number, from: at, to }
}

/** True for a line of free text that is a payment: an address, or a person's name, and an amount. */
export function isFreePayment(line: string, isPerson: (text: string) => boolean): boolean {
  const read = freeLine(line, isPerson)
  if (!read.ok) return holdsAddress(line)
  const [payee, amount] = read.cells
  return amount !== '' && (looksLikeAddress(payee) || isPerson(payee))
}
