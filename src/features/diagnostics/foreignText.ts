/** What others said is cut to this many characters. */
export const MAX_WORDS = 200

/** Longer texts (characters) are cut before anything is looked for in them: that takes the square of their length. */
const LONGEST = 1_000

/** An address stands in their place; transaction hashes go as well, since they lead to one. */
const LONG_HEX = /0x[0-9a-f]{9,}|[0-9a-f]{20,}/gi
// Both end at a quotation mark, so that a quoted one leaves its closing mark behind.
const URL_WITH_SCHEME = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>“”‘’]*/gi
const URL_WITHOUT_SCHEME =
  /((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost|\d+\.\d+\.\d+\.\d+)(:\d+)?[/?][^\s"'`<>“”‘’]*/gi
/** Path segments shorter than this are words such as `bnb` or `v1`, not keys. */
const SHORTEST_KEY = 8

/** Text of somebody else in one line: no control or invisible characters, no room for a page of markup. */
export function oneLine(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[\t-\r]+/g, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * What an endpoint said, in one line and cut to 200 characters. Some quote the key in their own URL, so what stands in
 * the path of `url` is taken out. Addresses that the cut would halve are cut off whole.
 */
export function foreignWords(text: string, url: string): string {
  let words = withoutUrls(oneLine(text.slice(0, 4 * MAX_WORDS)))
  for (const key of keysOf(url)) words = words.replaceAll(key, '…')
  if (words.length <= MAX_WORDS) return words
  return `${words.slice(0, MAX_WORDS - 1).replace(/(0x)?[0-9a-f]{8,}$/i, '')}…`
}

/** Host and port of a URL: paths and queries of endpoints carry keys. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'not a URL'
}

/** A text as it may leave the page: never a path or query of a URL, and addresses only where they are wanted. */
export function redact(text: string, { addresses }: { readonly addresses: boolean }): string {
  const line = withoutUrls(oneLine(text))
  return addresses ? line : line.replace(LONG_HEX, '0x…')
}

function withoutUrls(text: string): string {
  return text
    .replace(URL_WITH_SCHEME, (url) => {
      const origin = URL.canParse(url) ? new URL(url).origin : 'null'
      return origin === 'null' ? `${url.slice(0, url.indexOf(':'))}:…` : origin
    })
    .replace(URL_WITHOUT_SCHEME, '$1$2')
}

function keysOf(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, search } = new URL(url)
  return `${pathname}/${search}`.split(/[/?&=]/).filter((part) => part.length >= SHORTEST_KEY)
}
