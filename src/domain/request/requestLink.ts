import { bytesToHex, type Hex, hexToBytes, size } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { cent } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { fromBase64Url, toBase64Url } from '#domain/shared/labelText.ts'
import { type FoundLink, findLinkTexts, withCheck } from '#domain/shared/pastedLink.ts'
import {
  type AskedAmount,
  isPinned,
  MAX_CENTS,
  MAX_DECIMALS,
  MAX_TOLERANCE,
  type PaymentRequest,
  type SignedRequest,
  unverifiedToken,
} from './PaymentRequest.ts'
import {
  EARLIEST,
  exactAddress,
  LATEST,
  type OptionalFault,
  type OptionalKey,
  optionalFacts,
  optionalFields,
  optionalKeys,
} from './requestFields.ts'

/** The longest text read or written. */
export const MAX_REQUEST_TEXT = 2_048

type DecodedRequest =
  | ({ readonly ok: true } & SignedRequest)
  | { readonly ok: false; readonly fault: RequestFault }

/** Identifies a request by its text alone. Signing it or attaching a proof does not change its identity. */
export function requestKey(request: PaymentRequest): string {
  return formatFields({ request, signature: null, proof: null })
}

/** @throws RangeError when the request cannot be put into a link, naming the field */
export function encodeRequest(signed: SignedRequest): string {
  const text = withCheck(formatFields(signed), '/')
  const decoded = decodeRequest(text)
  if (!decoded.ok) throw new RangeError(`Not a payment request: ${decoded.fault}`)
  return text
}

