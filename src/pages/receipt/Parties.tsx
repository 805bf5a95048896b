import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { LongOwnDetails, OwnDetailsText } from '#components/settings/OwnDetailsText.tsx'
import { useOwnDetails } from '#components/settings/useOwnDetails.ts'
import type { OwnDetails } from '#domain/receipt/ownDetails.ts'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './Parties.module.css'

/**
 * Payer and payee, each with the name that this browser has for it, over the whole address.
 * @param props.listed the payee's name in the payer's list
 */
export function Parties(props: { from: Address; to: Address; listed: string | null }) {
  const { from, to, listed } = props
  const { nameOf } = usePeople()
  const details = useOwnDetails()
  const account = useAccount()
  /** The person at this browser, if their account is this side. */
  const own = (side: Address) => (account?.address === side ? details : null)
  const isNamed = [from, to].some((side) => nameOf(side) !== null || own(side) !== null) || listed !== null
  return (
    <div className={css.parties}>
      <dl>
        <NamedFact name="From">
          <Side address={from} own={own(from)} />
          <GroupedAddress address={from} />
        </NamedFact>
        <NamedFact name="To">
          <Side address={to} own={own(to)} given={listed ?? undefined} />
          <GroupedAddress address={to} />
        </NamedFact>
      </dl>
      {details && (own(from) || own(to)) && <LongOwnDetails of={details} />}
      {isNamed && (
        <p className="text-fine">Names are from this browser. The blockchain knows only the addresses.</p>
      )}
    </div>
  )
}

function Side(props: { address: Address; own: OwnDetails | null; given?: string | undefined }) {
  const { address, own, given } = props
  return own ? <OwnDetailsText of={own} /> : <PersonName address={address} given={given} />
}
