import type { Address } from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import css from './PersonName.module.css'
import { usePeople } from './usePeople.ts'

/**
 * The name of an address: the one that the person at this browser gave with the handle they keep beside it, and the one
 * in their payout if it differs. All of them prove nothing, so the address is always beside them, and a name that looks
 * like one is not shown.
 */
export function PersonName(props: { address: Address; given?: string | undefined }) {
  const { nameOf, handleOf } = usePeople()
  const name = nameOf(props.address)
  const handle = handleOf(props.address)
  const given = props.given && !isAddressLike(props.given) ? props.given : null
  if (name === null)
    return given ? (
      <bdi className={css.given} title="The name in your payout">
        {given}
      </bdi>
    ) : null
  return (
    <span className="text-medium">
      <bdi title="Your name for this address">{name}</bdi>
      {handle && (
        <span className={`text-fine ${css.given}`} title="The handle in People">
          {' '}
          <bdi>{handle}</bdi>
        </span>
      )}
      {given && given.toLowerCase() !== name.toLowerCase() && (
        <span className={`text-fine ${css.given}`}>
          {' '}
          in your payout: <bdi>{given}</bdi>
        </span>
      )}
    </span>
  )
}

/** A short address in a sentence or a row, after its name as in `PersonName`. */
export function NamedAddress({ address, given }: { address: Address; given?: string | undefined }) {
  return (
    <>
      <PersonName address={address} given={given} /> <ShortAddress address={address} />
    </>
  )
}

/** The name of an address above it, or the address alone. */
export function NameOverAddress({ address }: { address: Address }) {
  if (usePeople().nameOf(address) === null) return <ShortAddress address={address} />
  return (
    <span className="layout-tight">
      <PersonName address={address} />
      <span className="text-small">
        <ShortAddress address={address} />
      </span>
    </span>
  )
}
