import css from './AddressText.module.css'
import { CopyButton } from './CopyButton.tsx'

/** A full address with copy and explorer buttons: for the review and for the person's own account. */
export function WholeAddress({ address, explorer }: { address: string; explorer: string }) {
  return (
    <span className={css.row}>
      <span className={css.whole}>{address}</span>
      <span className={css.actions}>
        <CopyButton text={address} label={`Copy address ${address}`} />
        <a
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Explorer page of ${address}`}
        >
          Explorer
        </a>
      </span>
    </span>
  )
}

/**
 * An address shortened for lists; the full address is in the title and available to screen readers. It shows
 * six digits at each end, because thieves search for addresses that match the four that others show. `own` is
 * for the account in the header, where a phone has room for four and no one copies an address to pay.
 */
export function ShortAddress({ address, own = false }: { address: string; own?: boolean }) {
  const digits = own ? 4 : 6
  return (
    <span className={css.short} title={address}>
      <span aria-hidden="true">{`${address.slice(0, 2 + digits)}…${address.slice(-digits)}`}</span>
      <span className="visually-hidden">{address}</span>
    </span>
  )
}
