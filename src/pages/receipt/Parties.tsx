import type { Address } from '#chain/money/Address.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
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
  const isNamed = nameOf(from) !== null || nameOf(to) !== null || listed !== null
  return (
    <div className={css.parties}>
      <dl>
        <NamedFact name="From">
          <PersonName address={from} />
          <GroupedAddress address={from} />
        </NamedFact>
        <NamedFact name="To">
          <PersonName address={to} given={listed ?? undefined} />
          <GroupedAddress address={to} />
        </NamedFact>
      </dl>
      {isNamed && (
        <p className="text-fine">Names are from this browser. The blockchain knows only the addresses.</p>
      )}
    </div>
  )
}
