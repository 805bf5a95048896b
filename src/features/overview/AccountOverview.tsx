import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readBalances } from '#chain/rpc/readContract.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { late } from '#ui/late.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './AccountOverview.module.css'

// Not needed before the answers of the network.
const Latest = late(async () => (await import('./Latest.tsx')).Latest)
const QueueCard = late(async () => (await import('./QueueCard.tsx')).QueueCard)
const OwnersCard = late(async () => (await import('./OwnersCard.tsx')).OwnersCard)
const AddressCard = late(async () => (await import('./AddressCard.tsx')).AddressCard)
// Appears below the first screen.
const UnfinishedPayouts = late(
  async () => (await import('#features/shared/UnfinishedPayouts.tsx')).UnfinishedPayouts,
)

const actions = {
  request: ['/get-paid', 'hand-coins', 'Request'],
  pay: ['/pay', 'send', 'Pay'],
  list: ['/pay/list', 'table-2', 'Pay a list'],
  prove: ['/verify/mine', 'badge-check', 'Prove'],
} as const

// The main action first: a Safe mostly pays, a wallet mostly gets paid.
const safeActions = ['list', 'pay', 'request', 'prove'] as const
const walletActions = ['request', 'pay', 'list', 'prove'] as const

function balancesQuery(address: Address) {
  return queryOptions({
    queryKey: ['balances', 56, address],
    queryFn: () => readChain(() => readBalances(bscRpc, address)),
    refetchInterval: polling(15_000),
  })
}

/** What the account holds most of, and what a person came here to do. */
function BalanceCard({ account }: { account: Account }) {
  const { data } = useQuery(balancesQuery(account.address))
  const isSafe = account.safe !== null
  const held = data?.flatMap(({ token, value }) => (value ? [{ token, value }] : []))
  // Dollar coins first: BNB is mostly there for fees.
  const [most, ...others] = [...(held ?? [])].sort(bnbLast)
  return (
    <section className={css.balance} aria-label="Balance">
      <p className={css.label}>{isSafe ? 'Balance of the Safe' : 'Balance'}</p>
      <p className={css.held}>
        {most && <AmountText large value={Amount.formatNumber(most)} symbol={most.token.symbol} />}
        {others.map((one) => (
          <AmountText key={Token.key(one.token)} value={Amount.formatNumber(one)} symbol={one.token.symbol} />
        ))}
        {!most && <span className={css.none}>{held ? 'Nothing yet' : '…'}</span>}
      </p>
      <div className={css.actions}>
        {(isSafe ? safeActions : walletActions).map((action, index) => {
          const [path, icon, label] = actions[action]
          return (
            <Link key={path} className={buttonClass({ primary: index === 0 })} href={path}>
              <Icon name={icon} />
              {label}
            </Link>
          )
        })}
      </div>
    </section>
  )
}

function bnbLast(a: Amount.Amount, b: Amount.Amount): number {
  return Number(a.token.address === null) - Number(b.token.address === null)
}

/** BNB and the pinned tokens, read from the chain. An unreadable balance is never shown as zero. */
function TokensCard({ address }: { address: Address }) {
  const query = useQuery(balancesQuery(address))
  const { data, error } = query
  return (
    <Card title="Balances" flush>
      {error && (
        <Inset>
          <ReadError read={query} />
        </Inset>
      )}
      {data ? (
        <Rows>
          {data.map(({ token, value }) => (
            <li key={Token.key(token)}>
              <Row
                mark={<TokenLogo symbol={token.symbol} />}
                title={token.symbol}
                sub={token.name}
                end={
                  value === null ? (
                    <span className={css.none}>Couldn’t load</span>
                  ) : (
                    <span className={css.number}>{Amount.formatNumber({ token, value })}</span>
                  )
                }
              />
            </li>
          ))}
        </Rows>
      ) : (
        !error && <Skeleton rows={5} label="Reading the balances" />
      )}
    </Card>
  )
}

/** In the place of a card whose code is on its way, with the height of its rows. */
function WaitingCard({ title, rows }: { title: string; rows: number }) {
  return (
    <Card title={title} flush>
      <Skeleton rows={rows} label="Loading the list" />
    </Card>
  )
}

/** The Overview of a connected account, below its heading. */
export function AccountOverview({ account }: { account: Account }) {
  const { safe } = account
  return (
    <div className={css.columns}>
      <div className={css.column}>
        {safe?.readOnly && (
          <Notice tone="info">View only: connect an owner in Safe{'{Wallet}'} to propose or sign.</Notice>
        )}
        <BalanceCard account={account} />
        <UnfinishedPayouts account={account} />
        {account.activity.queued && (
          <QueueCard account={account} waiting={<WaitingCard title="Waiting for signatures" rows={3} />} />
        )}
        <Latest account={account} waiting={<WaitingCard title="Latest" rows={5} />} />
      </div>
      <div className={css.column}>
        <TokensCard address={account.address} />
        {safe && <OwnersCard account={account} reported={safe} />}
        <AddressCard account={account} />
      </div>
    </div>
  )
}
