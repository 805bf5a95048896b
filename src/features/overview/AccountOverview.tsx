import { lazy, Suspense } from 'react'
import type { Account } from '#account/Account.ts'
import { AccountCard } from './AccountCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { BalancesCard } from './BalancesCard.tsx'
import css from './OverviewPage.module.css'

// Comes after the first screen, below what stands there.
const UnfinishedPayouts = lazy(async () => ({
  default: (await import('#features/shared/UnfinishedPayouts.tsx')).UnfinishedPayouts,
}))

/** The Overview of a connected account, below its heading. */
export function AccountOverview({ account }: { account: Account }) {
  return (
    <>
      <div className={css.grid}>
        <AccountCard account={account} />
        <BalancesCard address={account.address} />
        <AttentionCard account={account} />
      </div>
      <Suspense>
        <UnfinishedPayouts account={account} />
      </Suspense>
    </>
  )
}
