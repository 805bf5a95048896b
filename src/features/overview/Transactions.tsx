import type { Account } from '#account/Account.ts'
import { Latest } from './Latest.tsx'
import { QueueCard } from './QueueCard.tsx'

/** What waits for signatures, then what came last. */
export function Transactions({ account }: { account: Account }) {
  return (
    <>
      {account.activity.queued && <QueueCard account={account} />}
      <Latest account={account} />
    </>
  )
}
