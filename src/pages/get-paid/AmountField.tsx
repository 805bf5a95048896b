import { useId } from 'react'
import * as Token from '#chain/money/Token.ts'
import { TokenChoices } from '#components/payment/TokenChoices.tsx'
import { OTHER_TOKEN, type RequestDraft } from '#domain/request/requestDraft.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import css from './AmountField.module.css'
import requestFormCss from './RequestForm.module.css'

/** The amount in large digits, with its token in the same control. In US dollars it is the token to pay in. */
export function AmountField(props: {
  draft: RequestDraft
  fault: string | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, fault, onChange } = props
  const id = useId()
  const symbol = Token.byKey(draft.token)?.symbol
  const isOpen = draft.asks === 'open'
  const isUsd = draft.asks === 'usd'
  return (
    <div className={css.field}>
      <div className={`layout-between ${css.labelled}`}>
        <label className={css.label} htmlFor={id}>
          Amount
        </label>
        <fieldset className={requestFormCss.units} aria-label="Amount in">
          {(['exact', 'usd'] as const).map((asks) => (
            <button
              key={asks}
              type="button"
              aria-pressed={draft.asks === asks}
              onClick={() => onChange({ asks })}
            >
              {asks === 'usd' ? 'US dollars' : (symbol ?? 'Token')}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={css.amount}>
        {isUsd && <span className={css.sign}>$</span>}
        <input
          id={id}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={isOpen ? 'The payer chooses' : '0'}
          value={isOpen ? '' : draft.amount}
          disabled={isOpen}
          onChange={(event) => onChange({ amount: event.target.value })}
          {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        <span className={css.token}>
          {isUsd && <span className="text-muted">in</span>}
          {symbol && <TokenLogo symbol={symbol} size={22} />}
          {symbol ?? 'Other'}
          <Icon name="chevron-down" size={16} />
          <select
            aria-label={isUsd ? 'Paid in' : 'Token'}
            value={draft.token}
            onChange={(event) => onChange({ token: event.target.value })}
          >
            <TokenChoices />
            {(!isUsd || draft.token === OTHER_TOKEN) && (
              <option value={OTHER_TOKEN}>Other token (contract address)</option>
            )}
          </select>
        </span>
      </div>
      {fault && (
        <p className={css.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
