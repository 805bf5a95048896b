import { useState } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { ConnectFirst } from '#components/account/ConnectButton.tsx'
import { usePayer } from '#components/account/PayFrom.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { SafeNames } from '#components/payee/ImportCard.tsx'
import { usePaidPayees } from '#components/payee/usePeople.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import { useKeptRequests } from '#components/stored/useKept.ts'
import { NO_HASH, parseHashText, parseSafeText, safeTextFaults } from '#domain/activity/links.ts'
import { comingWords } from '#domain/activity/proposalWords.ts'
import { readWatched, watchedSafe } from '#domain/activity/watchedSafes.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { when } from '#domain/shared/format.ts'
import { paymentPath, requestPath, requestUrl, safePath } from '#domain/shared/paths.ts'
import { readTag } from '#domain/shared/tags.ts'
import { usePagedList } from '#queries/activity.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/content/Card.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { OneLineForm } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Popover } from '#ui/page/Disclosure.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import css from './ActivityPage.module.css'
import { CampaignPart } from './CampaignPart.tsx'
import { type Direction, HistoryExport, useFilter } from './HistoryFilter.tsx'
import { SafeHistory, WalletHistory } from './HistoryLists.tsx'
import { ActivitySubpage, OpenFilePage } from './OpenedFile.tsx'
import { PaymentPage, WatchedSafePage } from './PaymentPage.tsx'
import { ProposalPage } from './ProposalPage.tsx'
import proposalStatusCss from './ProposalView.module.css'
import { QueueList } from './QueueList.tsx'

/** Routes under Activity: the person's own account, any Safe, one proposal, one payment, the tools. */
export function ActivityPage() {
  return (
    <Switch>
      <Route path="/activity/safe/:safe/:hash/:names?">
        {({ safe, hash, names = '' }) => (
          <ProposalPage key={`${safe}${hash}${names}`} safe={safe} hash={hash} names={names} />
        )}
      </Route>
      <Route path="/activity/safe/:safe">{({ safe }) => <WatchedSafePage safe={safe} />}</Route>
      <Route path="/activity/payment/:hash">{({ hash }) => <PaymentPage key={hash} hash={hash} />}</Route>
      <Route path="/activity/check">
        <CheckTransactionPage />
      </Route>
      <Route path="/activity/watch">
        <WatchPage />
      </Route>
      <Route path="/activity/file">
        <OpenFilePage />
      </Route>
      <Route path="/activity/campaigns/:typed?">
        {({ typed = '' }) => <OwnActivity tab="" typed={typed} />}
      </Route>
      <Route path="/activity/:tab?">{({ tab = '' }) => <OwnActivity tab={tab} typed={null} />}</Route>
    </Switch>
  )
}

/**
 * The history and the open tasks of the connected account; without an account, the tools that need none. Campaigns are
 * those of the account that pays, which may be a Safe that the connected one proposes to.
 * @param props.typed the campaign of the address, '' while one is to be chosen; null for none
 */
function OwnActivity({ tab, typed }: { tab: string; typed: string | null }) {
  const account = useAccount()
  const { safe } = usePayer(account)
  const read = readTag(typed ?? '')
  const campaign = typed === null ? null : (read.ok && read.tag) || ''
  if (safe !== null && campaign !== null) return <WatchedSafePage safe={safe} campaign={campaign} />
  return (
    <>
      <h1>Activity</h1>
      <div className="layout-page">
        {account ? (
          <>
            {account.addressBook && <UnnamedOffer account={account} />}
            <AccountActivity
              account={account}
              tab={tab}
              campaign={campaign}
              payer={safe === null ? account : null}
            />
          </>
        ) : (
          <>
            <ConnectFirst what="Connect a wallet to see its payments." />
            <nav className={css.tools} aria-label="Without a wallet">
              <ToolLinks />
            </nav>
          </>
        )}
        {account && <RequestsCard payee={account.address} />}
        {!(account && factsOf(account).hasOwners) && <WatchedSafes viewer={account?.address ?? null} />}
      </div>
    </>
  )
}

/** Names for the owners and the payees of a Safe, if its host has some. */
function UnnamedOffer({ account }: { account: Account }) {
  const { payees } = usePaidPayees(account)
  return <SafeNames account={account} shown={[...(account.safe?.owners ?? []), ...payees]} />
}

const directions: Readonly<Record<string, Direction>> = { sent: 'out', received: 'in' }

function AccountActivity(props: {
  account: Account
  tab: string
  campaign: string | null
  /** Null while this browser pays from a Safe instead. */
  payer: Account | null
}) {
  const { account, tab, campaign, payer } = props
  const isSafe = account.activity.queued !== null
  const queue = usePagedList(account, 'queued').query.data?.items.length
  const { filter, button, panel } = useFilter({
    direction: directions[tab] ?? '',
    payer,
    campaign,
    unfiltered: '/activity',
  })
  const chosen = campaign ?? ''
  const isQueue = isSafe && tab === 'queue'
  return (
    <Surface label="Payments of this account">
      <Tabs
        label="Parts of Activity"
        current={tab === '' ? '/activity' : `/activity/${tab}`}
        tabs={[
          { href: '/activity', label: 'All' },
          ...(isSafe ? [{ href: '/activity/queue', label: 'Queue', count: queue }] : []),
          { href: '/activity/sent', label: 'Sent' },
          { href: '/activity/received', label: 'Received' },
        ]}
      >
        {!isQueue && button}
        <HistoryExport listed={account} />
        <Popover icon="wrench" label="Tools">
          <ToolLinks />
        </Popover>
      </Tabs>
      {!isQueue && panel}
      {chosen !== '' && <CampaignPart key={chosen} account={account} tag={chosen} />}
      {isSafe && (isQueue || tab === '') && (
        <section aria-label="Queue">
          {!isQueue && queue !== 0 && <h2 className="layout-heading text-fine text-medium">Waiting</h2>}
          {(isQueue || queue !== 0) && (
            <QueueList listed={account} viewer={account.address} campaign={chosen} />
          )}
        </section>
      )}
      {!isQueue && (
        <section aria-label="History">
          {isSafe ? (
            <SafeHistory listed={account} filter={filter} campaign={chosen} />
          ) : (
            <WalletHistory listed={account} filter={filter} campaign={chosen} />
          )}
        </section>
      )}
    </Surface>
  )
}

