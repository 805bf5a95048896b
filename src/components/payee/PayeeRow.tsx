import type { ReactNode } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { Identicon } from '#ui/content/Identicon.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './PayeeRow.module.css'

/** One of many payments: its place in the list, who gets it, the whole address, and how much. */
export function PayeeRow(props: {
  place: ReactNode
  address: Address
  name?: ReactNode
  /** Hides the address if it would mean nothing. */
  isBare?: boolean
  /** Below the address. */
  children?: ReactNode
  end: ReactNode
}) {
  const { place, address, name, isBare, children, end } = props
  return (
    <div className={css.row}>
      <span className={css.place}>{place}</span>
      <Identicon address={address} size={28} />
      <span className={css.payee}>
        {name && <span className="text-medium">{name}</span>}
        {!isBare && <GroupedAddress address={address} />}
        {children}
      </span>
      <span className={css.end}>{end}</span>
    </div>
  )
}
