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

type FilterProps = {
  /** The one that tabs choose; without tabs the panel has it. */
  direction?: Direction
  /** The account whose campaigns can be chosen; null if this browser pays from another one. */
  payer: Account | null
  /** The tag of the chosen campaign, '' while one is to be chosen; null for none. */
  campaign: string | null
  /** The path of the same list without a campaign. */
  unfiltered: string
}

/** The filters of a timeline: what is chosen, the button that shows them, and their panel above the list. */
export function useFilter(props: FilterProps) {
  const { direction, campaign } = props
  const [typed, onChange] = useState<HistoryFilter>(noFilter)
  const [isOpened, setOpened] = useState<boolean | null>(null)
  const isOpen = isOpened ?? campaign !== null
  const filter = direction === undefined ? typed : { ...typed, direction }
  return {
    filter,
    button: (
      <Button ghost size="small" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        <Icon name="list-filter" size={16} /> Filter
      </Button>
    ),
    panel: isOpen && <FilterPanel {...props} filter={filter} onChange={onChange} />,
  }
}

/** Filters the loaded part of a timeline. */
function FilterPanel(
  props: FilterProps & { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void },
) {
  const { filter, onChange, direction, payer, unfiltered } = props
  const campaign = props.campaign ?? ''
  const [, navigate] = useLocation()
  return (
    <search className={`layout-columns ${css.filters}`} aria-label="Filter the payments">
      {direction === undefined && (
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
