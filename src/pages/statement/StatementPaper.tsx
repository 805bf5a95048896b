import { useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { centsOf, feedOf } from '#chain/prices/feeds.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { LongOwnDetails, OwnDetailsText, useOwnDetails } from '#components/settings/OwnDetailsText.tsx'
import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import type { AccountingFile, AccountingRow } from '#domain/accounting/AccountingFile.ts'
import {
  hasUnknownBalance,
  isProven,
  type Month,
  monthEnd,
  monthText,
  type StatementTotal,
  statementFees,
  statementTotals,
} from '#domain/accounting/statement.ts'
import { whenUtc } from '#domain/shared/format.ts'
import { monthBalancesQuery } from '#queries/statement.ts'
import { Logo } from '#ui/icons/Icon.tsx'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { Sentences } from '#ui/list/Sentences.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './Statement.module.css'

/** The sheet that is printed: whose account, the sums, every payment, and what may be missing. */
export function StatementPaper(props: { account: Account; month: Month; file: AccountingFile }) {
  const { account, month, file } = props
  const own = useOwnDetails()
  const name = usePeople().nameOf(account.address)
  return (
    <section className="paper" aria-label="Statement">
      <div className="layout-between text-fine">
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
      <Balances account={account.address} month={month} isOver={monthEnd(month) <= file.writtenAt} />
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
  const none = totals.length === 0 && <p>No payment in this month is proven by what was read.</p>
  // A payment that failed costs its fee.
  if (none && fees === 0n) return none
  return (
    <>
      {none}
      <table className={`${css.table} ${css.totals}`}>
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
    </>
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

/** The balances when the month began and ended, where two operators agree. */
function Balances(props: { account: Address; month: Month; isOver: boolean }) {
  const { account, month, isOver } = props
  const { data } = useQuery(monthBalancesQuery(account, month, isOver))
  if (!data) return <Skeleton lines={2} label="Reading the balances" />
  const held = data.filter(({ opening, closing }) => (opening ?? 0n) > 0n || (closing ?? 0n) > 0n)
  const number = (token: Token.Token, value: bigint | null) =>
    value === null ? 'unknown' : Amount.formatNumber({ token, value })
  return (
    <>
      {held.length > 0 && (
        <table className={`${css.table} ${css.totals}`} aria-label="Balances">
          <thead>
            <tr>
              <th scope="col">Balance</th>
              <th scope="col">At the start</th>
              {isOver && <th scope="col">At the end</th>}
            </tr>
          </thead>
          <tbody>
            {held.map(({ token, opening, closing }) => (
              <tr key={token.symbol}>
                <th scope="row">{token.symbol}</th>
                <td>{number(token, opening)}</td>
                {isOver && <td>{number(token, closing)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasUnknownBalance(data, isOver) && (
        <p className={css.notes}>
          {held.length > 0 ? 'Some balances are unknown' : 'The balances of this month are unknown'}: no two
          network nodes report the same.
        </p>
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
    <table className={`${css.table} ${css.payments}`}>
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
      <ol className="text-fine">
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
  return price && feed ? Amount.dollarText(centsOf({ token: feed.token, value }, price)) : ''
}
