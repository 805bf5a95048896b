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
