import type { Account } from '#account/Account.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { Latest } from './Latest.tsx'

/** What waits for the person, then what came last. */
export function Transactions({ account }: { account: Account }) {
  return (
    <>
      <AttentionCard account={account} />
      <Latest account={account} />
    </>
  )
}
