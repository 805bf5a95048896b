import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { usdPayment } from '#domain/draft/usdPayment.ts'
import { payeeFault, payeeFaultText } from '#domain/payee/checkPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import {
  amountOf,
  isRateExpired,
  type PaymentRequest,
  type SignedRequest,
} from '#domain/request/PaymentRequest.ts'
import {
  decodeRequest,
  findRequests,
  type RequestFault,
  requestFaultText,
  requestKey,
} from '#domain/request/requestLink.ts'
import { noRateText } from '#domain/request/statusWords.ts'
import { dayAndTime, plural } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import { unwrapLinks } from '#domain/shared/pastedLink.ts'
import type { PaidAlready } from '#pages/pay/review/useConsent.ts'
import type { ReadAgreedPrice } from '#queries/prices.ts'

/** A request to be paid. `typed` is the amount if the request leaves it open. */
export type RequestRow = { readonly id: string; readonly signed: SignedRequest; readonly typed: string }

/** For more than this, use a file. */
const MAX_LINES = 200
/** A longer line (characters) is not a link; this is twice what a request needs. */
const LONGEST_LINE = 10_000
/** Before the text of a request in a link. */
const IN_LINK = /#\/(?:pay\/)?r\//
/** Finds it in a link that contains another link, such as one that opens it in a Safe. */
const ENCODED = /%23(?:%2F|\/)r(?:%2F|\/)/i
const LINE_END = /\r\n|\r|\n/

/**
 * Parses pasted links: any number in a line, with or without words around them. Blank lines are skipped; every other
 * line holds requests, is a part of a request that was broken into lines, or is reported with its number.
 */
export function readRequestLines(text: string) {
  const lines = unwrapLinks(text)
    .split(LINE_END)
    .map((line) => (line.length > LONGEST_LINE ? '?' : line))
  const rows: RequestRow[] = []
  const bad: { readonly line: number; readonly fault: RequestFault | 'no-link' }[] = []
  const all = lines.join('\n')
  const found = findRequests(all)
  const used = new Set<number>()
  const broken = new Set<number>()
  const inLine = new Set<string>()
  let [line, at] = [0, 0]
  for (const { text: link, isWhole, from, to } of found) {
    while (at + (lines[line]?.length ?? 0) < from) at += (lines[line++]?.length ?? 0) + 1
    const decoded = isWhole ? decodeRequest(link) : null
    if (!decoded?.ok) {
      broken.add(line)
      continue
    }
    for (let over = 0; over < all.slice(from, to).split('\n').length; over++) used.add(line + over)
    const row = rowOf(decoded)
    // A link in Markdown or HTML has its address twice.
    if (!inLine.has(`${line} ${row.id}`)) rows.push(row)
    inLine.add(`${line} ${row.id}`)
  }
  lines.forEach((raw, index) => {
    if (raw.trim() === '') return
    if (!used.has(index) || broken.has(index)) bad.push({ line: index + 1, fault: faultIn(raw) })
  })
  return { rows, bad }
}

