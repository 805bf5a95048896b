import { bloImage } from 'blo'
import { useMemo } from 'react'
import css from './Identicon.module.css'

/** The picture has this many squares a side; the right half mirrors the left one. */
const SIDE = 8

/**
 * The picture that Safe{Wallet} and block explorers draw for an address, so that a person can recognise one; it
 * proves nothing, because similar pictures can be searched for. `size` is its side in CSS pixels. The address must be
 * beside it as text.
 */
export function Identicon({ address, size = 36 }: { address: `0x${string}`; size?: number }) {
  const [background, ...layers] = useMemo(() => layersOf(address), [address])
  return (
    <svg
      className={css.identicon}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <rect width={SIDE} height={SIDE} fill={background?.fill} />
      {layers.map(({ fill, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same two layers in the same order.
        <path key={index} fill={fill} d={path} />
      ))}
    </svg>
  )
}

/** The colours of an address with the squares that have them: background, figure, spots. */
function layersOf(address: `0x${string}`) {
  const [squares, palette] = bloImage(address)
  return palette.map(([hue, saturation, lightness], layer) => {
    let path = ''
    squares.forEach((colour, index) => {
      if (colour !== layer || layer === 0) return
      const x = index % (SIDE / 2)
      const y = Math.floor(index / (SIDE / 2))
      for (const column of [x, SIDE - 1 - x]) path += `M${column} ${y}h1v1h-1z`
    })
    return { fill: `hsl(${hue} ${saturation}% ${lightness}%)`, path }
  })
}
