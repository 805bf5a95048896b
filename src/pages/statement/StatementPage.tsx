import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { dollarText } from '#chain/money/dollars.ts'
import * as Token from '#chain/money/Token.ts'
import { centsOf } from '#chain/prices/dollars.ts'
import { feedOf } from '#chain/prices/feeds.ts'
import { ConnectFirst } from '#components/account/ConnectFirst.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { accountingWays } from '#components/payment/accountingWays.ts'
import { useHistory } from '#components/payment/useHistory.ts'
import { LongOwnDetails, OwnDetailsText } from '#components/settings/OwnDetailsText.tsx'
import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import { useOwnDetails } from '#components/settings/useOwnDetails.ts'
import type { AccountingFile, AccountingRow } from '#domain/accounting/AccountingFile.ts'
import {
  isProven,
  latestMonths,
  type Month,
  monthBefore,
  monthOf,
  monthStart,
  monthText,
  openingMonth,
  readMonth,
  type StatementTotal,
  statementFees,
  statementFile,
  statementTotals,
} from '#domain/accounting/statement.ts'
import { hasLooked, type Incoming } from '#domain/activity/incoming.ts'
import { whenUtc } from '#domain/shared/format.ts'
import { statementPath } from '#domain/shared/paths.ts'
import { historyFileQuery, statementQuery } from '#queries/statement.ts'
import { Button } from '#ui/Button.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { Sentences } from '#ui/list/Sentences.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow } from '#ui/useNow.ts'
import css from './Statement.module.css'

/** How many months can be chosen: two years and the current month. */
const MONTHS = 25

/** The payments of an account in one month, to print or save. */
export function StatementPage() {
  useDocumentTitle('Statement')
  const account = useAccount()
  const [path] = useLocation()
  return (
    <>
      <div className={css.screen}>
        <BackLink href="/activity">Activity</BackLink>
        <h1>Monthly statement</h1>
      </div>
      {account ? (
        <Statement key={account.address} account={account} asked={path.split('/')[2] ?? ''} />
      ) : (
        <ConnectFirst what="Connect a wallet to see what it received and paid in a month." />
      )}
    </>
  )
}

function Statement({ account, asked }: { account: Account; asked: string }) {
  const now = useNow()
  const months = latestMonths(now, MONTHS)
  const [, navigate] = useLocation()
  const wanted = readMonth(asked, months)
  const { file, failed, again, incoming, lookBack, complete, left } = useHistoryFile(
    account,
    monthStart(wanted ?? monthBefore(monthOf(now))),
  )
  const month = wanted ?? (file && openingMonth(file.rows, months))
  // A Safe's frame ignores print requests.
  const isFramed = window.parent !== window
  const raw = file && month && statementFile(file, month)
  const { data: whole, error } = useQuery(statementQuery(raw, month, complete))
  return (
    <>
      <div className={css.screen}>
        <div className={`layout-between ${css.tools}`}>
          <SelectField<Month>
            label="Month"
            hint="In UTC, like every date here."
            value={month ?? (months[1] as Month)}
            options={months.map((one) => [one, monthText(one)])}
            onChoose={(one) => navigate(statementPath(one), { replace: true })}
          />
          {whole && month && (
            <Actions>
              {!isFramed && (
                <Button primary onClick={() => window.print()}>
                  Print or save as PDF
                </Button>
              )}
              {accountingWays(async () => whole, month).map((way) => (
                <DownloadButton key={way.label} {...way} />
              ))}
            </Actions>
          )}
        </div>
        {isFramed && (
          <p className="text-fine">Safe{'{Wallet}'} doesn’t let apps print. Save the file instead.</p>
        )}
        {failed && <ReadError read={failed} />}
        {error && <p role="alert">The statement could not be made. Reload this page.</p>}
        {again && <Button onClick={again}>Read on</Button>}
        {incoming && file && (
          <p>
            <Button size="small" onClick={lookBack} disabled={incoming.looking}>
              {incoming.looking ? 'Loading older payments…' : 'Load older payments'}
            </Button>
          </p>
        )}
      </div>
      {whole && month ? (
        <StatementPaper account={account} month={month} file={whole} />
      ) : (
        !failed &&
        !error && (
          <div className="paper">
            <Skeleton
              lines={8}
              label={left > 0 ? `Reading fees and prices, ${left} to go` : 'Reading the payments'}
            />
          </div>
        )
      )}
    </>
  )
}

