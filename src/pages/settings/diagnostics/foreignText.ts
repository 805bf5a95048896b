import { hideHex, withoutHexAtEnd } from '#chain/hex.ts'

/** Foreign text is cut to this many characters. */
export const MAX_WORDS = 200

/** Longer texts (characters) are cut before searching them, because the search takes quadratic time. */
const LONGEST = 1_000

// Both patterns end at a quotation mark, so that the closing mark of a quoted URL stays.
const URL_WITH_SCHEME = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>“”‘’]*/gi
const URL_WITHOUT_SCHEME =
  /((?:[a-z0-9-]+\.)+[a-z]{2,}|localhost|\d+\.\d+\.\d+\.\d+)(:\d+)?[/?][^\s"'`<>“”‘’]*/gi
/** Shorter path segments are words such as `bnb` or `v1`, not keys. */
const SHORTEST_KEY = 8

/** Foreign text on one line: without control or invisible characters, and too short for a page of markup. */
export function oneLine(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[\t-\r]+/g, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * An endpoint's text, on one line and cut to 200 characters. Some quote the key in their own URL, so the path
 * of `url` is removed. An address at the cut is removed as a whole.
 */
export function foreignWords(text: string, url: string): string {
  let words = withoutUrls(oneLine(text.slice(0, 4 * MAX_WORDS)))
  for (const key of keysOf(url)) words = words.replaceAll(key, '…')
  if (words.length <= MAX_WORDS) return words
  return `${withoutHexAtEnd(words.slice(0, MAX_WORDS - 1))}…`
}

/** Host and port of a URL: the paths and queries of endpoints contain keys. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'not a URL'
}

/** A text that is safe to leave the page: never with a path or query of a URL, and with addresses only if wanted. */
export function redact(text: string, { addresses }: { readonly addresses: boolean }): string {
  const line = withoutUrls(oneLine(text))
  return addresses ? line : hideHex(line)
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
