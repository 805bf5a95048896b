import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { explorerAddress } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { ActivityRow } from '#components/payment/ActivityRow.tsx'
import { PayoutGroup } from '#components/payment/PayoutGroup.tsx'
import { useHistory } from '#components/payment/useHistory.ts'
import { type Entry, mergedByTime, useReceived } from '#components/payment/useIncoming.ts'
import { useInCampaign, useOrigins } from '#components/payout/usePayouts.ts'
import {
  BNB_UNREAD,
  bnbWords,
  filtered,
  type HistoryFilter,
  NO_BALANCES,
  type Suspicion,
  suspicions,
  tokenWords,
  withDays,
} from '#domain/activity/historyLines.ts'
import { hasLooked, type Incoming } from '#domain/activity/incoming.ts'
import { count, when } from '#domain/shared/format.ts'
import { usePagedList } from '#queries/activity.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { CardPart, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './HistoryLists.module.css'
import { ListFoot, Unreadable } from './QueueList.tsx'

const none: readonly ActivityItem[] = []

type HistoryProps<Listed> = {
  listed: Listed
  filter: HistoryFilter
  /** The tag of the chosen campaign; '' for none. */
  campaign: string
}

/** The history of a Safe, newest first, by day. */
export function SafeHistory({ listed, filter, campaign }: HistoryProps<ListedAccount>) {
  const { query, more, items: all, contents } = useHistory(listed, true)
  const { data, error } = query
  // A poll without new data must not iterate over thousands of items.
  const hidden = useMemo(() => suspicions(listed.address, all, contents), [listed.address, all, contents])
  const entries = useMemo(
    () => all.flatMap((item) => (hidden.has(item.id) ? [] : [{ item, isReceived: false }])),
    [all, hidden],
  )
  return (
    <>
      <Inset>{error && <ReadError read={query} />}</Inset>
      {data ? (
        <>
          <HistoryLines
            listed={listed}
            entries={entries}
            filter={filter}
            campaign={campaign}
            contents={contents}
          />
          <SuspiciousItems items={all.filter(({ id }) => hidden.has(id))} reasons={hidden} />
          <Inset>
            <Unreadable count={data.unreadable.head + data.unreadable.rest} />
          </Inset>
          <ListFoot
            text={`Source: ${data.source}. ${listed.activity.coverage}${data.cut ? CUT : ''}`}
            list={{ query, more }}
            label="Load older"
          />
        </>
      ) : (
        !error && <Skeleton rows={6} label="Reading the history" />
      )}
    </>
  )
}

const CUT = ' The list ends here although the service has more; BscScan shows all.'

/** A wallet's payments sent from this browser and its received payments, newest first, by day. */
export function WalletHistory({ listed, filter, campaign }: HistoryProps<Account>) {
  const list = usePagedList(listed, 'history')
  const { query } = list
  const sent = query.data?.items ?? none
  const received = useReceived(listed, sent)
  const { incoming, watch } = received
  const isStarted = incoming.tokens !== null
  const entries = mergedByTime(
    filter.direction === 'in' ? none : sent,
    filter.direction === 'out' ? none : received.shown,
  )
  const isRead = query.data !== undefined && (hasLooked(incoming) || filter.direction === 'out')
  return (
    <>
      <Inset>
        {query.error && <ReadError read={query} />}
        {received.query.error && <ReadError read={received.query} />}
      </Inset>
      {(isRead || entries.length > 0) && (
        <HistoryLines
          listed={listed}
          entries={entries}
          filter={filter}
          campaign={campaign}
          account={listed}
          contents={noContents}
          empty={filter.direction === 'out' ? 'Nothing sent from this browser' : undefined}
        />
      )}
      {!isRead && !query.error && !received.query.error && (
        <Skeleton rows={entries.length > 0 ? 1 : 5} label="Reading the payments" />
      )}
      {filter.direction !== 'out' && <SuspiciousItems items={received.hidden} reasons={received.reasons} />}
      {filter.direction !== 'in' && query.data && (
        <ListFoot text={listed.activity.coverage} list={list} label="Load more" />
      )}
      {filter.direction !== 'out' && (
        <CardPart>
          <ReceivedCoverage incoming={incoming} />
          <div className="layout-between text-fine">
            <ExternalLink
              className={buttonClass({ ghost: true, size: 'small' })}
              href={`${explorerAddress(listed.address)}#tokentxns`}
              icon
            >
              View on BscScan
            </ExternalLink>
            {incoming.looking ? (
              <Button size="small" onClick={watch.stop}>
                Stop loading
              </Button>
            ) : (
              <Button size="small" onClick={() => void watch.lookBack()} disabled={!isStarted}>
                Load older
              </Button>
            )}
          </div>
        </CardPart>
      )}
    </>
  )
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(open)
  if (!next.delete(id)) next.add(id)
  return next
}

const noContents: ReadonlyMap<string, ProposalContent> = new Map()

