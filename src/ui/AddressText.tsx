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
 * search for addresses that share the four that others show.
 */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span className={css.short} title={address}>
      <span aria-hidden="true">{`${address.slice(0, 8)}…${address.slice(-6)}`}</span>
      <span className="visually-hidden">{address}</span>
    </span>
  )
}
