import css from './AmountText.module.css'

/** An amount with its symbol in the second colour. `value` is formatted already and never rounded. */
export function AmountText(props: {
  value: string
  symbol: string
  sign?: '+' | undefined
  large?: boolean
}) {
  const { value, symbol, sign = '', large } = props
  return (
    <span className={large ? `${css.amount} ${css.large}` : css.amount}>
      {sign}
      {value} <span className={css.symbol}>{symbol}</span>
    </span>
  )
}
