import css from './AmountText.module.css'

/** How many characters of a large amount fit on one line of a phone. A longer one is smaller, so it doesn't break. */
const LONG = 11

/** An amount with its symbol in the second colour. `value` is formatted already; `isBrief` see `BriefNumber`. */
export function AmountText(props: {
  value: string
  symbol: string
  sign?: '+' | undefined
  large?: boolean
  isBrief?: boolean
}) {
  const { value, symbol, sign = '', large, isBrief } = props
  const look = [css.amount, large && css.large, value.length > LONG && css.long].filter(Boolean).join(' ')
  return (
    <span translate="no" className={look}>
      {sign}
      {isBrief ? <BriefNumber value={value} /> : value}{' '}
      <span className="text-muted text-medium">{symbol}</span>
    </span>
  )
}

/** Digits that are left after six decimals, not counting the zeros at their start. */
const REST = /^(.*\.0*[0-9]{6})([0-9]+)$/

/**
 * A formatted number of which only six decimals are seen, followed by `…`. The others are there: under the pointer, with
 * the focus, for screen readers and when it is copied. For what is held or left; money that moves shows every digit.
 */
export function BriefNumber({ value }: { value: string }) {
  const [, seen, rest] = REST.exec(value) ?? []
  if (seen === undefined) return <>{value}</>
  return (
    <span className={css.brief} title={value}>
      {seen}
      <span className={css.rest}>{rest}</span>
    </span>
  )
}
