import { type Hex, size } from 'viem'
import { isBytes } from '#chain/hex.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { type Handle, handleFault, isPlatform, platforms } from './Handle.ts'

/** An account's claim that it belongs to a handle. Every field is canonical. */
export type Proof = {
  readonly address: Address
  readonly handle: Handle
  /** URL of a post that contains the code; null if none is named. */
  readonly post: string | null
  /** URL of the portal that requested the signature, without `#`. */
  readonly uri: string
  /** 16 random letters and digits, which make every proof unique. */
  readonly nonce: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Seconds since 1970. Without a server a proof cannot be revoked, so every proof expires. */
  readonly expiresAt: number
}

export type SignedProof = {
  readonly proof: Proof
  /** Null if it is not signed, or if the Safe keeps the signature in its contract or its message service. */
  readonly signature: Hex | null
}

/** A field of a proof that is not canonical. */
export type ProofField =
  | 'address'
  | 'platform'
  | 'name'
  | 'uri'
  | 'nonce'
  | 'issued-at'
  | 'expires-at'
  | 'post'

/** Default lifetime of a proof, in days. */
export const DEFAULT_DAYS = 90
/** Maximum lifetime of a proof in days: a leap year. */
export const MAX_DAYS = 366
/**
 * Bytes of a signature, from that of a wallet or single owner up to about twenty owners, or fewer owners of
 * an undeployed Safe (ERC-6492), whose signature includes its deployment. Longer ones stay with the Safe.
 */
export const [MIN_SIGNATURE, MAX_SIGNATURE] = [65, 1_600]

const MAX_URI = 200
const NONCE_LENGTH = 16
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const DAY = 86_400
/** The years 2020 to 2100, in seconds. */
const [EARLIEST, LATEST] = [1_577_836_800, 4_102_444_800]

type Wanted = Pick<Proof, 'address' | 'handle' | 'post' | 'uri'> & { readonly days: number }
/** Fills bytes randomly, like `crypto.getRandomValues`. */
type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown

/**
 * Creates an unsigned proof that begins now.
 * @param nowMs milliseconds since 1970
 * @throws RangeError if a field is not canonical, naming it
 */
export function newProof({ days, ...wanted }: Wanted, nowMs: number, random: FillRandom): Proof {
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) throw new RangeError('Not a proof: days')
  const issuedAt = Math.floor(nowMs / 1_000)
  const times = { issuedAt, expiresAt: issuedAt + days * DAY }
  // A configured site URL may lack its trailing slash.
  const uri = URL.canParse(wanted.uri) ? new URL(wanted.uri).href : wanted.uri
  const proof = { ...wanted, uri, nonce: newNonce(random), ...times }
  const fault = proofFault(proof)
  if (fault) throw new RangeError(`Not a proof: ${fault}`)
  return proof
}

/** The first field that is not canonical; null for a proof that can be signed, written and read. */
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

/** The domain in a proof: host and port of the portal, which a wallet compares with the requesting page. */
export function domainOf({ uri }: Pick<Proof, 'uri'>): string {
  return new URL(uri).host
}

/** Whether bytes can be a signature that is sent with a proof. An empty one (`0x`) never is. */
export function isSignature(signature: string): signature is Hex {
  if (!isBytes(signature) || signature !== signature.toLowerCase()) return false
  return size(signature) >= MIN_SIGNATURE && size(signature) <= MAX_SIGNATURE
}

/** A portal on the web, or one on this machine during development. */
function isPortal(uri: string): boolean {
  if (uri.length > MAX_URI || !isUri(uri) || /[?#]/.test(uri) || !URL.canParse(uri)) return false
  const { href, protocol, hostname, username, password } = new URL(uri)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isWeb = protocol === 'https:' || (protocol === 'http:' && isHere)
  return isWeb && href === uri && username === '' && password === ''
}

/**
 * Bytes above the last whole multiple of the alphabet are redrawn; otherwise its first letters would be more
 * frequent.
 */
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

/** Why a text is not the URL of a post: the first check that fails. */
export type PostFault =
  | 'white-space'
  | 'foreign-characters'
  | 'too-long'
  | 'not-https'
  | 'credentials'
  | 'port'
  | 'fragment'
  | 'other-host'
  | 'not-a-post'
  | 'other-author'
  | 'not-canonical'

type ParsedPost =
  /** Null: nothing was typed, and nothing is required. */
  { readonly ok: true; readonly post: string | null } | { readonly ok: false; readonly fault: PostFault }

/** Maximum characters of a post's URL. */
export const MAX_POST = 200

/** Parses the URL of a handle's post. It must be exactly as a browser shows it; nothing is corrected. */
export function parsePost(handle: Handle, typed: string): ParsedPost {
  const text = typed.trim()
  if (text === '') return { ok: true, post: null }
  const fault =
    postFault(handle, text) ?? (otherAuthor({ handle, post: text }) === null ? null : 'other-author')
  return fault ? { ok: false, fault } : { ok: true, post: text }
}

/**
 * Returns the fault of a post's URL; null if it is canonical. The URL does not prove who wrote the post: platforms
 * redirect from any name to the right one.
 */
export function postFault(handle: Handle, text: string): PostFault | null {
  if (/\s/.test(text)) return 'white-space'
  if (!/^[\x21-\x7e]*$/.test(text)) return 'foreign-characters'
  if (text.length > MAX_POST) return 'too-long'
  if (!text.startsWith('https://')) return 'not-https'
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return 'not-canonical'
  if (url.username || url.password) return 'credentials'
  if (url.port) return 'port'
  if (text.includes('#')) return 'fragment'
  if (!isHostOf(handle, url.hostname)) return 'other-host'
  if (url.pathname === '/' && handle.platform !== 'website') return 'not-a-post'
  // Each URL has one text, and contains nothing that an EIP-4361 resource must not have.
  return url.href === text && isUri(text) ? null : 'not-canonical'
}

/**
 * Somebody else whom the URL of a proof's post names as its author; null if it names nobody, or the handle itself. That
 * it names the handle proves nothing: platforms redirect from any name to the right one.
 */
export function otherAuthor({
  handle,
  post,
}: {
  readonly handle: Handle
  readonly post: string | null
}): string | null {
  const { platform } = handle
  if (post === null || platform === 'website') return null
  const needsSign = platforms[platform].profile[0].endsWith('@')
  const [first = '', second = ''] = new URL(post).pathname.split('/').filter(Boolean).map(decoded)
  const isBelow = first === below[platform] && second !== 'highlights'
  const place = isBelow ? second : first
  if (needsSign && !place.startsWith('@')) return null
  const name = place.replace(/^@/, '').toLowerCase()
  return name === handle.name || handleFault({ platform, name }) !== null ? null : name
}

/** The word that stands before the name of an author: in Instagram's stories, and in Telegram's previews. */
const below: Readonly<Partial<Record<Handle['platform'], string>>> = { instagram: 'stories', telegram: 's' }

/** A part of a path as its platform reads it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function isHostOf({ platform, name }: Handle, host: string): boolean {
  if (platform === 'website') return host === name || host.endsWith(`.${name}`)
  return platforms[platform].hosts.includes(host)
}

/** True if a URL has only characters that a URI (RFC 3986) may have behind its host, so that EIP-4361 takes it. */
function isUri(url: string): boolean {
  return /^(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/.test(
    url.replace(/^(https?:\/\/)\[[0-9a-f:]+\]/, '$1host'),
  )
}
