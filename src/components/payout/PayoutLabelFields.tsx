import { useId, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { useKeptList } from '#components/stored/useKept.ts'
import { campaignsOf, keptBudgets } from '#domain/campaigns/Budget.ts'
import { LONGEST_TITLE, type PayoutLabels, readPayoutTitle } from '#domain/payout/Payout.ts'
import { LONGEST_TAG, readTag } from '#domain/shared/tags.ts'
import { TextField } from '#ui/form/Fields.tsx'
import { usePayoutContext, usePayouts } from './usePayouts.ts'

type Labels = Pick<PayoutLabels, 'title' | 'tag'>

/** The title of a payout, and the campaign that it belongs to. */
export function PayoutLabelFields(props: {
  account: Account
  labels: Labels
  /** Called with each change: null while one of them cannot be kept. */
  onChange: (labels: Labels | null) => void
}) {
  const { account, labels, onChange } = props
  const [typed, setTyped] = useState({ title: labels.title ?? '', campaign: labels.tag ?? '' })
  const { title, campaign } = typed
  const read = readPayoutTitle(title)
  const change = (some: Partial<typeof typed>) => {
    const next = { ...typed, ...some }
    setTyped(next)
    const [named, tagged] = [readPayoutTitle(next.title), readTag(next.campaign)]
    onChange(named.ok && tagged.ok ? { title: named.title, tag: tagged.tag } : null)
  }
  return (
    <div className="layout-columns">
      <TextField
        label="Title (optional)"
        hint="Names the payout in Activity. Kept in this browser."
        fault={read.ok ? null : read.fault}
        value={title}
        maxLength={LONGEST_TITLE * 2}
        placeholder={campaign.replace(/^#+/, '')}
        onText={(text) => change({ title: text })}
      />
      <CampaignField account={account} typed={campaign} onTyped={(text) => change({ campaign: text })} />
    </div>
  )
}

/** The campaign that something belongs to, with those of the account to choose from. */
export function CampaignField(props: {
  account: Account
  typed: string
  onTyped: (typed: string) => void
  fault?: string | null | undefined
  isRequired?: boolean
}) {
  const list = useId()
  const campaigns = useCampaigns(props.account)
  const read = readTag(props.typed)
  return (
    <TextField
      label={props.isRequired ? 'Name of the campaign' : 'Campaign (optional)'}
      hint="Adds up what its payouts cost. Kept in this browser."
      fault={props.fault ?? (read.ok ? null : read.fault)}
      value={props.typed}
      list={list}
      maxLength={LONGEST_TAG * 2}
      spellCheck={false}
      autoCapitalize="off"
      onText={props.onTyped}
    >
      <datalist id={list}>
        {campaigns.map((one) => (
          <option key={one.tag} value={one.tag} />
        ))}
      </datalist>
    </TextField>
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
