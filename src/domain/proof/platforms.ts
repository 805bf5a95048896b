/** A place on the web where somebody is known under a name of their own. */
export type Platform = 'x' | 'instagram' | 'tiktok' | 'youtube' | 'twitch' | 'telegram' | 'website'

/** What is true of the names and addresses of a platform. Names are lower-case ASCII: none of them knows capitals. */
export type PlatformRules = {
  /** As a sentence names it. */
  readonly label: string
  readonly shortest: number
  readonly longest: number
  /** What a lower-case name looks like, its length aside. */
  readonly form: RegExp
  /** What stands where a name stands in an address, and is none. */
  readonly reserved: readonly string[]
  /** The one address of a profile, around its name. */
  readonly profile: readonly [before: string, after: string]
  /** Hosts on which its profiles and posts stand, without those that only lead on to anywhere. */
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
    // YouTube also allows the letters of many scripts and the middle dot. Here such a name could be mistaken for another
    // one, so a channel that has it proves itself with a website, or with a second name.
    form: /^[a-z0-9_-]([a-z0-9_.-]*[a-z0-9_-])?$/,
    reserved: [],
    profile: ['https://www.youtube.com/@', ''],
    hosts: words('www.youtube.com youtube.com m.youtube.com youtu.be'),
  },
  twitch: {
    label: 'Twitch',
    // Four for new names; some of three are older.
    shortest: 3,
    longest: 25,
    form: /^[a-z0-9][a-z0-9_]*$/,
    reserved: words('directory downloads jobs search settings videos'),
    profile: ['https://www.twitch.tv/', ''],
    hosts: words('www.twitch.tv twitch.tv m.twitch.tv'),
  },
  telegram: {
    label: 'Telegram',
    // Five for new names; those of four are sold.
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
    // Letters, digits and hyphens (RFC 1123, 2.1). Punycode is shown as it stands: its signs look like many others.
    form: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    reserved: [],
    profile: ['https://', '/'],
    hosts: [],
  },
}

export function isPlatform(text: string): text is Platform {
  return Object.hasOwn(platforms, text)
}
