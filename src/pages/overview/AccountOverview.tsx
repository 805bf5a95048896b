import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { Balance } from '#chain/rpc/rpcMethods.ts'
import type { WorthWords } from '#components/price/prices.tsx'
import { count } from '#domain/shared/format.ts'
import { youPath } from '#domain/shared/paths.ts'
import { balancesQuery } from '#queries/account.ts'
import { buttonClass } from '#ui/Button.tsx'
import { AmountText, BriefNumber } from '#ui/content/AmountText.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './AccountOverview.module.css'
import { OwnersCard } from './OwnersCard.tsx'

// Not needed before the network has answered.
const Transactions = lazyComponent(async () => (await import('./Transactions.tsx')).Transactions)
const AddressCard = lazyComponent(async () => (await import('./AddressCard.tsx')).AddressCard)
const ReadError = lazyComponent(async () => (await import('#components/error/ReadError.tsx')).ReadError)
const loadPrices = () => import('#components/price/prices.tsx')
const PriceSource = lazyComponent(async () => (await loadPrices()).PriceSource)
// If prices do not load, only their source reports it, and the amounts in tokens stay.
const AboutDollars = lazyComponent(
  async () => (await loadPrices().catch(() => null))?.AboutDollars ?? (() => null),
)
const Worth = lazyComponent(async () => (await loadPrices().catch(() => null))?.Worth ?? noWorth)
const noWorth: typeof import('#components/price/prices.tsx').Worth = ({ children }) => (
  <>{children(null, false)}</>
)

const request = ['/get-paid', 'hand-coins', 'Request'] as const
const pay = ['/pay', 'send', 'Pay'] as const
const list = ['/pay/list', 'table-2', 'Pay a list'] as const
const prove = [youPath, 'badge-check', 'Prove'] as const

// The main action first: a Safe mostly pays, a wallet mostly gets paid.
const safeActions = [list, pay, request, prove]
const walletActions = [request, pay, list, prove]

/** The account's main balance, and the actions that a person came here for. */
function BalanceCard({ account }: { account: Account }) {
  const { data } = useQuery(balancesQuery(account.address))
  const isSafe = account.safe !== null
  // Dollar coins first: BNB is mostly there for fees.
  const held = data?.flatMap(({ token, value }) => (value ? [{ token, value }] : [])).sort(bnbLast)
  const unread = data?.filter(({ value }) => value === null) ?? []
  return (
    <section className={css.balance} aria-label="Balance">
      <p className="text-fine text-medium">{isSafe ? 'Balance of the Safe' : 'Balance'}</p>
      <Worth of={data} waiting={<HeldAmounts held={undefined} unread={unread} worth={null} />}>
        {(worth, isReading) => (
          <HeldAmounts
            key={worth ? 'worth' : 'held'}
            held={isReading ? undefined : held}
            unread={unread}
            worth={worth}
          />
        )}
      </Worth>
      <div className={css.actions}>
        {(isSafe ? safeActions : walletActions).map(([path, icon, label], index) => (
          <Link key={path} className={buttonClass({ primary: index === 0 })} href={path}>
            <Icon name={icon} />
            {label}
          </Link>
        ))}
      </div>
    </section>
  )
}

/**
 * The worth of the account's holdings; without prices the amounts. Unread balances are mentioned, because most of the
 * money may be in them.
 */
function HeldAmounts(props: {
  held: readonly Amount.Amount[] | undefined
  unread: readonly Balance[]
  worth: WorthWords | null
}) {
  const { held, unread, worth } = props
  return (
    <p className={css.held}>
      {worth && (
        <span className={`text-display ${css.worth}`}>
          <span className={css.none}>{worth.lead}</span> {worth.sum}{' '}
          <span className={css.none}>{worth.without}</span>
        </span>
      )}
      {!worth &&
        held?.map((one, index) => (
          <AmountText
            key={Token.key(one.token)}
            large={index === 0}
            value={Amount.formatNumber(one)}
            symbol={one.token.symbol}
            isBrief
          />
        ))}
      {unread.length > 0 && <span className={css.none}>{unreadWords(unread, held)}</span>}
      {!held?.length && unread.length === 0 && <span className={css.none}>{held ? 'Nothing yet' : '…'}</span>}
    </p>
  )
}

/** `and 3 tokens we couldn’t read`, after the balances that were read. */
function unreadWords(unread: readonly Balance[], held: readonly Amount.Amount[] | undefined): string {
  const [only] = unread
  const what = unread.length === 1 && only ? only.token.symbol : count(unread.length, 'token')
  return `${held?.length ? 'and ' : ''}${what} we couldn’t read`
}

function bnbLast(a: Amount.Amount, b: Amount.Amount): number {
  return Number(a.token.address === null) - Number(b.token.address === null)
}

/** BNB and the pinned tokens, read from the chain. An unreadable balance is never shown as zero. */
function TokensCard({ address }: { address: Address }) {
  const query = useQuery(balancesQuery(address))
  const { data, error } = query
  return (
    <Card
      title="Balances"
      flush
      foot={
        <div className={css.line}>
          <PriceSource waiting="Prices by Chainlink" />
        </div>
      }
    >
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
                sub={<span className={css.line}>{token.name}</span>}
                end={
                  value === null ? (
                    <span className={css.none}>Couldn’t load</span>
                  ) : (
                    <>
                      <span className="text-medium text-tabular text-wrap">
                        <BriefNumber value={Amount.formatNumber({ token, value })} />
                      </span>
                      <span className={css.dollars}>
                        <AboutDollars of={{ token, value }} />
                      </span>
                    </>
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

/** Shown until a card's code has loaded, with the height of its rows. */
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
    <div className={`layout-aside ${css.columns}`}>
      <div className={css.column}>
        {safe?.readOnly && (
          <Notice tone="info">View only: connect an owner in Safe{'{Wallet}'} to propose or sign.</Notice>
        )}
        <BalanceCard account={account} />
        <Transactions
          account={account}
          waiting={
            <>
              {account.activity.queued && <WaitingCard title="Needs your attention" rows={3} />}
              <WaitingCard title="Latest" rows={5} />
            </>
          }
        />
      </div>
      <div className={css.column}>
        <TokensCard address={account.address} />
        {safe && <OwnersCard account={account} reported={safe} />}
        <AddressCard account={account} />
      </div>
    </div>
  )
}
