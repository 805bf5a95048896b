import { Route, Switch, useLocation } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { useAccount } from '#account/connection.ts'
import { NO_HASH, parseHashText } from '#domain/activity/hashLink.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { ActivityList } from '#features/shared/ActivityList.tsx'
import { ConnectFirst } from '#features/shared/ConnectFirst.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { Card } from '#ui/Card.tsx'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Skeleton } from '#ui/Skeleton.tsx'
import { WalletExportCard } from './ExportFile.tsx'
import { Coverage, HistoryCard, LoadMore } from './HistoryCard.tsx'
import { OpenFileCard } from './OpenedFile.tsx'
import { PaymentPage } from './PaymentPage.tsx'
import { ProposalPage } from './ProposalPage.tsx'
import { QueueCard } from './QueueCard.tsx'
import { ReceivedCard } from './ReceivedCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { WatchCard } from './WatchCard.tsx'
import { WatchedSafePage } from './WatchedSafePage.tsx'

/** Looks up one payment by its transaction hash, which works with every node. */
export function LookUpCard() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    navigate(paymentPath(hash))
    return null
  }
  return (
    <Card title="Look up a payment">
      <p className={prose.muted}>
        Somebody says it is paid? Paste the transaction, and see what the chain says.
      </p>
      <OneLineForm
        label="Transaction hash"
        hint="0x… or a link to it on the explorer"
        button="Look it up"
        onText={open}
      />
    </Card>
  )
}

/** What this browser sent from a wallet, settled by receipts. */
export function SentCard({ listed }: { listed: Listed }) {
  const { query, more } = usePagedList(listed, 'history')
  const { data, error } = query
  return (
    <Card title="Sent from this browser">
      <ReadError read={query} />
      {data ? (
        <>
          <ActivityList
            account={listed.address}
            items={data.items}
            empty="Nothing was sent from this browser yet."
          />
          <LoadMore cursor={data.cursor} more={more} />
          <Coverage source="" text={listed.activity.coverage} />
        </>
      ) : (
        !error && <Skeleton lines={4} label="Reading what was sent" />
      )}
    </Card>
  )
}

/** Routes under Activity: the person's own account, any Safe, one proposal, one payment. */
export function ActivityPage() {
  return (
    <Switch>
      <Route path="/activity/safe/:safe/:hash">
        {({ safe, hash }) => <ProposalPage key={`${safe}${hash}`} safe={safe} hash={hash} />}
      </Route>
      <Route path="/activity/safe/:safe">{({ safe }) => <WatchedSafePage safe={safe} />}</Route>
      <Route path="/activity/payment/:hash">{({ hash }) => <PaymentPage key={hash} hash={hash} />}</Route>
      <Route>
        <OwnActivity />
      </Route>
    </Switch>
  )
}

/** The queue and history of the connected account, and the cards that need no account. */
function OwnActivity() {
  const account = useAccount()
  return (
    <>
      <h1>Activity</h1>
      <div className={layout.page}>
        {!account && <ConnectFirst what="Connect the account whose payments you want to see." />}
        {account?.kind === 'safe' && (
          <>
            <QueueCard listed={account} viewer={account.address} />
            <HistoryCard listed={account} />
          </>
        )}
        {account?.kind === 'eoa' && (
          <>
            <SentCard listed={account} />
            <ReceivedCard listed={account} />
            <WalletExportCard listed={account} />
          </>
        )}
        {account && <RequestsCard payee={account.address} />}
        {account?.kind !== 'safe' && <WatchCard viewer={account?.address ?? null} />}
        <LookUpCard />
        <OpenFileCard />
      </div>
    </>
  )
}
