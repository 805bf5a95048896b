import { encode } from 'uqr'

/** A QR code as it is drawn: a square of units, of which a module is one. */
export type QrDrawing = {
  /** Units of each side of the picture: the code, its quiet zone, and what is left over at `pixels`. */
  readonly units: number
  /** Where the code itself begins, from the left and from the top. */
  readonly start: number
  /** Rows of modules, true for dark; without the quiet zone. */
  readonly modules: readonly (readonly boolean[])[]
  /** Side in CSS pixels at which a camera reads it: each unit is a whole number of them. */
  readonly pixels: number
}

/** Modules of white around a code, which the standard demands. */
const QUIET = 4
/** CSS pixels of a code in a page. */
const SIDE = 160
/** A module smaller than this (CSS pixels) is not read from a screen: measured with an independent decoder. */
const MIN_MODULE = 2

/**
 * The QR code of a text, in UTF-8 where it is no plain ASCII; null when the text is empty or too long for any code (at
 * most 2,953 bytes). Error correction is M. It is L where only that lets the code be read at 160 pixels (331 to 425
 * bytes) or hold the text at all. Longer texts get a larger picture.
 *
 * A unit is always a whole number of pixels and the rest is white: with modules of 2.3 pixels on the average, some
 * versions were never read.
 */
export function qrModules(text: string): QrDrawing | null {
  // A lone surrogate has no bytes, and what is drawn must be what was asked for.
  if (text === '' || !isWellFormed(text)) return null
  const medium = tryEncode(text, 'M')
  const chosen = medium && fits(medium) ? medium : smaller(text, medium)
  if (!chosen) return null
  const least = chosen.length + 2 * QUIET
  const unit = fits(chosen) ? Math.floor(SIDE / least) : MIN_MODULE
  const units = fits(chosen) ? Math.floor(SIDE / unit) : least
  return {
    units,
    start: Math.floor((units - chosen.length) / 2),
    modules: chosen,
    pixels: units * unit,
  }
}

type Modules = readonly (readonly boolean[])[]

function smaller(text: string, medium: Modules | null): Modules | null {
  const low = tryEncode(text, 'L')
  return low && (fits(low) || !medium) ? low : medium
}

function fits(modules: Modules): boolean {
  return (modules.length + 2 * QUIET) * MIN_MODULE <= SIDE
}

function tryEncode(text: string, ecc: 'L' | 'M'): Modules | null {
  try {
    return encode(text, { ecc, border: 0 }).data
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
