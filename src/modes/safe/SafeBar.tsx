import { useConnection } from '#account/connection.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import css from './SafeBar.module.css'

/** Shows the open Safe in the header. There is nothing to connect or switch. */
export function SafeBar() {
  const connection = useConnection()
  if (connection.status !== 'connected') return null
  const { address, safe } = connection.account
  return (
    <p className={css.bar}>
      <span className={css.kind}>Safe{safe && ` ${safe.threshold} of ${safe.owners.length}`}</span>
      <ShortAddress address={address} own />
    </p>
  )
}
