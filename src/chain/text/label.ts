/** More of a text (characters) is cut off: no label is as long, and cleaning takes time for each character. */
const LONGEST = 10_000

/**
 * A text of somebody else in the one form that is kept, compared and shown: NFC, one line, single spaces, without control,
 * format (bidi, zero-width, tags), private and unassigned characters, and with two combining marks in a row at most.
 * Cleaning twice changes nothing.
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

/** How many characters a person would count, as code points: the same in every browser. */
export function labelLength(text: string): number {
  return [...text].length
}

/**
 * Whether a text can be signed and checked at all: halves of a surrogate pair have no bytes of their own, so texts that
 * differ in them would share one signature.
 */
export function isSignable(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}