/**
 * All payments of an account since a time, as an accounting file without names, fees and prices; null until they are
 * read. A service's list is loaded until it reaches back that far.
 * @param since ms since the epoch
 */
function useHistoryFile(account: Account, since: number) {
  const { isListed, query, more, incoming, reading, watch, items, contents, make, ...rest } = useHistory(
    account,
    true,
  )
  const list = query.data
  const oldest = items.findLast(({ at }) => at !== null)?.at ?? Number.POSITIVE_INFINITY
  const isBack = list !== undefined && (list.cursor === null || oldest < since)
  const next = useEffectEvent(() => more.mutate())
  // By its cursor, because a page may come before React has drawn that it was asked for.
  const from = isBack || more.isPending || more.error ? null : (list?.cursor ?? null)
  useEffect(() => {
    if (from !== null) next()
  }, [from])
  const isRead = isBack && (isListed || hasLooked(incoming))
  const facts = [
    items.map(({ id, status }) => [id, status.kind === 'judged' ? status.status.kind : status.kind]),
    contents.size,
    isListed ? null : coverageOf(incoming),
  ]
  // Older pages hold no payment since that time.
  const whole = list && (oldest < since ? { ...list, cursor: null, cut: false } : list)
  const file = useQuery(
    historyFileQuery(account, since, facts, isRead && whole ? () => make(whole, 'day') : null),
  )
  return {
    file: file.data ?? null,
    failed: [query, reading, file].find(({ error }) => error !== null) ?? null,
    again: more.error ? () => more.mutate() : null,
    incoming: isListed ? null : incoming,
    lookBack: () => void watch.lookBack(),
    ...rest,
  }
}

/** Changes with what was found, not with every new block. */
function coverageOf({ tokens, bnb }: Incoming): unknown {
  const known = bnb === null || bnb === 'unsupported' ? bnb : [bnb.from, bnb.arrivals.length, bnb.unexplained]
  return [tokens?.from, tokens?.transfers.length, known]
}

/** The sheet that is printed: whose account, the sums, every payment, and what may be missing. */
function StatementPaper(props: { account: Account; month: Month; file: AccountingFile }) {
  const { account, month, file } = props
  const own = useOwnDetails()
  const name = usePeople().nameOf(account.address)
  return (
    <section className="paper" aria-label="Statement">
      <div className={`layout-between ${css.top}`}>
        <p className="layout-line">
          <Logo size={24} />
          Statement
        </p>
        <p>Made {whenUtc(file.writtenAt)}</p>
      </div>
      <h2 className={css.month}>{monthText(month)}</h2>
      <dl className={css.who}>
        <NamedFact name={`Account on BNB Smart Chain (${factsOf(account).noun})`}>
          {own ? <OwnDetailsText of={own} /> : name && <bdi className="text-medium">{name}</bdi>}
          <GroupedAddress address={account.address} />
        </NamedFact>
      </dl>
      {own && <LongOwnDetails of={own} />}
      <Totals rows={file.rows} />
      {file.rows.length > 0 && <Payments rows={file.rows} />}
      <Transactions rows={file.rows} />
      <div className={css.notes}>
        {file.partial.length > 0 && <h3>What may be missing</h3>}
        <Sentences of={file.partial} />
        <Sentences of={file.notes} />
      </div>
    </section>
  )
}

