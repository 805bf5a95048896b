import { Link } from 'wouter'
import { useAccount, usePortal } from '#account/connection.ts'
import { ConnectButtons } from '#features/shared/ConnectFirst.tsx'
import { late } from '#ui/late.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './OverviewPage.module.css'

/** What the portal does, for a visitor without an account. */
export function Welcome() {
  return (
    <>
      <section className="hero">
        <h1>Get paid and pay on BNB Smart Chain</h1>
        <p>
          Alone or with a Safe. Nothing connects by itself, nothing is sent without your approval, and nobody
          holds your money in between.
        </p>
        <ConnectButtons />
      </section>
      <ul className={css.offers}>
        <li>
          <h2>Ask for a payment</h2>
          <p className={css.muted}>
            A link and a QR code that open as a filled-in payment. <Link href="/get-paid">Make one</Link>, no
            wallet needed.
          </p>
        </li>
        <li>
          <h2>Pay an influencer</h2>
          <p className={css.muted}>
            Checked before your wallet or your Safe is asked. “Paid” is said only when the transfer stands in
            a final block.
          </p>
        </li>
        <li>
          <h2>Prove an account</h2>
          <p className={css.muted}>
            A signed text that says whose it is. <Link href="/verify">Check one</Link> without a wallet, or
            make your own.
          </p>
        </li>
        <li>
          <h2>Work with a Safe</h2>
          <p className={css.muted}>
            Open the portal in Safe{'{Wallet}'}: propose, let the other owners sign, execute.
          </p>
        </li>
      </ul>
    </>
  )
}

/** A visitor's first screen does not read the chain; in a Safe it is the first screen. */
export const AccountOverview = late(async () => (await import('./AccountOverview.tsx')).AccountOverview)

/** The account, its balances and its pending items; without one, what the portal is for. */
export function OverviewPage() {
  const account = useAccount()
  const { connect } = usePortal()
  if (!account && connect) return <Welcome />
  const loading = <Skeleton page lines={6} label="Reading the account" />
  return (
    <>
      <h1>Overview</h1>
      {account ? <AccountOverview account={account} waiting={loading} /> : loading}
    </>
  )
}
