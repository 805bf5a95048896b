import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { historyQuery, queueQuery } from '#account/activityQueries.ts'
import { polling } from '#account/polling.ts'
import { safeStateQuery } from '#account/safe/safeStateQuery.ts'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readBalances } from '#chain/rpc/readContract.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { late } from '#ui/late.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './OverviewPage.module.css'

// Few people look at a code, and no one on the first screen.
const AddressQr = late(async () => (await import('./AddressQr.tsx')).AddressQr)

/** The account's full address, and for a Safe its rules as read from the chain. */
export function AccountCard({ account }: { account: Account }) {
  const [coded, setCoded] = useState(false)
  return (
    <Card title={account.safe ? 'Your Safe' : 'Your wallet'}>
      <dl className={css.facts}>
        <div>
          <dt>Address on BNB Smart Chain</dt>
          <dd>
            <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
          </dd>
        </div>
        {account.safe && <SafeRules account={account} reported={account.safe} />}
      </dl>
      <Button aria-expanded={coded} onClick={() => setCoded(!coded)}>
        {coded ? 'Hide QR code' : 'Show QR code'}
      </Button>
      {coded && <AddressQr address={account.address} />}
      {account.safe?.readOnly && (
        <Notice tone="info">
          <p>You are viewing this Safe. An owner or proposer has to approve what you prepare.</p>
        </Notice>
      )}
    </Card>
  )
}

/** Until the chain has answered, or if it cannot, the host's report is shown and labelled as such. */
function SafeRules({ account, reported }: { account: Account; reported: NonNullable<Account['safe']> }) {
  const { data: state } = useQuery(safeStateQuery(account.address))
  if (state === null) {
    return (
      <div>
        <dt>Signatures</dt>
        <dd>
          This Safe is not activated yet: there is no contract on the chain. Activate it in Safe{'{Wallet}'}{' '}
          first.
        </dd>
      </div>
    )
  }
  const { threshold, owners } = state ?? reported
  return (
    <div>
      <dt>Signatures{state ? '' : ' (told by the Safe host)'}</dt>
      <dd>
        {threshold} of {owners.length} owners sign
      </dd>
    </div>
  )
}

function balancesQuery(address: Address) {
  return queryOptions({
    queryKey: ['balances', 56, address],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    refetchInterval: polling(15_000),
  })
}

/** BNB and the pinned tokens, read from the chain. An unreadable balance is never shown as zero. */
export function BalancesCard({ address }: { address: Address }) {
  const query = useQuery(balancesQuery(address))
  const { data, error } = query
  return (
    <Card title="Balances">
      <ReadError read={query} />
      {data ? (
        <ul className={css.balances}>
          {data.map(({ token, value }) => (
            <li key={Token.key(token)}>
              <span>{token.symbol}</span>
              <span className={css.value}>
                {value === null ? (
                  <span className={css.muted}>Couldn’t load</span>
                ) : (
                  Amount.formatNumber({ token, value })
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !error && <Skeleton lines={5} label="Reading the balances" />
      )}
    </Card>
  )
}

// Loads while the account's source is queried; it is not needed before the answer.
const ActivityList = late(async () => (await import('#features/shared/ActivityList.tsx')).ActivityList)

// Only needed while no service lists the queue.
const KnownProposals = late(async () => (await import('#features/shared/KnownProposals.tsx')).KnownProposals)

/** How many items the Overview shows; Activity has them all. */
const SHOWN = 5

/** What waits for signatures or execution; for an account without a queue, its latest activity. */
export function AttentionCard({ account }: { account: Account }) {
  const waiting = account.activity.queued !== null
  const query = useQuery(waiting ? queueQuery(account) : historyQuery(account))
  const { data, error } = query
  useEffect(() => void ActivityList.load().catch(() => {}), [])
  const reading = <Skeleton lines={3} label="Reading the activity" />
  return (
    <Card
      title={waiting ? 'Needs your attention' : 'Sent from this browser'}
      action={<Link href="/activity">All activity</Link>}
    >
      <ReadError read={query} />
      {waiting && error && !data && <KnownProposals account={account} />}
      {data ? (
        <ActivityList
          account={account.address}
          items={data.items.slice(0, SHOWN)}
          empty={waiting ? 'Nothing waits for signatures.' : 'Nothing was sent from this browser yet.'}
          waiting={reading}
        />
      ) : (
        !error && reading
      )}
    </Card>
  )
}

// Loads after the first screen and appears below its content.
const UnfinishedPayouts = late(
  async () => (await import('#features/shared/UnfinishedPayouts.tsx')).UnfinishedPayouts,
)

/** The Overview of a connected account, below its heading. */
export function AccountOverview({ account }: { account: Account }) {
  return (
    <>
      <div className={css.grid}>
        <AccountCard account={account} />
        <BalancesCard address={account.address} />
        <AttentionCard account={account} />
      </div>
      <UnfinishedPayouts account={account} />
    </>
  )
}
