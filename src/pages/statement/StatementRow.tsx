import * as Amount from '#chain/money/Amount.ts'
import { dollarText } from '#chain/money/dollars.ts'
import * as Token from '#chain/money/Token.ts'
import { centsOf } from '#chain/prices/dollars.ts'
import { feedOf } from '#chain/prices/feeds.ts'
import type { AccountingRow } from '#domain/accounting/AccountingFile.ts'
import { isProven } from '#domain/accounting/statement.ts'
import css from './Statement.module.css'

/** One payment of a statement. The other side's address is always whole; its name was given in this browser. */
export function StatementRow({ row }: { row: AccountingRow }) {
  const { at, direction, from, to, token, value, counterparty, memo, reference, campaign, hash, fee } = row
  const other = direction === 'in' ? from : to
  const amount = { token: { ...token, name: '' }, value }
  const words = [
    ['For', memo],
    ['Reference', reference],
    ['Campaign', campaign],
  ] as const
  return (
    <tr className={isProven(row) ? undefined : css.open}>
      <td className={css.date}>{at === null ? '' : new Date(at).toISOString().slice(0, 10)}</td>
      <td className={css.other}>
        {counterparty !== other && counterparty !== '' && <bdi className="text-medium">{counterparty}</bdi>}
        {other ? <span className={css.address}>{other}</span> : <span>A Safe or contract</span>}
        {words.map(([title, text]) => text && <Said key={title} title={title} text={text} />)}
        {hash && <span className={css.hash}>{hash}</span>}
      </td>
      <td className={css.amount}>
        <span>
          {direction === 'in' ? '+' : '−'}
          {Amount.formatNumber(amount)} {Token.find(token.address) ? token.symbol : 'unverified'}
        </span>
        {!isProven(row) && <span>{row.status}</span>}
        {fee && <span className={css.fee}>Fee {Amount.format({ token: Token.BNB, value: fee.value })}</span>}
      </td>
      <td className={css.amount}>{worth(row)}</td>
    </tr>
  )
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <span>
      {title}: <bdi>{text}</bdi>
    </span>
  )
}

/** The worth at the time of the payment; empty where no price is known. */
function worth({ token, value, price }: AccountingRow): string {
  const feed = feedOf(token)
  return price && feed ? dollarText(centsOf({ token: feed.token, value }, price)) : ''
}
