/** Sites that wrap links to other sites, by the end of their host, with the parameter that has the link. */
const wrappers: readonly (readonly [host: string, parameter: string])[] = [
  ['google.com', 'q'],
  ['google.com', 'url'],
  ['l.facebook.com', 'u'],
  ['lm.facebook.com', 'u'],
  ['l.instagram.com', 'u'],
  ['l.messenger.com', 'u'],
  ['safelinks.protection.outlook.com', 'url'],
  ['slack-redir.net', 'url'],
  ['linkedin.com', 'url'],
  ['youtube.com', 'q'],
  ['vk.com', 'to'],
]

/** Wrapped links inside wrapped links: mail filters wrap what a site wrapped. */
const DEEPEST = 3

/**
 * Undoes what mails, chats and sites do to links: tracking links become the links that they lead to, encoded marks the
 * marks that they stand for, `&amp;` an ampersand, and what nobody sees is left out. Line ends stay where they are. No
 * text of a link has these characters itself, and its checksum shows that nothing else was lost.
 */
export function unwrapLinks(text: string): string {
  const plain = text.replaceAll('&amp;', '&').replace(/\p{Cf}/gu, '')
  const unwrapped = plain.replace(/https?:\/\/[^\s<>"'`]+/gi, (link) => unwrapLink(link, DEEPEST))
  return unwrapped.replace(/%(?:23|2F|3A|7E)/gi, decodeURIComponent)
}

function unwrapLink(link: string, depth: number): string {
  if (depth === 0 || !URL.canParse(link)) return link
  const { hostname, searchParams } = new URL(link)
  for (const [host, parameter] of wrappers) {
    const isHost = hostname === host || hostname.endsWith(`.${host}`)
    const inside = isHost ? searchParams.get(parameter) : null
    if (inside && /^https?:\/\//i.test(inside)) return unwrapLink(inside.replaceAll('&amp;', '&'), depth - 1)
  }
  return link
}

/** A link's text as it was found: without what is around it, whole or not. `from` and `to` are its place. */
export type FoundLink = {
  readonly text: string
  readonly isWhole: boolean
  readonly from: number
  readonly to: number
}

/** The texts of one kind of link. */
type LinkTexts = {
  /** Before the text of a link, such as `#/r/`. */
  readonly starts: readonly string[]
  /** The characters of a text, sticky and with a bound. */
  readonly run: RegExp
  /** True for a text that decodes. Its checksum is what makes sure that nothing is lost or added. */
  readonly isWhole: (text: string) => boolean
}

/** A link that mail broke is put together from at most this many lines. */
const MOST_LINES = 12
/** A gap that mail puts into a link: a line end, with a soft break before it or the marks of a quotation after it. */
const GAP = /=?[\s>]{1,40}/y
/** Marks of a sentence behind a link, and no end of a link. */
const TAIL = '.,:~_-/'

/**
 * Finds the texts of links of one kind, in brackets, between words, with a full stop behind them or broken into lines.
 * Texts that are not whole afterwards are found, too, and say so.
 */
export function findLinkTexts(text: string, { starts, run, isWhole }: LinkTexts): readonly FoundLink[] {
  const found: FoundLink[] = []
  // A start is searched again only once it was passed: one that is nowhere would be searched to the end each time.
  let places = starts.map((start) => ({ start, place: -1 }))
  for (let at = 0; at < text.length; ) {
    places = places.flatMap(({ start, place }) => {
      const next = place >= at ? place : text.indexOf(start, at)
      return next < 0 ? [] : [{ start, place: next }]
    })
    const [next] = places.toSorted((a, b) => a.place - b.place)
    if (!next) break
    const from = next.place + next.start.length
    // Only the first `#` of a link begins what is behind it.
    const isInside = (text.slice(at, next.place).split(/\s/).at(-1) ?? '').includes('#')
    if (isInside) {
      at = from
      continue
    }
    const one = readLinkText(text, from, run, isWhole)
    found.push({ ...one, from: next.place })
    at = Math.max(one.to, from)
  }
  return found
}

function readLinkText(
  text: string,
  from: number,
  run: RegExp,
  isWhole: LinkTexts['isWhole'],
): Omit<FoundLink, 'from'> {
  const first = runAt(text, from, run)
  let [joined, to] = [first, from + first.length]
  for (let line = 0; line < MOST_LINES; line++) {
    const whole = wholeIn(joined, isWhole)
    if (whole !== null) return { text: whole, isWhole: true, to }
    const gap = runAt(text, to, GAP)
    const more = gap === '' ? '' : runAt(text, to + gap.length, run)
    // Another link begins there.
    if (more === '' || text.startsWith('://', to + gap.length + more.indexOf(':'))) break
    joined += more
    to += gap.length + more.length
  }
  return { text: first, isWhole: false, to: from + first.length }
}

function wholeIn(text: string, isWhole: LinkTexts['isWhole']): string | null {
  let end = text.length
  while (end > 0 && TAIL.includes(text.charAt(end - 1))) end--
  // A text can end with these, too.
  const candidates = end === text.length ? [text] : [text, text.slice(0, end)]
  return candidates.find(isWhole) ?? null
}

function runAt(text: string, at: number, run: RegExp): string {
  run.lastIndex = at
  return run.exec(text)?.[0] ?? ''
}

/**
 * CRC-32 (IEEE 802.3) of an ASCII text. Two texts that differ within a run of at most 32 bits, such as one
 * character or two swapped neighbours, always have different checksums. It detects mistakes, not forgery.
 */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A text with its checksum at the end, in 8 hex digits. */
export function withCheck(text: string, separator: '~' | '/'): string {
  return `${text}${separator}${crc32(text).toString(16).padStart(8, '0')}`
}
