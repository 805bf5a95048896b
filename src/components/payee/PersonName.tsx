import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
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

/**
 * A link to name an address that has no name, or to keep a proof with a known person.
 * @param proof the text of a proof of account that is valid; empty for none
 */
export function SavePerson({ address, proof = '' }: { address: Address; proof?: string }) {
  const person = usePeople().people.find((one) => one.address === address)
  if (person && (proof === '' || person.proof === proof)) return null
  return (
    <p>
      <Link className={buttonClass({ size: 'small' })} href={nameToPath(address, proof)}>
        {person ? 'Keep this proof in People' : 'Save to People'}
      </Link>
    </p>
  )
}

/** One of many payments: its place in the list, who gets it, the whole address, and how much. */
export function PayeeRow(props: {
  place: ReactNode
  address: Address
  name?: ReactNode
  /** Hides the address if it would mean nothing. */
  isBare?: boolean
  /** Below the address. */
  children?: ReactNode
  /** The amount. */
  end: ReactNode
  /** Below the amount. On a phone it is the last line, so that the address has room. */
  status?: ReactNode
}) {
  const { place, address, name, isBare, children, end, status } = props
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
      {status && <span className={css.status}>{status}</span>}
    </div>
  )
}
