import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { useNames } from '#components/payee/useNames.ts'
import { whenInList } from '#domain/shared/format.ts'
import { Card } from '#ui/content/Card.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './RecentRecipients.module.css'
import { type SuggestedRecipient, useRecipients } from './recipients.ts'

/** How many are shown. */
const SHOWN = 4

/** The recipients of this browser's latest payouts; a press fills one in. Hidden if there are none. */
export function RecentRecipients(props: { account: Account; onPick: (payee: Address) => void }) {
  const recent = useRecipients(props.account)
    .filter(({ latest }) => latest)
    .slice(0, SHOWN)
  if (recent.length === 0) return null
  return (
    <Card title="Recent recipients" flush>
      <ul>
        {recent.map((one) => (
          <li key={one.address}>
            <button type="button" className={css.person} onClick={() => props.onPick(one.address)}>
              <RecipientText recipient={one} />
              <Icon name="chevron-right" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const whyWords = { payout: '', person: '', history: 'Paid before', owner: 'Owner of this Safe' } as const

/** Face, name and address of a recipient to choose, and why they are offered. */
export function RecipientText({ recipient }: { recipient: SuggestedRecipient }) {
  const { address, latest, why } = recipient
  const names = useNames(recipient.name === null ? [address] : [])
  const name = recipient.name ?? names.get(address) ?? null
  const now = useNow()
  const reason = latest
    ? `${Amount.format(latest.amount)} · ${whenInList(latest.createdAt, now)}`
    : whyWords[why]
  return name === null ? (
    <Identity address={address} size={32} sub={reason} />
  ) : (
    <Identity
      address={address}
      size={32}
      name={<bdi>{name}</bdi>}
      sub={
        <>
          <ShortAddress address={address} />
          {reason && ` · ${reason}`}
        </>
      }
    />
  )
}
