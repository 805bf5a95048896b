/** Longer cells (characters) are refused before anything of them is read: no address, amount or token needs them. */
export const LONGEST_CELL = 100

/** Spaces, controls and characters without a picture (zero-width, bidi, byte order mark), which copying leaves at edges. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\u2800\u3164\uffa0]/u

/** The text without what nobody sees at its edges. Counted from both ends, so that no text makes it slow. */
export function trimEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isUnseen(text, from)) from++
  while (to > from && isUnseen(text, to - 1)) to--
  return from === 0 && to === text.length ? text : text.slice(from, to)
}

/** True where nobody would see anything in the text. */
export function isBlank(text: string): boolean {
  return trimEdges(text) === ''
}

function isUnseen(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code <= 0x20 || (code >= 0x7f && UNSEEN.test(text.charAt(at)))
}

/** The beginning of a text, where all of it would not fit into a sentence. */
export function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
