import type { Account } from '#account/Account.ts'
import { AccountCard } from './AccountCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { BalancesCard } from './BalancesCard.tsx'
import css from './OverviewPage.module.css'

/** The Overview of a connected account. */
export function AccountOverview({ account }: { account: Account }) {
  return (
    <>
      <h1>Overview</h1>
      <div className={css.grid}>
        <AccountCard account={account} />
        <BalancesCard address={account.address} />
        <AttentionCard account={account} />
      </div>
    </>
  )
}
