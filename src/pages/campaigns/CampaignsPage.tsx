import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { PayerFirst } from '#components/account/PayerFirst.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { usePayer } from '#components/account/usePayer.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useCampaigns } from '#components/payout/CampaignField.tsx'
import { usePayoutStatuses } from '#components/payout/usePayoutStatuses.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { useKeptList } from '#components/stored/useKeptList.ts'
import { keptBudgets } from '#domain/campaigns/Budget.ts'
import type { Campaign } from '#domain/campaigns/campaignSums.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { readTag } from '#domain/shared/campaignTag.ts'
import { count } from '#domain/shared/format.ts'
import { campaignPath, campaignsPath, payPaths } from '#domain/shared/paths.ts'
import { toTag } from '#domain/shared/tags.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { BudgetForm } from './BudgetForm.tsx'
import { CampaignFigures } from './CampaignFigures.tsx'
import { CampaignPayouts } from './CampaignPayouts.tsx'

/** How many of the newest payouts are read at a time: each costs requests to nodes and services. */
const READ_AT_ONCE = 20

/** The budgets of an account's campaigns, and the amounts queued and paid. */
export function CampaignsPage() {
  const payer = usePayer(useAccount())
  return payer.account ? (
    <OfAccount account={payer.account} />
  ) : (
    <PayerFirst
      payer={payer}
      title="Campaigns"
      what="Connect the wallet you pay from to see what its campaigns cost."
    />
  )
}

function OfAccount({ account }: { account: Account }) {
  const [isOne, params] = useRoute<{ tag: string }>(`${campaignsPath}/:tag`)
  const campaigns = useCampaigns(account)
  const tag = isOne ? readTag(params.tag) : null
  if (tag?.ok && tag.tag !== null) {
    const key = toTag(tag.tag)
    const empty = { tag: tag.tag, payouts: [], budgets: [] }
    return (
      <OneCampaign
        key={key}
        account={account}
        campaign={campaigns.find((one) => toTag(one.tag) === key) ?? empty}
      />
    )
  }
  return <AllCampaigns account={account} campaigns={campaigns} />
}

function AllCampaigns({ account, campaigns }: { account: Account; campaigns: readonly Campaign[] }) {
  const [, navigate] = useLocation()
  const [isAdding, setAdding] = useState(false)
  const read = useStatuses(
    account,
    campaigns.flatMap(({ payouts }) => payouts),
  )
  const { unreadable } = useKeptList(keptBudgets)
  return (
    <>
      <header className="layout-head">
        <div>
          <BackLink href={payPaths.one}>Pay</BackLink>
          <h1>Campaigns</h1>
          <p className="text-fine">
            What the payouts of this address add up to, by their campaign. Kept in this browser only.
          </p>
        </div>
        {!isAdding && campaigns.length > 0 && (
          <Button primary onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add campaign
          </Button>
        )}
      </header>
      {isAdding && (
        <Card title="Add campaign" arriving>
          <BudgetForm
            account={account}
            campaign={null}
            onDone={(tag) => (tag === null ? setAdding(false) : navigate(campaignPath(tag)))}
          />
        </Card>
      )}
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'budget')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t counted.</p>
        </Notice>
      )}
      {read.more}
      {campaigns.length === 0 && !isAdding && (
        <Surface label="Campaigns">
          <EmptyState
            icon="layers"
            title="No campaigns yet"
            text="Give a campaign a budget, or name one on a list that you pay."
          >
            <Button primary onClick={() => setAdding(true)}>
              <Icon name="plus" /> Add campaign
            </Button>
          </EmptyState>
        </Surface>
      )}
      {campaigns.map((campaign) => (
        <Card
          key={campaign.tag}
          title={`#${campaign.tag}`}
          flush
          action={
            <Link
              className={buttonClass({ ghost: true, size: 'small' })}
              href={campaignPath(campaign.tag)}
              aria-label={`Open #${campaign.tag}`}
            >
              {count(campaign.payouts.length, 'payout')} <Icon name="chevron-right" size={16} />
            </Link>
          }
        >
          <CampaignFigures campaign={campaign} statusesOf={read.statusesOf} />
        </Card>
      ))}
    </>
  )
}

function OneCampaign({ account, campaign }: { account: Account; campaign: Campaign }) {
  const { tag, payouts } = campaign
  useDocumentTitle(`#${tag}`)
  const [isChanging, setChanging] = useState(false)
  const read = useStatuses(account, payouts)
  return (
    <>
      <header className="layout-head">
        <div>
          <BackLink href={campaignsPath}>Campaigns</BackLink>
          <h1>
            <bdi>#{tag}</bdi>
          </h1>
        </div>
        {!isChanging && <Button onClick={() => setChanging(true)}>Set budget</Button>}
      </header>
      {isChanging && (
        <Card title="Set budget" arriving>
          <BudgetForm account={account} campaign={campaign} onDone={() => setChanging(false)} />
        </Card>
      )}
      {read.more}
      <Surface label="Budget and payments">
        <CampaignFigures campaign={campaign} statusesOf={read.statusesOf} />
      </Surface>
      <CampaignPayouts payouts={payouts} statusesOf={read.statusesOf} />
    </>
  )
}

/** Reads the newest payouts, and the others when the person presses the button. */
function useStatuses(account: Account, payouts: readonly Payout[]) {
  const [limit, setLimit] = useState(READ_AT_ONCE)
  const newest = payouts.toSorted((a, b) => b.createdAt - a.createdAt)
  const { statusesOf, failing, isReading } = usePayoutStatuses(
    usePayoutContext(account),
    newest.slice(0, limit),
  )
  const rest = payouts.length - limit
  return {
    statusesOf,
    more: (
      <>
        {failing && (
          <>
            <ReadError read={failing} />
            <p role="status" className="text-fine">
              What couldn’t be checked counts as queued, not as paid.
            </p>
          </>
        )}
        {isReading && (
          <p role="status" className="text-fine">
            Checking what was paid…
          </p>
        )}
        {rest > 0 && (
          <Notice
            tone="info"
            title={`${count(rest, 'older payout')} not checked yet. They count as queued.`}
            actions={
              <Button onClick={() => setLimit(limit + READ_AT_ONCE)}>
                Check {rest > READ_AT_ONCE ? `${READ_AT_ONCE} more` : 'them'}
              </Button>
            }
          />
        )}
      </>
    ),
  }
}
