import { type Address, checksumAddress } from 'viem'

/**
 * Parts of a URI (RFC 3986, appendix A) as EIP-4361 refers to them. Whole texts are matched, of any length
 * that the caller allows. The alternatives of every loop begin with different characters, so no text takes
 * long.
 */

const HEX = '[0-9A-Fa-f]'
const ESCAPED = `%${HEX}{2}`
/** `unreserved` and `sub-delims`. */
const PLAIN = `-A-Za-z0-9._~!$&'()*+,;=`
const PCHAR = `(?:[${PLAIN}:@]|${ESCAPED})`
const QUERY = `(?:[${PLAIN}:@/?]|${ESCAPED})*`
const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*'

const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`
const H16 = `${HEX}{1,4}`
const LS32 = `(?:${H16}:${H16}|${IPV4})`
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join('|')
const IPVFUTURE = `[vV]${HEX}+\\.[${PLAIN}:]+`

const USERINFO = `(?:[${PLAIN}:]|${ESCAPED})*`
/** By its characters an IPv4 address is also a registered name. */
const HOST = `(?:\\[(?:${IPV6}|${IPVFUTURE})\\]|(?:[${PLAIN}]|${ESCAPED})*)`
const AUTHORITY = `(?:${USERINFO}@)?${HOST}(?::[0-9]*)?`
const SEGMENTS = `(?:/${PCHAR}*)*`
const HIER_PART = `(?://${AUTHORITY}${SEGMENTS}|/(?:${PCHAR}+${SEGMENTS})?|${PCHAR}+${SEGMENTS}|)`

const authority = new RegExp(`^${AUTHORITY}$`)
const uri = new RegExp(`^${SCHEME}:${HIER_PART}(?:\\?${QUERY})?(?:#${QUERY})?$`)
const scheme = new RegExp(`^${SCHEME}$`)
const pchars = new RegExp(`^${PCHAR}*$`)

/** `[ userinfo "@" ] host [ ":" port ]`, where the host may be empty. */
export function isAuthority(text: string): boolean {
  return authority.test(text)
}

/** `scheme ":" hier-part [ "?" query ] [ "#" fragment ]` */
export function isUri(text: string): boolean {
  return uri.test(text)
}

export function isScheme(text: string): boolean {
  return scheme.test(text)
}

/** `*pchar`: the content of a path segment. */
export function isPchars(text: string): boolean {
  return pchars.test(text)
}

/** RFC 3339, 5.6: the `T` and the `Z` may be lower case. */
const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Whether a text is a possible `date-time` of RFC 3339: a real calendar day, and a second 60 only where leap
 * seconds are inserted, at the end of June or December (5.7 and appendix D).
 */
export function isDateTime(text: string): boolean {
  const [, year, month, day, hour, minute, second, , zone] = DATE_TIME.exec(text) ?? []
  if (year === undefined || Number(day) > daysIn(Number(year), Number(month))) return false
  if (second !== '60') return true
  const before = new Date(`${year}-${month}-${day}T${hour}:${minute}:59${zone?.toUpperCase()}`)
  return /-(06-30|12-31)T23:59:59/.test(before.toISOString())
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A time in whole seconds in canonical form, such as `2026-11-22T10:00:00Z`. @param seconds since 1970 */
export function dateTimeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** Parses the output of `dateTimeText` to seconds since 1970; null for every other text. */
export function readDateTime(text: string): number | null {
  const seconds = Date.parse(text) / 1_000
  return Number.isSafeInteger(seconds) && dateTimeText(seconds) === text ? seconds : null
}

/**
 * The fields of an EIP-4361 message, verbatim, so that a parsed message can be written again byte by byte.
 * Null is a missing field, as opposed to an empty one.
 */
export type SiweMessage = {
  readonly scheme: string | null
  readonly domain: string
  readonly address: Address
  readonly statement: string | null
  readonly uri: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | null
  readonly notBefore: string | null
  readonly requestId: string | null
  readonly resources: readonly string[] | null
}

/** Why a text is not an EIP-4361 message: the first faulty line from the top. */
export type SiweFault =
  | 'too-long'
  | 'first-line'
  | 'scheme'
  | 'domain'
  | 'address'
  | 'checksum'
  | 'blank-line'
  | 'statement'
  | 'line-order'
  | 'uri'
  | 'version'
  | 'chain-id'
  | 'nonce'
  | 'issued-at'
  | 'expiration-time'
  | 'not-before'
  | 'request-id'
  | 'resources'

export type ReadSiwe =
  | { readonly ok: true; readonly message: SiweMessage }
  | { readonly ok: false; readonly fault: SiweFault }

/** The ERC leaves maximum lengths to implementations ("Maximum Lengths for ABNF Terms"). */
export const MAX_SIWE = 8_192

const INTRODUCTION = ' wants you to sign in with your Ethereum account:'

/**
 * Parses a message by the ABNF of ERC-4361 and the rules of its "Message Fields", completely or not at all.
 */
export function readSiwe(text: string): ReadSiwe {
  if (text.length > MAX_SIWE) return { ok: false, fault: 'too-long' }
  try {
    return { ok: true, message: readLines(text.split('\n')) }
  } catch (error) {
    if (error instanceof LineFault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** @throws RangeError if the fields do not form a message, naming the first faulty one */
export function writeSiwe(message: SiweMessage): string {
  const { scheme, domain, address, statement, expirationTime, notBefore, requestId, resources } = message
  const text = [
    `${scheme === null ? '' : `${scheme}://`}${domain}${INTRODUCTION}`,
    address,
    '',
    ...(statement === null ? [] : [statement]),
    '',
    `URI: ${message.uri}`,
    'Version: 1',
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(expirationTime === null ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === null ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === null ? [] : [`Request ID: ${requestId}`]),
    ...(resources === null ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
  const read = readSiwe(text)
  if (!read.ok) throw new RangeError(`Not an EIP-4361 message: ${read.fault}`)
  // A line break within a field could inject other fields.
  if (!isSame(read.message, message)) throw new RangeError('Not an EIP-4361 message: line-order')
  return text
}

function isSame(a: SiweMessage, b: SiweMessage): boolean {
  const names = Object.keys(a) as (keyof SiweMessage)[]
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
}

/** Stops parsing at the faulty line. */
class LineFault extends Error {
  readonly fault: SiweFault
  constructor(fault: SiweFault) {
    super(fault)
    this.fault = fault
  }
}

function demand(right: boolean, fault: SiweFault): void {
  if (!right) throw new LineFault(fault)
}

function readLines(lines: string[]): SiweMessage {
  const next = () => lines.shift() ?? ''
  const { scheme, domain } = readFirstLine(next())
  const address = readAddress(next())
  demand(next() === '' && lines.length > 0, 'blank-line')
  const statement = readStatement(lines)
  const optional = (label: string, fault: SiweFault, isRight: (value: string) => boolean) => {
    if (!lines[0]?.startsWith(label)) return null
    const value = next().slice(label.length)
    demand(isRight(value), fault)
    return value
  }
  const required = (...line: Parameters<typeof optional>) => {
    const value = optional(...line)
    if (value === null) throw new LineFault('line-order')
    return value
  }
  const uri = required('URI: ', 'uri', isUri)
  required('Version: ', 'version', (value) => value === '1')
  // EIP-155 numbers a chain; a leading zero would be a second spelling of the same number.
  const chainId = required('Chain ID: ', 'chain-id', (value) => /^[1-9][0-9]*$/.test(value))
  const nonce = required('Nonce: ', 'nonce', (value) => /^[A-Za-z0-9]{8,}$/.test(value))
  const issuedAt = required('Issued At: ', 'issued-at', isDateTime)
  const expirationTime = optional('Expiration Time: ', 'expiration-time', isDateTime)
  const notBefore = optional('Not Before: ', 'not-before', isDateTime)
  const requestId = optional('Request ID: ', 'request-id', isPchars)
  const resources = lines[0] === 'Resources:' ? readResources(lines.splice(0).slice(1)) : null
  demand(lines.length === 0, 'line-order')
  return {
    ...{ scheme, domain, address, statement, uri, chainId, nonce, issuedAt, expirationTime },
    ...{ notBefore, requestId, resources },
  }
}

function readFirstLine(line: string): { scheme: string | null; domain: string } {
  demand(line.endsWith(INTRODUCTION), 'first-line')
  const origin = line.slice(0, -INTRODUCTION.length)
  const mark = origin.indexOf('://')
  const scheme = mark < 0 ? null : origin.slice(0, mark)
  const domain = mark < 0 ? origin : origin.slice(mark + 3)
  demand(scheme === null || isScheme(scheme), 'scheme')
  // The grammar allows an empty authority, but a domain is required.
  demand(domain !== '' && isAuthority(domain), 'domain')
  return { scheme, domain }
}

function readAddress(line: string): Address {
  demand(/^0x[0-9A-Fa-f]{40}$/.test(line), 'address')
  demand(checksumAddress(line.toLowerCase() as Address) === line, 'checksum')
  return line as Address
}

/** `[ statement LF ] LF`: two blank lines without a statement, three with an empty one. */
function readStatement(lines: string[]): string | null {
  if (lines[0] === '' && lines[1] !== '') {
    lines.shift()
    return null
  }
  const statement = lines.shift() ?? ''
  // `reserved`, `unreserved` and the space: no quotation marks, no percent sign, no other scripts.
  demand(/^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]*$/.test(statement), 'statement')
  demand(lines.shift() === '', 'blank-line')
  return statement
}

function readResources(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    demand(line.startsWith('- ') && isUri(line.slice(2)), 'resources')
    return line.slice(2)
  })
}
