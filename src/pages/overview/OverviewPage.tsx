import { usePortal } from '#account/connection.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** A visitor's first screen: in a tab its code is there before the page is made alive; a frame never needs it. */
export const Welcome = lazyComponent(async () => (await import('./Welcome.tsx')).Welcome)

/** A visitor's first screen does not read the chain; in a Safe it is the first screen. */
export const AccountOverview = lazyComponent(
  async () => (await import('./AccountOverview.tsx')).AccountOverview,
)

/** The account, its balances and its pending items; without an account, the purpose of the portal. */
export function OverviewPage() {
  const account = useAccount()
  const { connect } = usePortal()
  if (!account && connect) return <Welcome />
  const loading = <Skeleton page lines={6} label="Reading the account" />
  return (
    <>
      <h1 className="visually-hidden">Overview</h1>
      {account ? <AccountOverview account={account} waiting={loading} /> : loading}
    </>
  )
}
