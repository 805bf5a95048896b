/**
 * Texts are truncated to this length (characters). No label is that long, and cleaning takes time per
 * character.
 */
const LONGEST = 10_000

/**
 * Normalizes untrusted text to the one form that is stored, compared and shown: NFC, one line, single spaces,
 * at most two consecutive combining marks, and no control, format (bidi, zero-width, tags), private or
 * unassigned characters. Idempotent.
 */
export function cleanLabel(text: string): string {
  return text
    .slice(0, LONGEST)
    .normalize('NFC')
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(/\p{C}+/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()
}

/**
 * A text in small letters, to be compared with known words: full-width letters are those of ASCII, invisible characters
 * are left out, and the Turkish `İ` and `ı` are an `i`, so that `ÖDENDİ` and `ödendi` are one word.
 */
export function smallLetters(text: string): string {
  const small = text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .toLowerCase()
  return small.replace(/i\u0307|ı/gu, 'i')
}

/** The length in code points, close to what a person would count and the same in every browser. */
export function labelLength(text: string): number {
  return [...text].length
}

/**
 * Whether a text can be signed and verified. Lone surrogates have no bytes of their own, so texts that differ
 * only in them would share one signature.
 */
export function isSignable(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}

/** Longer cells (characters) are rejected before parsing; no address, amount or token needs more. */
export const LONGEST_CELL = 100

/**
 * Spaces, controls and invisible characters (zero-width, bidi, byte order mark), which copying leaves at the
 * edges.
 */
const UNSEEN = /[\s\p{Cc}\p{Cf}\u2800\u3164\uffa0]/u

/** Trims invisible characters at both ends. Scans from both ends, so that no text makes it slow. */
export function trimEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isUnseen(text, from)) from++
  while (to > from && isUnseen(text, to - 1)) to--
  return from === 0 && to === text.length ? text : text.slice(from, to)
}

/** True if the text has no visible character. */
export function isBlank(text: string): boolean {
  return trimEdges(text) === ''
}

function isUnseen(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // An override is seen by what it does: behind it, `521` shows as 125.
  const isOverride = code === 0x202d || code === 0x202e
  return code <= 0x20 || (code >= 0x7f && !isOverride && UNSEEN.test(text.charAt(at)))
}

/** The start of a text that is too long for a sentence. */
export function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
