import { type Hex, size } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type Handle, handleFault } from './Handle.ts'
import { isPlatform } from './platforms.ts'
import { postFault } from './post.ts'
import { isUri } from './siweText.ts'

/** What an account says of itself: that it belongs to a handle. Every field has exactly one form. */
export type Proof = {
  readonly address: Address
  readonly handle: Handle
  /** Address of a post that carries the code; null when none is named. */
  readonly post: string | null
  /** Address of the portal that asked for the signature, without `#`. */
  readonly uri: string
  /** 16 letters and digits, chosen by chance: two proofs of the same are not the same proof. */
  readonly nonce: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Seconds since 1970. There is no taking back without a server, so every proof ends by itself. */
  readonly expiresAt: number
}

export type SignedProof = {
  readonly proof: Proof
  /** Null when it is not signed, or when the Safe keeps the signature itself: in its contract or its message service. */
  readonly signature: Hex | null
}

/** A field of a proof that is not in its one form. */
export type ProofField =
  | 'address'
  | 'platform'
  | 'name'
  | 'uri'
  | 'nonce'
  | 'issued-at'
  | 'expires-at'
  | 'post'

/** Days for which a proof is good when nobody says otherwise. */
export const DEFAULT_DAYS = 90
/** The longest that a proof is good for: a leap year. */
export const MAX_DAYS = 366
/**
 * Bytes of a signature: what a wallet or one owner gives, and what some twenty owners give, or a few of a Safe that is not
 * made yet (ERC-6492), which adds how it would be made. More than that the Safe keeps.
 */
export const [MIN_SIGNATURE, MAX_SIGNATURE] = [65, 1_600]

const MAX_URI = 200
const NONCE_LENGTH = 16
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const DAY = 86_400
/** The years 2020 to 2100, in seconds. */
const [EARLIEST, LATEST] = [1_577_836_800, 4_102_444_800]

type Wanted = Pick<Proof, 'address' | 'handle' | 'post' | 'uri'> & { readonly days: number }
/** Fills bytes by chance, such as `crypto.getRandomValues`. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown

/**
 * A proof that begins now and has yet to be signed.
 * @param nowMs milliseconds since 1970
 * @throws RangeError when a field is not in its one form, naming it
 */
export function newProof({ days, ...wanted }: Wanted, nowMs: number, random: FillRandom): Proof {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) throw new RangeError('Not a proof: days')
  const issuedAt = Math.floor(nowMs / 1_000)
  const times = { issuedAt, expiresAt: issuedAt + days * DAY }
  // A site of one page may be named without its last slash, as a configuration does.
  const uri = URL.canParse(wanted.uri) ? new URL(wanted.uri).href : wanted.uri
  const proof = { ...wanted, uri, nonce: newNonce(random), ...times }
  const fault = proofFault(proof)
  if (fault) throw new RangeError(`Not a proof: ${fault}`)
  return proof
}

/** The first field that is not in its one form; null for a proof that can be signed, written and read. */
export function proofFault(proof: Proof): ProofField | null {
  const { address, handle, post, uri, nonce, issuedAt, expiresAt } = proof
  const parsed = AddressText.parse(address)
  if (!parsed.ok || parsed.address !== address) return 'address'
  if (!isPlatform(handle.platform)) return 'platform'
  if (handleFault(handle)) return 'name'
  if (!isPortal(uri)) return 'uri'
  if (!/^[A-Za-z0-9]{16}$/.test(nonce)) return 'nonce'
  if (!Number.isInteger(issuedAt) || issuedAt < EARLIEST || issuedAt > LATEST) return 'issued-at'
  const seconds = expiresAt - issuedAt
  if (!Number.isInteger(seconds) || seconds <= 0 || seconds > MAX_DAYS * DAY || expiresAt > LATEST) {
    return 'expires-at'
  }
  return post !== null && postFault(handle, post) ? 'post' : null
}

/** What a proof names as its domain: host and port of the portal, as a wallet compares them with the page that asks. */
export function domainOf({ uri }: Pick<Proof, 'uri'>): string {
  return new URL(uri).host
}

/** Whether bytes can be a signature that travels with a proof. None at all (`0x`) never is. */
export function isSignature(signature: string): signature is Hex {
  if (!/^0x([0-9a-f]{2})+$/.test(signature)) return false
  return size(signature as Hex) >= MIN_SIGNATURE && size(signature as Hex) <= MAX_SIGNATURE
}

/** A portal on the web, or one on this machine for those who work on it. */
function isPortal(uri: string): boolean {
  if (uri.length > MAX_URI || !isUri(uri) || /[?#]/.test(uri) || !URL.canParse(uri)) return false
  const { href, protocol, hostname, username, password } = new URL(uri)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isWeb = protocol === 'https:' || (protocol === 'http:' && isHere)
  return isWeb && href === uri && username === '' && password === ''
}

/** Bytes above the last whole multiple of the alphabet are drawn anew, else its first letters would come more often. */
function newNonce(random: FillRandom): string {
  const limit = 256 - (256 % ALPHABET.length)
  let nonce = ''
  while (nonce.length < NONCE_LENGTH) {
    const bytes = new Uint8Array(NONCE_LENGTH)
    random(bytes)
    for (const byte of bytes) if (byte < limit) nonce += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return nonce.slice(0, NONCE_LENGTH)
}
