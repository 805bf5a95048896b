import { hexToBytes, keccak256, stringToHex } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type Handle, handleFault, handleText, type Platform, platforms, profileUrl } from './Handle.ts'
import { domainOf, type Proof, type ProofField, proofFault } from './Proof.ts'

/** Why an EIP-4361 message is not a proof of this portal: the first check that fails. */
export type ProofMessageFault =
  | 'not-eip-4361'
  | 'other-chain'
  | 'address'
  | 'other-statement'
  | 'uri'
  | 'other-domain'
  | 'nonce'
  | 'times'
  | 'other-resources'
  | 'not-canonical'

/** Why a text is not the message of a proof. */
export type ProofMessageRefusal = { readonly ok: false; readonly fault: ProofMessageFault }

type ReadProofMessage = { readonly ok: true; readonly proof: Proof } | ProofMessageRefusal

const [BEGINNING, OWNER, END] = [
  'This account on BNB Smart Chain belongs to ',
  'the owner of ',
  '. Signing this proves it to others, costs nothing and moves nothing.',
]

/**
 * The text that an account signs (EIP-191) to prove that it belongs to a handle. It is an EIP-4361 message,
 * so that a wallet compares its domain with the requesting page. The wording is ours; only the handle and
 * addresses come from a link.
 * @throws RangeError if a field of the proof is not canonical, naming it
 */
export function proofMessage(proof: Proof): string {
  const fault = proofFault(proof)
  if (fault) throw new RangeError(`Not a proof: ${fault}`)
  return write(proof)
}

/** Longer texts (characters) are no message of a proof. */
const MAX_MESSAGE = 8_192

/**
 * Parses the message of a proof. Each proof has exactly one, and every other text is rejected: viem's parser
 * is lenient, so the fields that it finds are written again and compared byte by byte.
 */
export function readProofMessage(text: string): ReadProofMessage {
  const message = text.length > MAX_MESSAGE ? {} : parseSiweMessage(text)
  const { address, chainId, issuedAt, expirationTime, nonce, uri } = message
  if (!address || !chainId || !nonce || !uri || !issuedAt) return refuse('not-eip-4361')
  if (chainId !== BSC_CHAIN_ID) return refuse('other-chain')
  if (!AddressText.parse(address).ok) return refuse('address')
  const handle = readStatement(message.statement ?? '')
  if (!handle) return refuse('other-statement')
  const [profile, post = null, ...more] = message.resources ?? []
  if (profile !== profileUrl(handle) || more.length > 0) return refuse('other-resources')
  const times = { issuedAt: secondsOf(issuedAt), expiresAt: secondsOf(expirationTime) }
  const proof = { address, handle, post, uri, nonce, ...times }
  const field = proofFault(proof)
  if (field) return refuse(faults[field])
  if (message.domain !== domainOf(proof)) return refuse('other-domain')
  // Catches parts that a proof does not have, such as a request id, and other spellings of its own parts.
  return write(proof) === text ? { ok: true, proof } : refuse('not-canonical')
}

/** The message fault of each field. */
const faults: Readonly<Record<ProofField, ProofMessageFault>> = {
  address: 'address',
  platform: 'other-statement',
  name: 'other-statement',
  uri: 'uri',
  nonce: 'nonce',
  'issued-at': 'times',
  'expires-at': 'times',
  post: 'other-resources',
}

/** The message by the ABNF of ERC-4361. No field of a checked proof can hold a line break. */
function write(proof: Proof): string {
  return [
    `${domainOf(proof)} wants you to sign in with your Ethereum account:`,
    proof.address,
    '',
    statementOf(proof.handle),
    '',
    `URI: ${proof.uri}`,
    'Version: 1',
    `Chain ID: ${BSC_CHAIN_ID}`,
    `Nonce: ${proof.nonce}`,
    `Issued At: ${timeText(proof.issuedAt)}`,
    `Expiration Time: ${timeText(proof.expiresAt)}`,
    'Resources:',
    `- ${profileUrl(proof.handle)}`,
    ...(proof.post === null ? [] : [`- ${proof.post}`]),
  ].join('\n')
}

/** A time in whole seconds, such as `2026-11-22T10:00:00Z`. */
function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** Seconds since the epoch; NaN, which is no time of a proof, for a date that is missing or malformed. */
function secondsOf(date: Date | undefined): number {
  return date === undefined ? Number.NaN : date.getTime() / 1_000
}

function statementOf(handle: Handle): string {
  return `${BEGINNING}${handle.platform === 'website' ? OWNER : ''}${handleText(handle)}${END}`
}

/** Extracts the handle from the fixed statement; null for any other wording. */
function readStatement(statement: string): Handle | null {
  const [, name, label] = /^[^@]* @(\S+) on (\w+)\. /.exec(statement) ?? []
  const [, website] = /^[^@]* website (\S+)\. /.exec(statement) ?? []
  const platform = (Object.keys(platforms) as Platform[]).find((known) => platforms[known].label === label)
  const handle: Handle = { platform: platform ?? 'website', name: name ?? website ?? '' }
  return handleFault(handle) === null && statementOf(handle) === statement ? handle : null
}

function refuse(fault: ProofMessageFault): ProofMessageRefusal {
  return { ok: false, fault }
}

/** Crockford's base32: without I, L, O and U, which are mistaken for other characters or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The short code in a post or profile, to be compared by eye: `XXXX-XXXX-XXXX-XXXX`. It identifies the
 * account and the handle, not a single proof: it can be posted before anything is signed, and stays valid
 * when a proof is renewed. 80 bits of a hash make it infeasible to find another account with the same code
 * for a handle.
 */
export function proofCode(address: Address, handle: Handle): string {
  // No field can contain a line break, so no two accounts or handles give the same text.
  const text = ['Influencer Portal: code of a proof, version 1', BSC_CHAIN_ID, address, profileUrl(handle)]
  const bits = [...hexToBytes(keccak256(stringToHex(text.join('\n')))).subarray(0, 10)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const signs = bits.replace(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)))
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * Whether two codes are the same in any common spelling: lower case, O for 0, I and L for 1, other hyphens.
 */
export function sameCode(a: string, b: string): boolean {
  const [first, second] = [canonical(a), canonical(b)]
  return first !== null && first === second
}

function canonical(typed: string): string | null {
  // Checked before upper-casing, because some non-ASCII characters have an ASCII upper case.
  if (!/^[\x20-\x7e]{1,64}$/.test(typed)) return null
  const signs = typed.toUpperCase().replace(/[ -]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return signs.length === 16 && [...signs].every((sign) => ALPHABET.includes(sign)) ? signs : null
}
