import { useId, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { useKeptList } from '#components/stored/useKeptList.ts'
import { keptBudgets } from '#domain/campaigns/Budget.ts'
import { readTag } from '#domain/campaigns/campaignField.ts'
import { campaignsOf } from '#domain/campaigns/campaignSums.ts'
import { LONGEST_TAG } from '#domain/shared/tags.ts'
import { Field } from '#ui/Field.tsx'
import { usePayoutContext, usePayouts } from './usePayouts.ts'

/** The campaign that something belongs to, with those of the account to choose from. */
export function CampaignField(props: {
  account: Account
  tag: string | null
  /** Called with a tag that can be kept, or null for none. */
  onChange: (tag: string | null) => void
  /** Called with each text, for a form that waits for a valid one. */
  onTyped?: (typed: string) => void
  fault?: string | null
  isRequired?: boolean
}) {
  const { tag, onChange } = props
  const list = useId()
  const campaigns = useCampaigns(props.account)
  const [typed, setTyped] = useState(tag ?? '')
  const read = readTag(typed)
  return (
    <Field
      label={props.isRequired ? 'Campaign' : 'Campaign (optional)'}
      hint="Adds up what its payouts cost. Kept in this browser."
      fault={props.fault ?? (read.ok ? null : read.fault)}
    >
      {(control) => (
        <>
          <input
            {...control}
            value={typed}
            list={list}
            maxLength={LONGEST_TAG * 2}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target: { value } }) => {
              setTyped(value)
              props.onTyped?.(value)
              const next = readTag(value)
              if (next.ok) onChange(next.tag)
            }}
          />
          <datalist id={list}>
            {campaigns.map((one) => (
              <option key={one.tag} value={one.tag} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** The campaigns of an account in this browser. */
export function useCampaigns(account: Account) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { items } = useKeptList(keptBudgets)
  return useMemo(
    () =>
      campaignsOf(
        payouts,
        items.filter((budget) => budget.account === account.address),
      ),
    [payouts, items, account.address],
  )
}
