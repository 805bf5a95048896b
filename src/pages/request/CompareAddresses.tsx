import type { Address } from '#chain/money/Address.ts'
import css from './CompareAddresses.module.css'

/** Two addresses below each other in groups of four; the groups that differ are marked. */
export function CompareAddresses({ known, other }: { known: Address; other: Address }) {
  return (
    <dl className={css.compare}>
      <dt>You’ve paid</dt>
      <dd>
        <Groups address={known} than={other} />
      </dd>
      <dt>This request pays</dt>
      <dd>
        <Groups address={other} than={known} />
      </dd>
    </dl>
  )
}

function Groups({ address, than }: { address: Address; than: Address }) {
  const compared = groupsOf(than)
  return groupsOf(address).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
    <span key={index}>{group === compared[index] ? group : <mark>{group}</mark>}</span>
  ))
}

function groupsOf(address: Address): readonly string[] {
  return [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
}
