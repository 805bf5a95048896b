import type { Handle } from './Handle.ts'
import { platforms } from './platforms.ts'
import { isUri } from './siweText.ts'

/** Why a text is not the address of a post. The first that applies. */
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
  | 'not-canonical'

export type ParsedPost =
  /** Null: nothing was typed, and nothing has to be. */
  { readonly ok: true; readonly post: string | null } | { readonly ok: false; readonly fault: PostFault }

/** Characters of the address of a post. */
export const MAX_POST = 200

/** Reads the address of a post of a handle: it must stand there as a browser shows it, nothing is mended. */
export function parsePost(handle: Handle, typed: string): ParsedPost {
  const text = typed.trim()
  if (text === '') return { ok: true, post: null }
  const fault = postFault(handle, text)
  return fault ? { ok: false, fault } : { ok: true, post: text }
}

/**
 * What is wrong with the address of a post; null when it is one in its one form. Whose post it is, nobody can tell from
 * its address: platforms lead from any name to the right one.
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
  // One text for one address, and nothing in it that an EIP-4361 resource must not have.
  return url.href === text && isUri(text) ? null : 'not-canonical'
}

function isHostOf({ platform, name }: Handle, host: string): boolean {
  if (platform === 'website') return host === name || host.endsWith(`.${name}`)
  return platforms[platform].hosts.includes(host)
}