/** The proven sums by token, and the network fees. */
function Totals({ rows }: { rows: readonly AccountingRow[] }) {
  const totals = statementTotals(rows)
  const fees = statementFees(rows)
  if (totals.length === 0) return <p>No payment in this month is proven by what was read.</p>
  return (
    <table className={css.totals}>
      <thead>
        <tr>
          <th scope="col">Total</th>
          <th scope="col">Received</th>
          <th scope="col">Paid</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => (
          <TokenTotal
            key={`${total.token.address} ${total.token.symbol} ${total.token.decimals}`}
            of={total}
          />
        ))}
        {fees > 0n && (
          <tr>
            <th scope="row">Network fees</th>
            <td />
            <td>{Amount.format({ token: Token.BNB, value: fees })}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function TokenTotal({ of: { token, received, paid, short } }: { of: StatementTotal }) {
  const number = (value: bigint) => Amount.formatNumber({ token: { ...token, name: '' }, value })
  return (
    <>
      <tr>
        <th scope="row">
          <TokenName address={token.address} symbol={token.symbol} />
        </th>
        <td>{number(received)}</td>
        <td>{number(paid)}</td>
      </tr>
      {short > 0n && (
        <tr>
          <th scope="row">
            <TokenName address={token.address} symbol={token.symbol} />: sent, received less
          </th>
          <td />
          <td>{number(short)}</td>
        </tr>
      )}
    </>
  )
}

/** A token that is not pinned is known by its contract alone. */
function TokenName({ address, symbol }: { address: Address | null; symbol: string }) {
  if (Token.find(address)) return <bdi>{symbol}</bdi>
  return (
    <>
      <bdi>{symbol}</bdi> (unverified, <span className={css.contract}>{address}</span>)
    </>
  )
}

function Payments({ rows }: { rows: readonly AccountingRow[] }) {
  return (
    <table className={css.payments}>
      <caption className="visually-hidden">Payments</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">From or to</th>
          <th scope="col">Amount</th>
          <th scope="col">USD</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may hold equal payments
          <StatementRow key={index} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const dayUtc = (at: number | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10))

/** One payment of a statement, in one line if it fits. The other side's address is always whole; its name was given in this browser. */
function StatementRow({ row }: { row: AccountingRow }) {
  const { at, direction, from, to, token, value, counterparty, memo, reference, campaign } = row
  const other = direction === 'in' ? from : to
  const amount = { token: { ...token, name: '' }, value }
  return (
    <tr className={isProven(row) ? undefined : css.open}>
      <td className={css.date}>{dayUtc(at)}</td>
      <td className={css.other}>
        {counterparty !== other && counterparty !== '' && <bdi className="text-medium">{counterparty}</bdi>}
        {other ? <span className={css.address}>{other}</span> : <span>A Safe or contract</span>}
        {[memo, reference, campaign].map((text) => text && <bdi key={text}>{text}</bdi>)}
      </td>
      <td className={css.amount}>
        <span>
          {direction === 'in' ? '+' : '−'}
          {Amount.formatNumber(amount)} {Token.find(token.address) ? token.symbol : 'unverified'}
        </span>
        {!isProven(row) && <span>{row.status}</span>}
      </td>
      <td className={css.amount}>{worth(row)}</td>
    </tr>
  )
}

/** The transaction and the fee of each payment, in the order of the payments. */
function Transactions({ rows }: { rows: readonly AccountingRow[] }) {
  const sent = rows.filter(({ hash }) => hash !== null)
  if (sent.length === 0) return null
  return (
    <TechnicalDetails>
      <ol className={css.transactions}>
        {sent.map(({ at, hash, fee }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may hold equal payments
          <li key={index}>
            {dayUtc(at)} <span className={css.hash}>{hash}</span>
            {fee && ` Fee ${Amount.format({ token: Token.BNB, value: fee.value })}`}
          </li>
        ))}
      </ol>
    </TechnicalDetails>
  )
}

/** The worth at the time of the payment; empty where no price is known. */
function worth({ token, value, price }: AccountingRow): string {
  const feed = feedOf(token)
  return price && feed ? dollarText(centsOf({ token: feed.token, value }, price)) : ''
}
