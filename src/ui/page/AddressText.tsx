import { ExternalLink } from '../content/ExternalLink.tsx'
import css from './AddressText.module.css'
import { CopyButton } from './CopyButton.tsx'

/**
 * A whole address in groups of four, which people compare faster, with its ends emphasised. Copied text has no
 * gaps, because they are only drawn.
 */
export function GroupedAddress({ address }: { address: string }) {
  const groups = [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
  return (
    <span translate="no" className={css.whole}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
        <span key={index}>{group}</span>
      ))}
    </span>
  )
}

/** A whole address with copy and explorer buttons: for the review and for the person's own account. */
export function WholeAddress({ address, explorer }: { address: string; explorer: string }) {
  return (
    <span className={css.row}>
      <GroupedAddress address={address} />
      <span className={css.actions}>
        <CopyButton text={address} label={`Copy address ${address}`} />
        <ExternalLink
          className="button button-ghost button-small"
          href={explorer}
          aria-label={`${address} on BscScan`}
          icon
        >
          BscScan
        </ExternalLink>
      </span>
    </span>
  )
}
