import { Route, Switch } from 'wouter'
import { useAccount } from '#account/connection.ts'
import { ConnectFirst } from '#features/shared/ConnectFirst.tsx'
import css from './Activity.module.css'
import { HistoryCard } from './HistoryCard.tsx'
import { LookUpCard } from './LookUpCard.tsx'
import { OpenFileCard } from './OpenFileCard.tsx'
import { PaymentPage } from './PaymentPage.tsx'
import { ProposalPage } from './ProposalPage.tsx'
import { QueueCard } from './QueueCard.tsx'
import { ReceivedCard } from './ReceivedCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { SentCard } from './SentCard.tsx'
import { WalletExportCard } from './WalletExportCard.tsx'
import { WatchCard } from './WatchCard.tsx'
import { WatchedSafePage } from './WatchedSafePage.tsx'

/** Everything under Activity: one's own account, any Safe, one proposal, one payment. */
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

/** What waits and what has happened on the connected account, and what needs no account. */
function OwnActivity() {
  const account = useAccount()
  return (
    <>
      <h1>Activity</h1>
      <div className={css.page}>
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
