import { lazy, Suspense } from 'react'
import { useAccount, usePortal } from '#account/connection.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Welcome } from './Welcome.tsx'

// Reading the chain is not part of a visitor's first screen.
const AccountOverview = lazy(async () => ({
  default: (await import('./AccountOverview.tsx')).AccountOverview,
}))

/** The account, what it holds and what waits for it; without one, what the portal is for. */
export function OverviewPage() {
  const account = useAccount()
  const { connect } = usePortal()
  if (!account && connect) return <Welcome />
  const loading = <Skeleton page lines={6} label="Reading the account" />
  return (
    <>
      <h1>Overview</h1>
      {account ? (
        <Suspense fallback={loading}>
          <AccountOverview account={account} />
        </Suspense>
      ) : (
        loading
      )}
    </>
  )
}
