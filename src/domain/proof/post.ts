import { type Handle, handleFault, platforms } from './Handle.ts'

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
export function isUri(url: string): boolean {
  return /^(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/.test(
    url.replace(/^(https?:\/\/)\[[0-9a-f:]+\]/, '$1host'),
  )
}
