import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ListedAccount } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { accountingWays, useHistory } from '#components/payment/useHistory.ts'
import { useCampaigns } from '#components/payout/PayoutLabelFields.tsx'
import { type HistoryFilter, noFilter } from '#domain/activity/historyLines.ts'
import { hasLooked } from '#domain/activity/incoming.ts'
import { campaignPath, statementPath } from '#domain/shared/paths.ts'
import { toTag } from '#domain/shared/tags.ts'
import { Button } from '#ui/Button.tsx'
import { copyWay, ExportMenu, type ExportWay } from '#ui/file/FileButton.tsx'
import { SelectField, TextField } from '#ui/form/Fields.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { BudgetForm } from './CampaignPart.tsx'
import css from './HistoryFilter.module.css'

/** Which part of a timeline is shown. */
export type Direction = HistoryFilter['direction']

/** Shows and hides the filters of a timeline. */
export function FilterButton({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <Button ghost size="small" aria-expanded={open} onClick={() => onOpen(!open)}>
      <Icon name="list-filter" size={16} /> Filter
    </Button>
  )
}

/** The filters of a timeline, chosen in a panel above it. If tabs choose the `direction`, that one applies. */
export function useFilter(direction?: Direction) {
  const [filter, setFilter] = useState<HistoryFilter>(noFilter)
  return [direction === undefined ? filter : { ...filter, direction }, setFilter] as const
}

/** Filters the loaded part of a timeline. */
export function FilterPanel(props: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
  /** True if no tabs choose the direction. */
  directions?: boolean
  /** The account whose campaigns can be chosen; null if this browser pays from another one. */
  payer: Account | null
  /** The chosen campaign; '' for none. */
  campaign: string
  /** The path of the same list without a campaign. */
  unfiltered: string
}) {
  const { filter, onChange, directions, payer, campaign, unfiltered } = props
  const [, navigate] = useLocation()
  return (
    <search className={`layout-columns ${css.filters}`} aria-label="Filter the payments">
      {directions && (
        <SelectField<Direction>
          label="Direction"
          value={filter.direction}
          options={[
            ['', 'Sent and received'],
            ['out', 'Sent'],
            ['in', 'Received'],
          ]}
          onChoose={(direction) => onChange({ ...filter, direction })}
        />
      )}
      <SelectField
        label="Token"
        value={filter.token}
        options={[['', 'All tokens'], ...Token.pinned.map((one) => [Token.key(one), one.symbol] as const)]}
        onChoose={(token) => onChange({ ...filter, token })}
      />
      <TextField
        label="Recipient or sender"
        type="search"
        value={filter.counterparty}
        placeholder="0x… or a part of it"
        spellCheck={false}
        onText={(counterparty) => onChange({ ...filter, counterparty })}
      />
      {payer && (
        <CampaignChoice
          account={payer}
          campaign={campaign}
          onChoose={(tag) => navigate(tag === '' ? unfiltered : campaignPath(tag))}
        />
      )}
      <Button
        onClick={() => {
          onChange(noFilter)
          if (campaign !== '') navigate(unfiltered)
        }}
      >
        Clear filter
      </Button>
    </search>
  )
}

/** Chooses the campaign whose payments are shown, or begins one with its budget. */
function CampaignChoice(props: { account: Account; campaign: string; onChoose: (tag: string) => void }) {
  const { account, campaign, onChoose } = props
  const [isAdding, setAdding] = useState(false)
  const tags = useCampaigns(account).map(({ tag }) => tag)
  const chosen = tags.find((tag) => toTag(tag) === toTag(campaign)) ?? campaign
  if (isAdding)
    return (
      <section className={css.adding} aria-label="Add campaign">
        <BudgetForm
          account={account}
          campaign={null}
          onDone={(tag) => {
            setAdding(false)
            if (tag !== null) onChoose(tag)
          }}
        />
      </section>
    )
  return (
    <>
      <SelectField
        label="Campaign"
        value={chosen}
        options={[
          ['', tags.length === 0 ? 'None yet' : 'All payments'],
          ...[...new Set(chosen === '' ? tags : [...tags, chosen])].map((tag) => [tag, `#${tag}`] as const),
        ]}
        onChoose={onChoose}
      />
      <Button onClick={() => setAdding(true)}>Add campaign</Button>
    </>
  )
}

/**
 * Exports the payments that the page has loaded; of the connected account, a month, too. It asks a service nothing,
 * because the queue comes first.
 */
export function HistoryExport({ listed }: { listed: ListedAccount }) {
  const { isListed, query, incoming, items, make, complete, left } = useHistory(listed, false)
  const { data } = query
  const ways: ExportWay[] = []
  if (useAccount()?.address === listed.address) ways.push({ label: 'Statement', href: statementPath() })
  // Loading older payments does not take away those that are there.
  if (data && (isListed ? items.length > 0 : hasLooked({ ...incoming, looking: false }))) {
    const [csv, excel] = accountingWays(async () => complete(await make(data)))
    ways.push(csv, excel, copyWay(csv))
  }
  if (ways.length === 0) return null
  const loaded = ways.length > 1 && 'The payments loaded so far.'
  return <ExportMenu ways={ways} note={left > 0 ? `Reading fees and prices, ${left} to go…` : loaded} />
}
