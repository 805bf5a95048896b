import css from './AddressText.module.css'
import { CopyButton } from './CopyButton.tsx'

/** An address in full, with copy and explorer beside it: for review and for one's own account. */
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
 * An address shortened for lists; the whole of it is in the title and for screen readers. Six digits at each end: thieves
 * search for addresses that share the four that others show. `own` is for the account in the header, where a phone has
 * room for four and nobody takes an address to pay from.
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