/** Decodes the text of a link, completely or not at all. */
export function decodeRequest(text: string): DecodedRequest {
  const outside = outsideFault(text)
  if (outside) return { ok: false, fault: outside }
  try {
    const signed = readFields(text.slice(0, text.lastIndexOf('/')).split('/'))
    if (withCheck(formatFields(signed), '/') !== text) return { ok: false, fault: 'not-canonical' }
    return { ok: true, ...signed }
  } catch (error) {
    if (error instanceof FieldFault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** The text of requests in links that people paste or open. */
const inLinks = {
  starts: ['#/r/', '#/pay/r/'],
  run: /[A-Za-z0-9/:._~-]{1,4096}/y,
  isWhole: (text: string) => decodeRequest(text).ok,
}

/** Finds the requests of all links in a text that `unwrapLinks` made, see `findLinkTexts`. */
export function findRequests(text: string): readonly FoundLink[] {
  return findLinkTexts(text, inLinks)
}

/**
 * The text of a link as the address bar has it, without what a chat or a mail put behind it. A text that is no request
 * even then stays as it is, so that `decodeRequest` says why.
 */
export function requestTextIn(raw: string): string {
  if (raw === '' || raw.length > 2 * MAX_REQUEST_TEXT || decodeRequest(raw).ok) return raw
  const [only, ...others] = findRequests(`#/r/${raw}`)
  return only?.isWhole && others.length === 0 ? only.text : raw
}

function outsideFault(text: string): RequestFault | null {
  if (text === '') return 'empty'
  if (text.length > MAX_REQUEST_TEXT) return 'too-long'
  if (/\s/.test(text)) return 'white-space'
  if (text.includes('%')) return 'percent-encoded'
  if (!/^[A-Za-z0-9/:._~-]+$/.test(text)) return 'foreign-characters'
  const end = text.lastIndexOf('/')
  return end < 0 || withCheck(text.slice(0, end), '/') !== text ? 'damaged' : null
}

/**
 * A payment request as the text of a link, version 1:
 *
 *     1/56/<payee>/<token>/<amount>/<made at>
 *       [/t-tolerance/u-until][/m-memo][/r-reference][/d-due day][/p-payer][/n-name][/h-handle]
 *       [/s-signature][/v-proof]/<check>
 *
 * Addresses carry their EIP-55 checksum. A token is its pinned symbol or `<contract>:<decimals>`. The amount is the
 * shortest decimal or `open`; of a pinned token it may be US dollars, as `250.5USD`, which alone have a tolerance in
 * hundredths of a percent and a time until which they can be paid. Times are seconds. Texts and the signature are
 * base64url. A handle is `<platform>:<name>`. A proof of account is encoded as in its own link. The check is the CRC-32 of everything before it. Each
 * request has exactly one text: `decodeRequest` rejects every other one.
 */
const VERSION = '1'
const OPEN = 'open'
/** After an amount in US dollars. */
const DOLLARS = 'USD'
/** The longest proof of account that can be attached. A proof signed by three owners is shorter. */
export const MAX_ATTACHED_PROOF = 900
/** Signature length from a wallet or a Safe with one owner. */
const MIN_SIGNATURE = 65

/** Why a text is not a payment request: the first check that fails, from the outside in. */
export type RequestFault =
  | 'empty'
  | 'too-long'
  | 'white-space'
  | 'percent-encoded'
  | 'foreign-characters'
  | 'damaged'
  | 'unknown-version'
  | 'other-chain'
  | 'payee'
  | 'token'
  | 'amount'
  | 'made-at'
  | 'tolerance'
  | 'until'
  | OptionalFault
  | 'signature'
  | 'proof'
  | 'unknown-field'
  | 'not-canonical'

/** The text of a request, without its check. */
function formatFields({ request, signature, proof }: SignedRequest): string {
  const { payee, token, asked, madeAt } = request
  return [
    VERSION,
    BSC_CHAIN_ID,
    payee,
    isPinned(token) ? token.symbol : `${token.address}:${token.decimals}`,
    askedField(asked, token),
    madeAt,
    ...(asked.kind === 'usd' ? [`t-${asked.tolerance}`, `u-${asked.until}`] : []),
    ...optionalFacts(request).map(({ inLink }) => inLink),
    ...(signature ? [`s-${toBase64Url(hexToBytes(signature))}`] : []),
    ...(proof ? [`v-${proof}`] : []),
  ].join('/')
}

function askedField(asked: AskedAmount, token: Token.Token): string {
  if (asked.kind === 'open') return OPEN
  return asked.kind === 'exact'
    ? Amount.toDecimal({ token, value: asked.value })
    : `${Amount.toDecimal({ token: cent, value: asked.cents })}${DOLLARS}`
}

/** Stops decoding at the invalid field. */
class FieldFault extends Error {
  readonly fault: RequestFault
  constructor(fault: RequestFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Parses the fields of a text, which may still be written in another way than the one that is accepted.
 * @throws FieldFault at the first invalid field
 */
function readFields([
  version,
  chain,
  payeeText,
  tokenText,
  amountText,
  madeText,
  ...options
]: string[]): SignedRequest {
  if (version !== VERSION) throw new FieldFault('unknown-version')
  if (chain !== `${BSC_CHAIN_ID}`) throw new FieldFault('other-chain')
  const payee = readAddress(payeeText, 'payee')
  const token = readToken(tokenText ?? '')
  if (Token.find(payee) || payee === token.address) throw new FieldFault('payee')
  const madeAt = readTime(madeText, 'made-at')
  const take = taker(options)
  const asked = readAsked(amountText ?? '', token, madeAt, take)
  const read = optionalKeys.map((key) => [key, readOptional(key, asked, take)] as const)
  const optional = Object.fromEntries(read) as Pick<PaymentRequest, OptionalKey>
  if (optional.payer === payee) throw new FieldFault('payer')
  const signature = readSignature(take('s-'))
  const proof = readProof(take('v-'))
  if (options.length > 0) throw new FieldFault('unknown-field')
  return {
    request: { payee, token, asked, madeAt, ...optional },
    signature,
    proof,
  }
}

type Take = (prefix: string) => string | null

/** Takes the optional fields in order. Anything left over is out of place. */
function taker(options: string[]): Take {
  return (prefix) => (options[0]?.startsWith(prefix) ? (options.shift() ?? '').slice(prefix.length) : null)
}

function readAddress(text: string | undefined, fault: RequestFault): Address {
  const address = exactAddress(text ?? '')
  if (!address) throw new FieldFault(fault)
  return address
}

function readToken(text: string): Token.Token {
  const pinned = Token.pinned.find(({ symbol }) => symbol === text)
  if (pinned) return pinned
  const [contract, decimals] = text.split(':')
  const address = readAddress(contract, 'token')
  if (Token.find(address) || !/^(0|[1-9]\d?)$/.test(decimals ?? '') || Number(decimals) > MAX_DECIMALS) {
    throw new FieldFault('token')
  }
  return unverifiedToken(address, Number(decimals))
}

function readAsked(text: string, token: Token.Token, madeAt: number, take: Take): AskedAmount {
  if (text === OPEN) return { kind: 'open' }
  const isUsd = text.endsWith(DOLLARS)
  const amount = Amount.parse(isUsd ? text.slice(0, -DOLLARS.length) : text, isUsd ? cent : token)
  if (!amount.ok) throw new FieldFault('amount')
  const { value } = amount.amount
  if (!isUsd) return { kind: 'exact', value }
  // Only pinned tokens have a price.
  if (!isPinned(token) || value > MAX_CENTS) throw new FieldFault('amount')
  const percent = take('t-') ?? ''
  if (!/^(0|[1-9]\d{0,3})$/.test(percent) || Number(percent) > MAX_TOLERANCE)
    throw new FieldFault('tolerance')
  const until = readTime(take('u-') ?? '', 'until')
  if (until <= madeAt) throw new FieldFault('until')
  return { kind: 'usd', cents: value, tolerance: Number(percent), until }
}

/** Seconds since the epoch, between 2020 and 2100. */
function readTime(text: string | undefined, fault: RequestFault): number {
  const time = /^[1-9]\d{9}$/.test(text ?? '') ? Number(text) : 0
  if (time < EARLIEST || time > LATEST) throw new FieldFault(fault)
  return time
}

function readOptional<Key extends OptionalKey>(
  key: Key,
  asked: AskedAmount,
  take: Take,
): PaymentRequest[Key] {
  const { prefix, isFor, none, read, fault } = optionalFields[key]
  const text = isFor?.(asked) === false ? null : take(prefix)
  const value = text === null ? none : read(text)
  if (value === undefined) throw new FieldFault(fault)
  return value
}

function readSignature(text: string | null): Hex | null {
  if (text === null) return null
  const bytes = fromBase64Url(text)
  const signature = bytes && bytesToHex(bytes)
  if (!signature || size(signature) < MIN_SIGNATURE) throw new FieldFault('signature')
  return signature
}

/** Checks only characters and length. The content is parsed where the proof is shown. */
function readProof(text: string | null): string | null {
  if (text === null) return null
  if (!/^[A-Za-z0-9~.:_-]+$/.test(text) || text.length > MAX_ATTACHED_PROOF) throw new FieldFault('proof')
  return text
}

/** Explains why a link is not shown as a request, and what to do. */
export const requestFaultText: Readonly<Record<RequestFault, string>> = {
  empty: 'This link holds no request. Ask for it again.',
  'too-long': 'This link is longer than any request. It was changed, or isn’t ours.',
  'white-space': 'This link has spaces or line breaks. Copy the whole link again.',
  'percent-encoded': 'This link was re-encoded on its way (it has % signs). Copy it from where it was made.',
  'foreign-characters': 'This link has characters that no request has. Copy the whole link again.',
  damaged: 'This link is incomplete or was changed. Ask for it again. Don’t pay from it.',
  'unknown-version': 'This link was made by another version, which we can’t read.',
  'other-chain': 'This request is for another network. We support BNB Smart Chain only.',
  payee: 'The recipient isn’t a full address, or is a token contract.',
  token: 'The token is unknown, and its contract or decimals are missing.',
  amount: 'The amount isn’t valid for this token.',
  'made-at': 'The creation date is invalid.',
  tolerance: 'The tolerance is missing or invalid.',
  until: 'The time until which it can be paid is missing or invalid.',
  message: 'The message is longer than 80 characters, or has hidden characters.',
  reference: 'The reference is longer than 40 characters, or has hidden characters.',
  due: 'The due date is invalid.',
  payer: 'The payer’s Safe isn’t a full address, or is the recipient.',
  name: 'The sender’s name isn’t valid.',
  handle: 'The sender’s handle isn’t valid.',
  signature: 'The signature is unreadable.',
  proof: 'The attached proof is unreadable.',
  'unknown-field': 'This link has a part that we don’t know.',
  'not-canonical': 'This link was altered. Don’t pay from it.',
}