/** The rows by day, after the filter. */
function HistoryLines(props: {
  listed: ListedAccount
  /** The wallet whose payouts are one line each; missing for a Safe, whose proposals are. */
  account?: Account
  entries: readonly Entry[]
  filter: HistoryFilter
  campaign: string
  contents: ReadonlyMap<string, ProposalContent>
  empty?: string | undefined
}) {
  const { listed, account, entries, filter, campaign, contents } = props
  const { empty = 'No payments found in this period' } = props
  const now = useNow()
  const items = useMemo(() => entries.map(({ item }) => item), [entries])
  const inCampaign = useInCampaign(listed.address, campaign)
  const shown = useMemo(
    () => filtered(items, filter, contents).filter(inCampaign),
    [items, filter, contents, inCampaign],
  )
  const received = useMemo(
    () => new Set(entries.flatMap(({ item, isReceived }) => (isReceived ? [item.id] : []))),
    [entries],
  )
  const today = new Date(now).setHours(0, 0, 0, 0)
  const isByPayment = filter.token !== '' || filter.counterparty !== ''
  const isFiltered = isByPayment || campaign !== ''
  const originsOf = useOrigins(listed.address)
  const isGrouped = account !== undefined && !isByPayment
  const lines = useMemo(
    () => withDays(shown, today, ({ id }) => (isGrouped && originsOf(id)[0]?.payout.id) || null),
    [shown, today, isGrouped, originsOf],
  )
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const keys = useMemo(() => lines.map(({ key }) => key), [lines])
  if (items.length === 0 || (shown.length === 0 && !isFiltered)) {
    return <EmptyState icon="history" title={empty} />
  }
  return (
    <>
      {isFiltered && (
        <p className={css.matches} role="status">
          {shown.length} of {count(items.length, 'loaded item')} match the filter.
        </p>
      )}
      <WindowedList label="Payments" keys={keys}>
        {(index) => {
          const line = lines[index]
          if (line?.kind === 'day')
            return <h2 className="layout-heading text-fine text-medium">{line.label}</h2>
          if (line?.kind === 'payout')
            return (
              account && (
                <PayoutGroup
                  account={account}
                  id={line.id}
                  items={line.items}
                  isOpen={open.has(line.id)}
                  onToggle={() => setOpen((before) => toggled(before, line.id))}
                />
              )
            )
          return (
            line && (
              <ActivityRow
                listed={listed}
                item={line.item}
                content={contents.get(line.item.id)}
                isReceived={received.has(line.item.id)}
              />
            )
          )
        }}
      </WindowedList>
    </>
  )
}

/** Says what the list of received payments covers and what it cannot show. It never promises a full history. */
function ReceivedCoverage({ incoming: { tokens, bnb, looking } }: { incoming: Incoming }) {
  return (
    <div className="text-small" role="status">
      {looking && <p>Loading older payments…</p>}
      {tokens && <p>{tokenWords(tokens, looking)}</p>}
      {tokens && bnb === null && <p>{NO_BALANCES}</p>}
      {bnb === 'unsupported' ? (
        <p>{BNB_UNREAD}</p>
      ) : (
        bnb && bnbWords(bnb, looking).map((words) => <p key={words}>{words}</p>)
      )}
    </div>
  )
}

/** How many are listed; the others are only counted. */
const SHOWN_SUSPICIOUS = 50

const suspicionWords: Record<Suspicion, string> = {
  'zero-value': 'moves nothing',
  'unverified-token': 'a token we don’t know',
  imitation: 'looks like a copy of an earlier transfer',
  'look-alike': 'from an address made to look like one that was paid before',
}

/**
 * Items planted in a history by thieves, counted in one line. They are never deleted and never count. No
 * address is shown in full, so that none can be copied as a payee.
 */
function SuspiciousItems(props: { items: readonly ActivityItem[]; reasons: ReadonlyMap<string, Suspicion> }) {
  const { items, reasons } = props
  if (items.length === 0) return null
  return (
    <CardPart>
      <Disclosure summary={`${count(items.length, 'suspicious transfer')} hidden`}>
        <p className="text-muted">
          Hidden from totals. Addresses are shortened so nobody copies them by mistake.
        </p>
        <ul className="layout-entries">
          {items.slice(0, SHOWN_SUSPICIOUS).map((item) => (
            <li key={item.id}>
              <div>
                <p className="text-wrap">
                  <SuspiciousTransfer item={item} />
                </p>
                <p className="layout-meta">
                  <time>{when(item.at)}</time>
                  <span className="text-warn">{suspicionWords[reasons.get(item.id) ?? 'imitation']}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
        {items.length > SHOWN_SUSPICIOUS && (
          <p className="text-muted">And {items.length - SHOWN_SUSPICIOUS} more.</p>
        )}
      </Disclosure>
    </CardPart>
  )
}

function SuspiciousTransfer({ item: { what } }: { item: ActivityItem }) {
  if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') return null
  const { amount, suspect } = what.amount
  const { symbol, address } = amount.token
  const isClaimed = address !== null && suspect === 'unverified-token'
  const other = (what.kind === 'transfer-in' ? what.from : what.to) ?? ''
  return (
    <>
      {isClaimed ? `Something called “${symbol}”` : Amount.format(amount)}{' '}
      {what.kind === 'transfer-in' ? 'from' : 'to'}{' '}
      {/* Two digits at each end identify the address on an explorer, but cannot be paid. */}
      <span className={css.inPart}>
        {other.slice(0, 4)}…{other.slice(-2)}
      </span>
    </>
  )
}
