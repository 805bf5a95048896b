import css from './ShortAddress.module.css'

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
