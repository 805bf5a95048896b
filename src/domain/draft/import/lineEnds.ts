/** The next place of a text in another one; the end of that one if there is none. */
export function indexOrEnd(text: string, what: string, at: number): number {
  const found = text.indexOf(what, at)
  return found < 0 ? text.length : found
}

/**
 * Finds the end of the line at a position. Positions must increase, so that each character is scanned once.
 */
export function lineEndFinder(text: string): (at: number) => number {
  let lf = -1
  let cr = -1
  return (at) => {
    if (lf < at) lf = indexOrEnd(text, '\n', at)
    if (cr < at) cr = indexOrEnd(text, '\r', at)
    return Math.min(lf, cr)
  }
}

/** The position after a line end. */
export function behind(text: string, end: number): number {
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
}
