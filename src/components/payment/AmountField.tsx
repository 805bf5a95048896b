import type { ReactNode } from 'react'
import * as Token from '#chain/money/Token.ts'
import { Field } from '#ui/form/Fields.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import css from './AmountField.module.css'

/** An amount in large digits, with its token in the same control. */
export function AmountField(props: {
  value: string
  onText: (text: string) => void
  placeholder?: string
  isDisabled?: boolean
  fault: string | null
  /** A currency sign in front of the amount. The token is then only what is paid with. */
  sign?: string
  /** The key of a pinned token, or the value of one of `others`. */
  token: string
  onToken: (key: string) => void
  /** The accessible name of the token list. */
  tokenLabel?: string
  /** Options below the pinned tokens. */
  others?: ReactNode
  /** At the end of the label's line. */
  beside?: ReactNode
}) {
  const { sign } = props
  const symbol = Token.byKey(props.token)?.symbol
  return (
    <Field label="Amount" fault={props.fault} beside={props.beside}>
      {(control) => (
        <div className={`layout-box layout-line ${css.amount}`}>
          {sign && <span className={css.sign}>{sign}</span>}
          <input
            {...control}
            className={css.digits}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder={props.placeholder ?? '0'}
            value={props.value}
            disabled={props.isDisabled}
            onChange={(event) => props.onText(event.target.value)}
          />
          <span className={css.token}>
            {sign && <span className="text-muted">in</span>}
            {symbol && <TokenLogo symbol={symbol} size={24} />}
            {symbol ?? 'Other'}
            <Icon name="chevron-down" size={16} />
            <select
              className={css.select}
              aria-label={props.tokenLabel ?? 'Token'}
              value={props.token}
              onChange={(event) => props.onToken(event.target.value)}
            >
              {Token.pinned.map((token) => (
                <option key={Token.key(token)} value={Token.key(token)}>
                  {token.symbol}
                </option>
              ))}
              {props.others}
            </select>
          </span>
        </div>
      )}
    </Field>
  )
}
