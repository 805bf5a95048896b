import { useMemo } from 'react'
import css from './QrCode.module.css'
import { qrModules, qrPath } from './qrModules.ts'

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
