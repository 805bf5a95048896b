import { bloImage } from 'blo'
import { type ReactNode, useMemo } from 'react'
import css from './Identity.module.css'

/** A face and a name beside an address. Without a name, the short address is shown alone. */
export function Identity(props: {
  address: `0x${string}`
  name?: ReactNode
  /** In place of the short address, such as the whole one. */
  sub?: ReactNode
  size?: number
}) {
  const { address, name, sub, size = 36 } = props
  const short = <ShortAddress address={address} />
  return (
    <span className={`layout-line ${css.who}`}>
      <Identicon address={address} size={size} />
      <span className={css.text}>
        <span className="text-medium text-wrap">{name ?? short}</span>
        {(name || sub) && <span className="text-fine text-wrap">{sub ?? short}</span>}
      </span>
    </span>
  )
}

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

/**
 * An address shortened for lists; the full address is in the title and available to screen readers. It shows six
 * digits at each end, because thieves search for addresses that match the four that others show. `own` is for the
 * account in the header, where a phone has room for four and nobody copies an address to pay.
 */
export function ShortAddress({ address, own = false }: { address: string; own?: boolean }) {
  const digits = own ? 4 : 6
  return (
    <span translate="no" className={css.short} title={address}>
      <span aria-hidden="true">{`${address.slice(0, 2 + digits)}…${address.slice(-digits)}`}</span>
      <span className="visually-hidden">{address}</span>
    </span>
  )
}
