import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import { fromBase64Url, toBase64Url } from '#domain/shared/labelText.ts'
import { type FoundLink, findLinkTexts, withCheck } from '#domain/shared/pastedLink.ts'
import type { Platform } from './Handle.ts'
import { isSignature, type Proof, type ProofField, proofFault, type SignedProof } from './Proof.ts'

/**
 * A proof of account as the text of a link, version 1:
 *
 *     1~56~<address>~<platform>~<name>~<portal>~<nonce>~<issued at>~<expires at>[~p-post][~s-signature]~<check>
 *
 * The address carries its EIP-55 checksum. Times are seconds. Portal, post and signature are base64url. The
 * check is the CRC-32 of everything before it. The text contains no `/`, so that it can be one field of a
 * payment request's link. Each signed proof has exactly one text: `decodeProof` rejects every other one.
 */
const VERSION = '1'
/** The longest text read or written; any proof with the longest signature is shorter. */
export const MAX_PROOF_TEXT = 3_072

/** Why a text is not a proof: the first check that fails, from the outside in. */
export type ProofLinkFault =
  | 'empty'
  | 'too-long'
  | 'white-space'
  | 'percent-encoded'
  | 'foreign-characters'
  | 'damaged'
  | 'unknown-version'
  | 'other-chain'
  | ProofField
  | 'signature'
  | 'unknown-field'
  | 'not-canonical'

export type DecodedProof =
  | { readonly ok: true; readonly signed: SignedProof }
  | { readonly ok: false; readonly fault: ProofLinkFault }

/** Identifies a proof by its text without signature and checksum. Signing it does not change its identity. */
export function proofKey(proof: Proof): string {
  return body({ proof, signature: null })
}

/** @throws RangeError when the proof cannot be put into a link, naming the field */
export function encodeProof(signed: SignedProof): string {
  const fault = signedFault(signed)
  if (fault) throw new RangeError(`Not a proof: ${fault}`)
  return withCheck(body(signed), '~')
}

/** Decodes the text of a link, completely or not at all. */
export function decodeProof(text: string): DecodedProof {
  const outside = outsideFault(text)
  if (outside) return { ok: false, fault: outside }
  const [version, chain, ...fields] = text.slice(0, text.lastIndexOf('~')).split('~')
  if (version !== VERSION) return { ok: false, fault: 'unknown-version' }
  if (chain !== `${BSC_CHAIN_ID}`) return { ok: false, fault: 'other-chain' }
  const { signed, rest } = readFields(fields)
  const fault = signedFault(signed)
  if (fault) return { ok: false, fault }
  if (rest.length > 0) return { ok: false, fault: 'unknown-field' }
  return withCheck(body(signed), '~') === text ? { ok: true, signed } : { ok: false, fault: 'not-canonical' }
}

/** The text of proofs in links that people paste or open. */
const inLinks = {
  starts: ['#/verify/'],
  run: /[A-Za-z0-9~.:_-]{1,6144}/y,
  isWhole: (text: string) => decodeProof(text).ok,
}

/** Finds the proofs of all links in a text that `unwrapLinks` made, see `findLinkTexts`. */
export function findProofs(text: string): readonly FoundLink[] {
  return findLinkTexts(text, inLinks)
}

/**
 * The text of a link as the address bar has it, without what a chat or a mail put behind it. A text that is no proof
 * even then stays as it is, so that `decodeProof` says why.
 */
export function proofTextIn(raw: string): string {
  if (raw === '' || raw.length > 2 * MAX_PROOF_TEXT || decodeProof(raw).ok) return raw
  const [only, ...others] = findProofs(`#/verify/${raw}`)
  return only?.isWhole && others.length === 0 ? only.text : raw
}

function signedFault({ proof, signature }: SignedProof): ProofField | 'signature' | null {
  return proofFault(proof) ?? (signature === null || isSignature(signature) ? null : 'signature')
}

function outsideFault(text: string): ProofLinkFault | null {
  if (text === '') return 'empty'
  if (text.length > MAX_PROOF_TEXT) return 'too-long'
  if (/\s/.test(text)) return 'white-space'
  if (text.includes('%')) return 'percent-encoded'
  if (!/^[A-Za-z0-9~.:_-]+$/.test(text)) return 'foreign-characters'
  const end = text.lastIndexOf('~')
  return end < 0 || withCheck(text.slice(0, end), '~') !== text ? 'damaged' : null
}

function body({ proof, signature }: SignedProof): string {
  const { address, handle, post, uri, nonce, issuedAt, expiresAt } = proof
  return [
    VERSION,
    BSC_CHAIN_ID,
    address,
    handle.platform,
    handle.name,
    encodeText(uri),
    nonce,
    issuedAt,
    expiresAt,
    ...(post === null ? [] : [`p-${encodeText(post)}`]),
    ...(signature === null ? [] : [`s-${toBase64Url(hexToBytes(signature))}`]),
  ].join('~')
}

/** The raw fields, valid or not: a faulty text or number becomes a value that no proof has. */
function readFields(fields: string[]): { signed: SignedProof; rest: readonly string[] } {
  const [address = '', platform = '', name = '', uri = '', nonce = '', issuedAt, expiresAt, ...rest] = fields
  // Optional fields in order; anything left over is out of place.
  const take = (prefix: string) => (rest[0]?.startsWith(prefix) ? (rest.shift() ?? '').slice(2) : null)
  const [post, signature] = [take('p-'), take('s-')]
  const proof = {
    address: address as Address,
    handle: { platform: platform as Platform, name },
    post: post === null ? null : decodeText(post),
    uri: decodeText(uri),
    nonce,
    issuedAt: decodeTime(issuedAt),
    expiresAt: decodeTime(expiresAt),
  }
  return { signed: { proof, signature: signature === null ? null : decodeBytes(signature) }, rest }
}

function decodeBytes(text: string): Hex {
  return bytesToHex(fromBase64Url(text) ?? new Uint8Array())
}

function encodeText(ascii: string): string {
  return toBase64Url(new TextEncoder().encode(ascii))
}

/** Portal and post are ASCII, so one byte is one character. Other text fails their own checks. */
function decodeText(text: string): string {
  return String.fromCharCode(...(fromBase64Url(text) ?? []))
}

function decodeTime(text = ''): number {
  return /^[1-9]\d{9}$/.test(text) ? Number(text) : Number.NaN
}
