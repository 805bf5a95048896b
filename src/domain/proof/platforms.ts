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
