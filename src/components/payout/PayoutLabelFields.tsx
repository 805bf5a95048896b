import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { PayoutLabels } from '#domain/payout/Payout.ts'
import { LONGEST_TITLE, readPayoutTitle } from '#domain/payout/payoutLabels.ts'
import { readTag } from '#domain/shared/tags.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { CampaignField } from './CampaignField.tsx'
import css from './PayoutLabelFields.module.css'

type Labels = Pick<PayoutLabels, 'title' | 'tag'>

/** The title of a payout, and the campaign that it belongs to. */
export function PayoutLabelFields(props: {
  account: Account
  labels: Labels
  /** Called with each change: null while one of them cannot be kept. */
  onChange: (labels: Labels | null) => void
}) {
  const { account, labels, onChange } = props
  const [title, setTitle] = useState(labels.title ?? '')
  const [campaign, setCampaign] = useState(labels.tag ?? '')
  const read = readPayoutTitle(title)
  const change = (nextTitle: string, nextCampaign: string) => {
    const [named, tagged] = [readPayoutTitle(nextTitle), readTag(nextCampaign)]
    onChange(named.ok && tagged.ok ? { title: named.title, tag: tagged.tag } : null)
  }
  return (
    <div className={css.pair}>
      <TextField
        label="Title (optional)"
        hint="Names the payout in Activity. Kept in this browser."
        fault={read.ok ? null : read.fault}
        value={title}
        maxLength={LONGEST_TITLE * 2}
        placeholder={campaign.replace(/^#+/, '')}
        onText={(text) => {
          setTitle(text)
          change(text, campaign)
        }}
      />
      <CampaignField
        account={account}
        tag={labels.tag}
        onTyped={(text) => {
          setCampaign(text)
          change(title, text)
        }}
      />
    </div>
  )
}
