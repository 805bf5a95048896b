import { isHexNumber } from '#chain/hex.ts'

/**
 * A name on a platform, or a person's own website. Always ASCII, so that no letter resembles one of another
 * script, nothing changes the text direction, and equal handles have equal texts.
 */
export type Handle = {
  readonly platform: Platform
  /** Lower case, without `@`; for a website its host name. */
  readonly name: string
}

/** Why a text does not name a handle: the first check that fails. */
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

type ParsedHandle =
  | { readonly ok: true; readonly handle: Handle }
  | { readonly ok: false; readonly fault: HandleFault }

/** Far longer than any profile URL that a browser shows. */
const MAX_TYPED = 2_000

/** Parses `@name`, `name`, or the pasted URL of a profile. No platform's names are case-sensitive. */
export function parseHandle(platform: Platform, typed: string): ParsedHandle {
  const text = typed.trim()
  if (text === '') return refuse('empty')
  if (text.length > MAX_TYPED) return refuse('too-long')
  if (/\s/.test(text)) return refuse('white-space')
  // Checked before lower-casing, because some non-ASCII characters have an ASCII lower case.
  if (!/^[\x21-\x7e]+$/.test(text)) return refuse('foreign-characters')
  const named = platform === 'website' ? hostIn(text) : nameIn(platform, text)
  if (!named.ok) return named
  const handle = { platform, name: named.name.toLowerCase() }
  const fault = handleFault(handle)
  return fault ? refuse(fault) : { ok: true, handle }
}

/** Returns the fault of a handle that did not come from `parseHandle`; null if it is canonical. */
export function handleFault({ platform, name }: Handle): HandleFault | null {
  if (!isPlatform(platform)) return 'other-platform'
  const { shortest, longest, form, reserved } = platforms[platform]
  if (name === '') return 'empty'
  if (!/^[\x21-\x7e]+$/.test(name)) return 'foreign-characters'
  if (name.length > longest) return 'too-long'
  if (platform === 'website' && !name.includes('.')) return 'no-dot'
  if (name.length < shortest) return 'too-short'
  // Browsers parse a host that ends in a number as an IP address, also in hexadecimal.
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (platform === 'website' && (/^\d+$/.test(last) || isHexNumber(last))) return 'ip-address'
  if (!form.test(name)) return 'form'
  // Invalid punycode: no browser opens it.
  if (platform === 'website' && !URL.canParse(`https://${name}`)) return 'form'
  return reserved.includes(name) ? 'reserved' : null
}

/** The only URL of a profile, or the front page of a website. */
export function profileUrl({ platform, name }: Handle): string {
  const [before, after] = platforms[platform].profile
  return before + name + after
}

/** True if two handles are one. */
export function isSameHandle(a: Handle, b: Handle): boolean {
  return a.platform === b.platform && a.name === b.name
}

/** The handle within a sentence: `@ada on X`, `the website ada.example`. */
export function handleText({ platform, name }: Handle): string {
  return platform === 'website' ? `the website ${name}` : `@${name} on ${platforms[platform].label}`
}

type Named =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly fault: HandleFault }

/**
 * The parts of a web address as people paste it. The browser's URL parser is not used, because it corrects
 * what should be rejected.
 */
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

/** A page on a host may belong to somebody else, so only the front page identifies its owner. */
function hostIn(text: string): Named {
  const { host, port, path, rest } = PASTED.exec(text)?.groups ?? {}
  if (host === undefined) return refuse('form')
  if (port !== undefined) return refuse('port')
  return path || rest ? refuse('not-a-profile') : { ok: true, name: host }
}

function refuse(fault: HandleFault): { readonly ok: false; readonly fault: HandleFault } {
  return { ok: false, fault }
}

/** `@ada on X`, or only the name of a website. */
export function claimText(handle: Handle): string {
  return handle.platform === 'website' ? handle.name : handleText(handle)
}

/** A place on the web where people have a name of their own. */
export type Platform = 'x' | 'instagram' | 'tiktok' | 'youtube' | 'twitch' | 'telegram' | 'website'

/**
 * Rules for a platform's names and URLs. Names are lower-case ASCII, because none of the platforms is
 * case-sensitive.
 */
type PlatformRules = {
  /** The label used in sentences. */
  readonly label: string
  readonly shortest: number
  readonly longest: number
  /** Pattern of a lower-case name, without its length. */
  readonly form: RegExp
  /** Reserved words that appear in place of a name in a URL. */
  readonly reserved: readonly string[]
  /** The only URL of a profile, around its name. */
  readonly profile: readonly [before: string, after: string]
  /** Hosts of its profiles and posts, excluding hosts that redirect anywhere. */
  readonly hosts: readonly string[]
}

const words = (text: string) => text.split(' ')

export const platforms: Readonly<Record<Platform, PlatformRules>> = {
  x: {
    label: 'X',
    shortest: 1,
    longest: 15,
    form: /^[a-z0-9_]+$/,
    reserved: words(
      'compose explore hashtag home i intent login messages notifications search settings share',
    ),
    profile: ['https://x.com/', ''],
    hosts: words('x.com www.x.com mobile.x.com twitter.com www.twitter.com mobile.twitter.com'),
  },
  instagram: {
    label: 'Instagram',
    shortest: 1,
    longest: 30,
    form: /^[a-z0-9_]+(\.[a-z0-9_]+)*$/,
    reserved: words('accounts direct explore p reel reels s share stories tv'),
    profile: ['https://www.instagram.com/', '/'],
    hosts: words('www.instagram.com instagram.com m.instagram.com'),
  },
  tiktok: {
    label: 'TikTok',
    shortest: 2,
    longest: 24,
    form: /^[a-z0-9_.]*[a-z0-9_]$/,
    reserved: [],
    profile: ['https://www.tiktok.com/@', ''],
    hosts: words('www.tiktok.com tiktok.com m.tiktok.com'),
  },
  youtube: {
    label: 'YouTube',
    shortest: 3,
    longest: 30,
    // YouTube also allows the letters of many scripts and the middle dot. Such a name could be mistaken for
    // another one, so its channel must use a website or a second name for its proof.
    form: /^[a-z0-9_-]([a-z0-9_.-]*[a-z0-9_-])?$/,
    reserved: [],
    profile: ['https://www.youtube.com/@', ''],
    hosts: words('www.youtube.com youtube.com m.youtube.com youtu.be'),
  },
  twitch: {
    label: 'Twitch',
    // Four for new names; some older ones have three.
    shortest: 3,
    longest: 25,
    form: /^[a-z0-9][a-z0-9_]*$/,
    reserved: words('directory downloads jobs search settings videos'),
    profile: ['https://www.twitch.tv/', ''],
    hosts: words('www.twitch.tv twitch.tv m.twitch.tv'),
  },
  telegram: {
    label: 'Telegram',
    // Five for new names; names of four are sold.
    shortest: 4,
    longest: 32,
    form: /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
    reserved: words('addlist addstickers addtheme joinchat login proxy setlanguage share socks'),
    profile: ['https://t.me/', ''],
    hosts: words('t.me telegram.me'),
  },
  website: {
    label: 'website',
    shortest: 4,
    longest: 253,
    // Letters, digits and hyphens (RFC 1123, 2.1). Punycode is shown as it is, because its characters
    // resemble many others.
    form: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    reserved: [],
    profile: ['https://', '/'],
    hosts: [],
  },
}

export function isPlatform(text: string): text is Platform {
  return Object.hasOwn(platforms, text)
}
