import type { Account } from '#account/Account.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Latest } from './Latest.tsx'

/** The tasks that wait for the person, then the latest transactions, then the first steps of a new account. */
export function Transactions({ account }: { account: Account }) {
  return (
    <>
      <AttentionCard account={account} />
      <Latest account={account} />
      {account.safe === null && <FirstSteps />}
    </>
  )
}