/** Why a line without a whole request is none. */
function faultIn(line: string): RequestFault | 'no-link' {
  const start = IN_LINK.exec(line)
  if (!start) return ENCODED.test(line) ? 'percent-encoded' : 'no-link'
  const [link = ''] = line
    .slice(start.index + start[0].length)
    .trim()
    .split(/[\s<>()[\]"']/)
  const decoded = decodeRequest(link)
  return decoded.ok ? 'damaged' : decoded.fault
}

/** True for a text with at least one request that can be read. */
export function hasRequests(text: string): boolean {
  return text.split('\n').length <= MAX_LINES && readRequestLines(text).rows.length > 0
}

/** Pasted links as they were taken. */
export type Collected = {
  readonly rows: readonly RequestRow[]
  /** The lines that are not requests, to be mended. */
  readonly left: string
  readonly said: string
  readonly isFault: boolean
}

/** Adds the requests of a pasted text to those that are there. Invalid lines are left, with their number and the reason. */
export function collectRequests(pasted: string, before: readonly RequestRow[]): Collected {
  const lines = pasted.split('\n')
  const fault = (said: string): Collected => ({ rows: before, left: pasted, said, isFault: true })
  if (pasted.trim() === '') return fault('Paste the links you received, one per line.')
  if (lines.length > MAX_LINES) return fault(`${lines.length} lines. The limit is ${MAX_LINES}.`)
  const read = readRequestLines(pasted)
  // Those already present are counted, not added again.
  const all = new Map(before.map((row) => [row.id, row]))
  for (const row of read.rows) if (!all.has(row.id)) all.set(row.id, row)
  const rows = [...all.values()]
  const added = rows.length - before.length
  const repeated = read.rows.length - added
  const said = [
    `${added} ${plural(added, 'request')} added.`,
    ...(repeated > 0 ? [`${repeated} already in the list.`] : []),
    ...read.bad.map(
      ({ line, fault }) =>
        `Pasted line ${line}: ${fault === 'no-link' ? 'not a payment request link.' : requestFaultText[fault]}`,
    ),
  ]
  const left = read.bad.map(({ line }) => lines[line - 1]?.trim() ?? '').join('\n')
  return { rows, left, said: said.join(' '), isFault: read.bad.length > 0 }
}

export function rowOf({ request, signature, proof }: SignedRequest): RequestRow {
  return { id: requestKey(request), signed: { request, signature, proof }, typed: '' }
}

type ParsedRow =
  | { readonly ok: true; readonly payment: Payment }
  | { readonly ok: false; readonly field: 'payee' | 'amount'; readonly fault: string }

/**
 * Parses a row as a payment by `payer`, or says what prevents it.
 * @param read the price of its token, for a request in US dollars; undefined while it is read
 * @param now ms since the epoch
 * @param openedAt when this browser first opened the request (ms)
 */
export function parseRow(
  { signed, typed }: RequestRow,
  payer: Address,
  read?: ReadAgreedPrice,
  now = Date.now(),
  openedAt?: number,
): ParsedRow {
  const { request } = signed
  const { payee, token } = request
  const refused = payeeFault(payee, { payer, tokens: new Map([[Token.key(token), token]]) })
  if (refused) return { ok: false, field: 'payee', fault: payeeFaultText(refused) }
  const words = { note: request.memo || null, reference: request.reference || null }
  const asked = amountOf(request)
  if (asked) return { ok: true, payment: { payee, amount: asked, ...words } }
  const noAmount = (fault: string) => ({ ok: false, field: 'amount', fault }) as const
  if (request.asked.kind === 'usd') {
    if (isRateExpired(request, now))
      return noAmount('This request has expired. Ask the sender for a new one.')
    if (!read) return noAmount('Reading its rate.')
    const { found, readAt } = read
    if (found.kind === 'unknown') {
      const { what, todo } = noRateText(found.why, token)
      return noAmount(`${what} ${todo}`)
    }
    const paid = usdPayment(signed, { price: found.price, readAt }, openedAt)
    if (paid) return { ok: true, payment: { payee, ...paid, ...words } }
  }
  const amount = Amount.parse(typed, token)
  return amount.ok
    ? { ok: true, payment: { payee, amount: amount.amount, ...words } }
    : noAmount(amountFaultText(amount.fault, token))
}

/** True if a payment before this one pays the same amount to the same address. A request may have been sent twice. */
export function isRepeated(payments: readonly Payment[], payment: Payment): boolean {
  const keyOf = ({ payee, amount }: Payment) => `${payee} ${Token.key(amount.token)} ${amount.value}`
  return payments.slice(0, payments.indexOf(payment)).some((one) => keyOf(one) === keyOf(payment))
}

/** The request in the page's URL. `text` is the link's content, '' without a link. */
export type LinkedRequest = {
  readonly text: string
  readonly row: RequestRow | null
  readonly fault: RequestFault | null
}

/** Parses the text of a request link. */
export function readLink(text: string): LinkedRequest {
  if (text === '') return { text, row: null, fault: null }
  const decoded = decodeRequest(text)
  return decoded.ok ? { text, row: rowOf(decoded), fault: null } : { text, row: null, fault: decoded.fault }
}

/** Why a row needs a second look, in a sentence; null for no reason. */
export function doubtOf({ token }: PaymentRequest, already: PaidAlready, now: number): string | null {
  if (already === null) return null
  const [first, ...more] = already.payments.map(({ value, at }) => {
    const amount = Amount.format({ token, value })
    return at === null ? amount : `${amount} on ${dayAndTime(at, now)}`
  })
  const what = `${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`
  return already.kind === 'queued'
    ? `A payment to this address in this token is already in your queue: ${what}`
    : `You’ve paid this address in this token since the request was made: ${what}`
}
