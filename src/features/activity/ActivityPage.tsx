import { ConnectFirst } from '#account/ConnectFirst.tsx'
import { useAccount } from '#account/connection.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { QueueCard } from './QueueCard.tsx'

/** What waits and what has happened on the connected account. */
export function ActivityPage() {
  const account = useAccount()
  return (
    <>
      <h1>Activity</h1>
      {account ? (
        <>
          {account.activity.queued && <QueueCard account={account} />}
          <HistoryCard account={account} />
        </>
      ) : (
        <ConnectFirst what="Connect the account whose payments you want to see." />
      )}
    </>
  )
}
