import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import { isHash } from '#chain/hex.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { PayFrom, usePayer } from '#components/account/PayFrom.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { safeTextFaults } from '#domain/activity/links.ts'
import { readWatched, unwatch, watch, watchedSafe } from '#domain/activity/watchedSafes.ts'
import { ownersMustSign, when } from '#domain/shared/format.ts'
import { safePath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { safeStateQuery } from '#queries/account.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import type { SafeState } from '#safe/tx/SafeContract.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Card, CardPart, Surface } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { ShortAddress } from '#ui/content/Identity.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { SubpageHeading } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { StatusBanner } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { CampaignPart } from './CampaignPart.tsx'
import { HistoryExport, useFilter } from './HistoryFilter.tsx'
import { SafeHistory } from './HistoryLists.tsx'
import { PaymentTransfers } from './ProposalRows.tsx'
import { QueueList } from './QueueList.tsx'

/** Shown for an invalid link. */
export function BadLink({ what }: { what: string }) {
  return (
    <>
      <h1>Activity</h1>
      <Notice tone="warn" title={what}>
        <p>
          Nothing was read. Ask for the link again, or <Link href="/activity">go to Activity</Link>.
        </p>
      </Notice>
    </>
  )
}

/** One transaction by its hash, read from the chain only. */
export function PaymentPage({ hash }: { hash: string }) {
  if (!isHash(hash)) return <BadLink what="This link names no transaction" />
  return <PaymentOfHash hash={hash.toLowerCase() as Hash} />
}

function PaymentOfHash({ hash }: { hash: Hash }) {
  const account = useAccount()
  const query = useQuery({ ...paidTransfersQuery(hash), refetchOnMount: 'always' })
  const { data: payment } = query
  useDocumentTitle('Payment')
  const words = payment && statusOf(payment)
  return (
    <>
      <SubpageHeading up={['/activity', 'Activity']}>Payment</SubpageHeading>
      <div className="layout-page">
        <ReadError read={query} />
        {words && (
          <StatusBanner tone={words.tone} status={words.title}>
            <p>{words.text}</p>
          </StatusBanner>
        )}
        <Card title="What was paid" flush>
          {payment && 'transfers' in payment && (
            <PaymentTransfers
              hash={hash}
              transfers={payment.transfers}
              isFinal={payment.kind === 'final'}
              viewer={account?.address ?? null}
            />
          )}
          {!payment && !query.error && <Skeleton rows={2} label="Reading the transaction" />}
          <CardPart>
            <Facts>
              <div>
                <dt>Transaction</dt>
                <dd translate="no" className="text-mono">
                  {hash}
                </dd>
              </div>
            </Facts>
            <Actions>
              <CopyButton text={hash} label="Copy the transaction hash" />
              <ExternalLink
                className={buttonClass({ ghost: true, size: 'small' })}
                href={explorerTx(hash)}
                icon
              >
                Transaction on BscScan
              </ExternalLink>
            </Actions>
            <p className="text-small">BNB moved inside contracts may not be listed.</p>
          </CardPart>
        </Card>
      </div>
    </>
  )
}

function statusOf(payment: PaidTransfers): StatusText {
  switch (payment.kind) {
    case 'unknown-hash':
      return {
        tone: 'warn',
        title: 'Not found',
        text: 'Not found on BNB Smart Chain. It may be on another network, very recent, or never sent. We’ll keep checking.',
      }
    case 'pending':
      return {
        tone: 'wait',
        title: 'Pending',
        text: 'Sent but not confirmed: don’t count it as paid yet.',
      }
    default: {
      const place = `${when(payment.at)}.`
      if (payment.status === 'failed') {
        const text =
          payment.kind === 'final'
            ? 'It failed. No money moved, only the fee was paid.'
            : 'It is reported as failed, but that is not final yet. Don’t pay it again yet.'
        return { tone: 'bad', title: 'Failed', text: `${place} ${text}` }
      }
      const isSeen = payment.transfers.some(({ token, value }) => value > 0n && Token.find(token))
      return payment.kind === 'final'
        ? { tone: isSeen ? 'good' : 'none', title: 'Final', text: `${place} Final: it can’t be reversed.` }
        : {
            tone: 'wait',
            title: 'Confirming',
            text: `${place} Two independent sources haven’t confirmed it as final yet.`,
          }
    }
  }
}

type WatchedProps<Safe> = {
  safe: Safe
  /** The tag of the chosen campaign of the Safe that pays, '' while one is to be chosen; null for none. */
  campaign?: string | null
}

/** Read-only view of any Safe, by the address in the link. */
export function WatchedSafePage({ safe, campaign }: WatchedProps<string>) {
  const parsed = AddressText.parse(safe)
  if (!parsed.ok) return <BadLink what={safeTextFaults[parsed.fault]} />
  return <Watched key={parsed.address} safe={parsed.address} campaign={campaign ?? null} />
}

function Watched({ safe, campaign = null }: WatchedProps<Address>) {
  const account = useAccount()
  const payer = usePayer(account)
  const paying = payer.account?.address === safe ? payer.account : null
  const chosen = campaign ?? ''
  const [listed] = useState(() => watchedSafe(safe))
  const { filter, button, panel } = useFilter({ payer: paying, campaign, unfiltered: safePath(safe) })
  useDocumentTitle(`Safe ${safe.slice(0, 8)}…`)
  const viewer = account?.address ?? null
  // If there is no contract, a service has nothing to list, and its answer would only contradict the chain.
  const read = useQuery(safeStateQuery(safe))
  return (
    <>
      <div className="layout-head">
        <SubpageHeading up={['/activity', 'Activity']}>
          Safe <ShortAddress address={safe} own />
        </SubpageHeading>
        {read.data !== null && <HistoryExport listed={listed} />}
      </div>
      <div className="layout-page">
        <SafeCard read={read} safe={safe} viewer={viewer} />
        {campaign !== null && !paying && (
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
            <Card title="History" flush action={button}>
              {panel}
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
