import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { PayFrom } from '#components/account/PayFrom.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { usePayer } from '#components/account/usePayer.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { safeTextFaults } from '#domain/activity/safeText.ts'
import { readWatched, unwatch, watch, watchedSafe } from '#domain/activity/watchedSafes.ts'
import { ownersMustSign } from '#domain/shared/format.ts'
import { safePath } from '#domain/shared/paths.ts'
import { safeStateQuery } from '#queries/account.ts'
import type { SafeState } from '#safe/tx/SafeContract.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { CampaignPart } from './CampaignPart.tsx'
import { HistoryExport } from './HistoryExport.tsx'
import { FilterButton, FilterPanel, useFilter } from './HistoryFilter.tsx'
import { SafeHistory } from './HistoryLists.tsx'
import { BadLink } from './PaymentPage.tsx'
import { QueueList } from './QueueList.tsx'

type WatchedProps<Safe> = {
  safe: Safe
  /** The tag of the chosen campaign of the Safe that pays, '' while one is to be chosen; missing for none. */
  campaign?: string
}

/** Read-only view of any Safe, by the address in the link. */
export function WatchedSafePage({ safe, campaign }: WatchedProps<string>) {
  const parsed = AddressText.parse(safe)
  if (!parsed.ok) return <BadLink what={safeTextFaults[parsed.fault]} />
  return <Watched key={parsed.address} safe={parsed.address} {...(campaign !== undefined && { campaign })} />
}

function Watched({ safe, campaign }: WatchedProps<Address>) {
  const account = useAccount()
  const payer = usePayer(account)
  const paying = payer.account?.address === safe ? payer.account : null
  const chosen = campaign ?? ''
  const [listed] = useState(() => watchedSafe(safe))
  const [filter, setFilter] = useFilter()
  const [filtering, setFiltering] = useState(campaign !== undefined)
  useDocumentTitle(`Safe ${safe.slice(0, 8)}…`)
  const viewer = account?.address ?? null
  // If there is no contract, a service has nothing to list, and its answer would only contradict the chain.
  const read = useQuery(safeStateQuery(safe))
  return (
    <>
      <div className="layout-head">
        <div>
          <BackLink href="/activity">Activity</BackLink>
          <h1>
            Safe <ShortAddress address={safe} own />
          </h1>
        </div>
        {read.data !== null && <HistoryExport listed={listed} />}
      </div>
      <div className="layout-page">
        <SafeCard read={read} safe={safe} viewer={viewer} />
        {campaign !== undefined && !paying && (
          <Card title="From">
            <PayFrom payer={payer} />
          </Card>
        )}
        {chosen !== '' && paying && (
          <Surface label="Campaign">
            <CampaignPart key={chosen} account={paying} tag={chosen} />
          </Surface>
        )}
        {read.data !== null && (
          <>
            <Card title="Queue" flush>
              <QueueList listed={listed} viewer={viewer} campaign={chosen} />
            </Card>
            <Card title="History" flush action={<FilterButton open={filtering} onOpen={setFiltering} />}>
              {filtering && (
                <FilterPanel
                  directions
                  filter={filter}
                  onChange={setFilter}
                  payer={paying}
                  campaign={chosen}
                  unfiltered={safePath(safe)}
                />
              )}
              <SafeHistory listed={listed} filter={filter} campaign={chosen} />
            </Card>
          </>
        )}
      </div>
    </>
  )
}

function SafeCard(props: { read: UseQueryResult<SafeState | null>; safe: Address; viewer: Address | null }) {
  const { read, safe, viewer } = props
  const { data: state } = read
  const isOwner = viewer && state?.owners.some((owner) => AddressText.equal(owner, viewer))
  return (
    <Card title="Safe" action={<WatchButton safe={safe} />}>
      <WholeAddress address={safe} explorer={explorerAddress(safe)} />
      <ReadError read={read} />
      {state === null && (
        <Notice tone="warn" title="No Safe at this address">
          <p>It may never have been activated, or be somebody’s wallet. Do not send money to it unchecked.</p>
        </Notice>
      )}
      {state && (
        <p>
          {ownersMustSign(state.threshold, state.owners.length)}
          {isOwner ? '; you are one of them' : ''}. Next nonce {state.nonce.toString()}, contract version{' '}
          {state.version}.
        </p>
      )}
    </Card>
  )
}

function WatchButton({ safe }: { safe: Address }) {
  const { page } = usePortal()
  const [watched, setWatched] = useState(() => readWatched(page.storage).includes(safe))
  const toggle = () => {
    const safes = watched ? unwatch(page.storage, safe) : watch(page.storage, safe)
    setWatched(safes.includes(safe))
  }
  return (
    <Button aria-pressed={watched} onClick={toggle}>
      {watched ? 'Watched in this browser' : 'Watch'}
    </Button>
  )
}