/** Links to the tools of Activity besides its lists. */
function ToolLinks() {
  return (
    <>
      <Link href="/activity/check">
        <Icon name="search" /> Check a transaction
      </Link>
      <Link href="/activity/watch">
        <Icon name="eye" /> Watch a Safe
      </Link>
      <Link href="/activity/file">
        <Icon name="folder-open" /> Open an export
      </Link>
    </>
  )
}

/** Looks up one payment by its transaction hash, which works with every node. */
function CheckTransactionPage() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    navigate(paymentPath(hash))
    return null
  }
  return (
    <ActivitySubpage title="Check a transaction">
      <Card title="Is it paid?">
        <p className="text-muted">Told it’s paid? Paste the hash or BscScan link.</p>
        <OneLineForm
          label="Transaction"
          hint="Starts with 0x and has 66 characters."
          button="Check"
          onText={open}
        />
      </Card>
    </ActivitySubpage>
  )
}

/** Opens any Safe by its address or a link, read-only. */
function WatchPage() {
  const [, navigate] = useLocation()
  const viewer = useAccount()?.address ?? null
  const open = (text: string) => {
    const parsed = parseSafeText(text)
    if (!parsed.ok) return safeTextFaults[parsed.fault]
    navigate(safePath(parsed.address))
    return null
  }
  return (
    <ActivitySubpage title="Watch a Safe">
      <Card title="Which Safe?">
        <p className="text-muted">Follow the Safe that pays you: what’s queued, signed and paid.</p>
        <OneLineForm
          label="Address of the Safe"
          hint="Starts with 0x, or a link to it."
          button="Open"
          onText={open}
        />
      </Card>
      <WatchedSafes viewer={viewer} />
    </ActivitySubpage>
  )
}

/** Watched Safes, and the payments to the viewer in their queues. Hidden if there are none. */
function WatchedSafes({ viewer }: { viewer: Address | null }) {
  const { page } = usePortal()
  const [safes] = useState(() => readWatched(page.storage))
  if (safes.length === 0) return null
  return (
    <Card title="Safes you watch" flush>
      <Rows label="Safes that you watch">
        {safes.map((safe) => (
          <Watched key={safe} safe={safe} viewer={viewer} />
        ))}
      </Rows>
    </Card>
  )
}

function Watched({ safe, viewer }: { safe: Address; viewer: Address | null }) {
  const [listed] = useState(() => watchedSafe(safe))
  const { query } = usePagedList(listed, 'queued')
  const items = query.data?.items ?? []
  const computed = useProposals(listed, viewer ? items : [])
  const coming = [...computed.values()].flatMap(
    ({ report }) => (viewer && report && comingWords(report, viewer)) ?? [],
  )
  return (
    <li>
      <Row
        href={safePath(safe)}
        mark={<Identicon address={safe} />}
        title={<ShortAddress address={safe} />}
        sub={coming.map((words) => (
          <strong key={words} className={proposalStatusCss.coming}>
            {words}
          </strong>
        ))}
        status={
          query.data ? (
            <StatusBadge tone={items.length > 0 ? 'wait' : 'none'}>{`${items.length} queued`}</StatusBadge>
          ) : (
            <StatusBadge tone={query.error ? 'warn' : 'wait'}>
              {query.error ? 'Couldn’t load' : 'Loading'}
            </StatusBadge>
          )
        }
      />
    </li>
  )
}

const QrCode = lazyComponent(async () => (await import('#ui/qr/QrCode.tsx')).QrCode)

/** The page Get paid lists all of them. */
const SHOWN_REQUESTS = 3

/** This account's payment requests in this browser, each with its QR code for a payer nearby. */
function RequestsCard({ payee }: { payee: Address }) {
  const { items: requests } = useKeptRequests()
  const own = requests.filter(({ request }) => request.payee === payee)
  if (own.length === 0) return null
  return (
    <Card title="Your requests" action={<Link href="/get-paid">All requests</Link>}>
      <ul className="layout-entries" aria-label="Requests to this address">
        {own.slice(0, SHOWN_REQUESTS).map((one) => (
          <RequestRow key={requestKey(one.request)} one={one} />
        ))}
      </ul>
    </Card>
  )
}

function RequestRow({ one }: { one: KeptRequest }) {
  const { memo, madeAt } = one.request
  const [coded, setCoded] = useState(false)
  const text = encodeRequest(one)
  return (
    <li>
      <div>
        <p className="text-wrap">
          <strong translate="no" className="text-tabular">
            {amountText(one.request)}
          </strong>
        </p>
        <p className="layout-meta">
          <time>{when(madeAt * 1_000)}</time>
          {memo && <bdi>{memo}</bdi>}
          <Link href={requestPath('share', text)}>Status</Link>
        </p>
        {coded && (
          <QrCode text={requestUrl(text)} label={`QR code of the request for ${amountText(one.request)}`} />
        )}
      </div>
      <Button aria-expanded={coded} onClick={() => setCoded(!coded)}>
        {coded ? 'Hide QR code' : 'Show QR code'}
      </Button>
    </li>
  )
}
