import { isPlatform, type Platform, platforms } from './platforms.ts'

/**
 * A name on a platform, or a website of one's own. Always ASCII: so no letter looks like one of another script, nothing
 * turns the direction of a text, and two handles are the same when their texts are.
 */
export type Handle = {
  readonly platform: Platform
  /** Lower-case, without `@`; of a website its host name. */
  readonly name: string
}

/** Why a text does not name a handle. The first that applies. */
export type HandleFault =
  | 'empty'
  | 'white-space'
  | 'foreign-characters'
  | 'too-long'
  | 'other-platform'
  | 'not-a-profile'
  | 'port'
  | 'too-short'
  | 'no-dot'
  | 'ip-address'
  | 'form'
  | 'reserved'

export type ParsedHandle =
  | { readonly ok: true; readonly handle: Handle }
  | { readonly ok: false; readonly fault: HandleFault }

/** Far above any address of a profile that a browser shows. */
const MAX_TYPED = 2_000

/** Reads `@name`, `name`, or the pasted address of a profile. Capitals are no part of a name on any platform. */
export function parseHandle(platform: Platform, typed: string): ParsedHandle {
  const text = typed.trim()
  if (text === '') return refuse('empty')
  if (text.length > MAX_TYPED) return refuse('too-long')
  if (/\s/.test(text)) return refuse('white-space')
  // Before capitals are made small: some signs of other scripts have a small letter of ASCII.
  if (!/^[\x21-\x7e]+$/.test(text)) return refuse('foreign-characters')
  const named = platform === 'website' ? hostIn(text) : nameIn(platform, text)
  if (!named.ok) return named
  const handle = { platform, name: named.name.toLowerCase() }
  const fault = handleFault(handle)
  return fault ? refuse(fault) : { ok: true, handle }
}

/** What is wrong with a handle that did not come from `parseHandle`; null when it is one in its one form. */
export function handleFault({ platform, name }: Handle): HandleFault | null {
  if (!isPlatform(platform)) return 'other-platform'
  const { shortest, longest, form, reserved } = platforms[platform]
  if (name === '') return 'empty'
  if (!/^[\x21-\x7e]+$/.test(name)) return 'foreign-characters'
  if (name.length > longest) return 'too-long'
  if (platform === 'website' && !name.includes('.')) return 'no-dot'
  if (name.length < shortest) return 'too-short'
  // What ends in a number is read as an address by every browser, also in hexadecimal digits.
  if (platform === 'website' && /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) return 'ip-address'
  if (!form.test(name)) return 'form'
  // Punycode that stands for no text: no browser opens it.
  if (platform === 'website' && !URL.canParse(`https://${name}`)) return 'form'
  return reserved.includes(name) ? 'reserved' : null
}

/** The one address of a profile, or the front page of a website. */
export function profileUrl({ platform, name }: Handle): string {
  const [before, after] = platforms[platform].profile
  return before + name + after
}

/** The handle within a sentence: `@ada on X`, `the website ada.example`. */
export function handleText({ platform, name }: Handle): string {
  return platform === 'website' ? `the website ${name}` : `@${name} on ${platforms[platform].label}`
}

type Named =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly fault: HandleFault }

/** The parts of a web address as people paste it. Not the reader of browsers, which mends what should be refused. */
const PASTED = /^(?:https?:\/\/)?(?<host>[a-z0-9.-]+)(?<port>:\d+)?(?:\/(?<path>[^?#]*))?(?<rest>[?#].*)?$/i

function nameIn(platform: Platform, text: string): Named {
  if (!text.includes('/')) return { ok: true, name: text.replace(/^@/, '') }
  const { host, port, path } = PASTED.exec(text)?.groups ?? {}
  if (host === undefined) return refuse('form')
  if (port !== undefined) return refuse('port')
  const { hosts, profile } = platforms[platform]
  if (!hosts.includes(host.toLowerCase())) return refuse('other-platform')
  const sign = profile[0].endsWith('@') ? '@' : ''
  const [, found] = new RegExp(`^${sign}([^/@]+)/?$`).exec(path ?? '') ?? []
  return found === undefined ? refuse('not-a-profile') : { ok: true, name: found }
}

/** A page of a host may belong to somebody else than the host, so only its front page names it. */
function hostIn(text: string): Named {
  const { host, port, path, rest } = PASTED.exec(text)?.groups ?? {}
  if (host === undefined) return refuse('form')
  if (port !== undefined) return refuse('port')
  return path || rest ? refuse('not-a-profile') : { ok: true, name: host }
}

function refuse(fault: HandleFault): { readonly ok: false; readonly fault: HandleFault } {
  return { ok: false, fault }
}
