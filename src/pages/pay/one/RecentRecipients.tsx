import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { useNames } from '#components/payee/useNames.ts'
import { usePaidPayees, usePeople } from '#components/payee/usePeople.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { isPartOf, type Person } from '#domain/people/Person.ts'
import { whenInList } from '#domain/shared/format.ts'
import { Card } from '#ui/content/Card.tsx'
import { Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './RecentRecipients.module.css'

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

/** An account that may be paid again. */
export type SuggestedRecipient = {
  readonly address: Address
  /**
   * The name that the person at this browser gave, else the name in the latest list that had one; null if there is
   * none.
   */
  readonly name: string | null
  /** The amount that the latest payout of this browser requested. It need not have been paid. */
  readonly latest: { readonly amount: Amount.Amount; readonly createdAt: number } | null
  readonly why: 'payout' | 'person' | 'history' | 'owner'
}

/** The account's payees, saved people and owners, each once. */
export function useRecipients(account: Account): readonly SuggestedRecipient[] {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { payees } = usePaidPayees(account)
  const { people } = usePeople()
  const owners = account.safe?.owners
  return useMemo(
    () =>
      recipientsOf(payouts, people, payees, owners ?? []).filter(
        ({ address }) => address !== account.address,
      ),
    [payouts, people, payees, owners, account.address],
  )
}

/**
 * @param payouts newest first
 * @param paid the payees of the account's history, newest first
 */
export function recipientsOf(
  payouts: readonly Payout[],
  people: readonly Person[],
  paid: readonly Address[],
  owners: readonly Address[],
): readonly SuggestedRecipient[] {
  const found = new Map<Address, SuggestedRecipient>()
  const names = new Map(people.map(({ address, name }) => [address, name]))
  for (const { rows, createdAt } of payouts) {
    for (const { payee, amount, name } of rows) {
      const before = found.get(payee)
      found.set(payee, {
        address: payee,
        name: names.get(payee) ?? before?.name ?? name ?? null,
        latest: before?.latest ?? { amount, createdAt },
        why: 'payout',
      })
    }
  }
  const add = (why: 'person' | 'history' | 'owner') => (address: Address) => {
    const name = names.get(address) ?? null
    if (!found.has(address)) found.set(address, { address, name, latest: null, why })
  }
  people.map(({ address }) => address).forEach(add('person'))
  paid.forEach(add('history'))
  owners.forEach(add('owner'))
  return [...found.values()]
}

/** The recipients whose name or address contains the typed text, in any case. */
export function matching(
  recipients: readonly SuggestedRecipient[],
  typed: string,
): readonly SuggestedRecipient[] {
  const text = typed.trim().toLowerCase()
  return recipients.filter(
    ({ name, address }) => text === '' || name?.toLowerCase().includes(text) || isPartOf(address, text),
  )
}
