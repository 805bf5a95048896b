import type { ReactNode } from 'react'
import { Identicon } from './Identicon.tsx'
import css from './Identity.module.css'
import { ShortAddress } from './ShortAddress.tsx'

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
        <span className={css.name}>{name ?? short}</span>
        {(name || sub) && <span className={css.sub}>{sub ?? short}</span>}
      </span>
    </span>
  )
}
