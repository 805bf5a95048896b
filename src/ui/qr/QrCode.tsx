import { encodeQR } from 'qr'
import { useMemo } from 'react'
import css from './QrCode.module.css'

/**
 * A text as a QR code, dark on white in every theme. `label` names its destination; its content must also be shown as
 * text. If the text does not fit into a code, that is shown instead. `side` is the largest side in CSS pixels, 160
 * unless given; only a text too long for it gets a larger code.
 */
export function QrCode({ text, label, side }: { text: string; label: string; side?: number }) {
  const drawing = useMemo(() => qrModules(text, side), [text, side])
  const path = useMemo(() => drawing && qrPath(drawing), [drawing])
  if (!drawing || path === null) {
    return <p className="text-muted">No QR code can hold this text. Copy it instead.</p>
  }
  const { units, pixels } = drawing
  return (
    <svg
      className={css.code}
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${units} ${units}`}
      shapeRendering="crispEdges"
    >
      <rect width={units} height={units} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** A QR code for drawing: a square of units, where one module is one unit. */
export type QrDrawing = {
  /** Units per side of the picture: the code, its quiet zone, and the remainder at `pixels`. */
  readonly units: number
  /** Offset of the code from the left and from the top. */
  readonly start: number
  /** Rows of modules, true for dark; without the quiet zone. */
  readonly modules: readonly (readonly boolean[])[]
  /** Side in CSS pixels at which a camera can read it: a whole number of pixels per unit. */
  readonly pixels: number
}

/** White modules around a code, as required by the standard. */
const QUIET = 4
/** CSS pixels of a code in a page, by default. */
const SIDE = 160
/** A smaller module (CSS pixels) cannot be read from a screen: measured with an independent decoder. */
const MIN_MODULE = 2

/**
 * The QR code of a text, in UTF-8 unless it is plain ASCII; null if the text is empty or too long for any
 * code (at most 2,953 bytes). Error correction is M. It is L only if that is needed to read the code at `side`
 * CSS pixels (331 to 425 bytes at 160) or to fit the text at all. Longer texts get a larger picture.
 * A unit is always a whole number of pixels and the rest is white: with modules of 2.3 pixels on average,
 * some versions were never read. So a page chooses the side here, and its styles don't scale the picture.
 */
export function qrModules(text: string, side: number = SIDE): QrDrawing | null {
  // A lone surrogate cannot be encoded, and the code must contain exactly the given text.
  if (text === '' || !isWellFormed(text)) return null
  const medium = tryEncode(text, 'medium')
  const chosen = medium && fits(medium, side) ? medium : smaller(text, medium, side)
  if (!chosen) return null
  const least = chosen.length + 2 * QUIET
  const unit = Math.max(MIN_MODULE, Math.floor(side / least))
  const units = Math.max(least, Math.floor(side / unit))
  return {
    units,
    start: Math.floor((units - chosen.length) / 2),
    modules: chosen,
    pixels: units * unit,
  }
}

type Modules = readonly (readonly boolean[])[]

function smaller(text: string, medium: Modules | null, side: number): Modules | null {
  const low = tryEncode(text, 'low')
  return low && (fits(low, side) || !medium) ? low : medium
}

function fits(modules: Modules, side: number): boolean {
  return (modules.length + 2 * QUIET) * MIN_MODULE <= side
}

function tryEncode(text: string, ecc: 'low' | 'medium'): Modules | null {
  try {
    return encodeQR(text, 'raw', { ecc, border: 0 })
  } catch (error) {
    // `qr` says in no other way that a text is too long.
    if (error instanceof Error && error.message === 'Capacity overflow') return null
    throw error
  }
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** The dark runs of each row as the `d` of a single path, in units. */
export function qrPath({ modules, start }: QrDrawing): string {
  let path = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      let end = x
      while (row[end]) end++
      if (end > x) path += `M${start + x} ${start + y}h${end - x}v1h${x - end}z`
      x = end + 1
    }
  })
  return path
}
