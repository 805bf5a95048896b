import { useId } from 'react'
import * as Token from '#chain/money/Token.ts'
import { OTHER_TOKEN, type RequestDraft } from '#domain/request/requestDraft.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import css from './MakePage.module.css'

/** The amount in large digits, with its token in the same control. */
export function AmountField(props: {
  draft: RequestDraft
  fault: string | null
  onChange: (some: Partial<RequestDraft>) => void
}) {
  const { draft, fault, onChange } = props
  const id = useId()
  const symbol = Token.pinned.find((token) => Token.key(token) === draft.token)?.symbol
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        Amount
      </label>
      <div className={css.amount}>
        <input
          id={id}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={draft.open ? 'The payer chooses' : '0'}
          value={draft.open ? '' : draft.amount}
          disabled={draft.open}
          onChange={(event) => onChange({ amount: event.target.value })}
          {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        <span className={css.token}>
          {symbol && <TokenLogo symbol={symbol} size={22} />}
          {symbol ?? 'Other'}
          <Icon name="chevron-down" size={16} />
          <select
            aria-label="Token"
            value={draft.token}
            onChange={(event) => onChange({ token: event.target.value })}
          >
            {Token.pinned.map((token) => (
              <option key={Token.key(token)} value={Token.key(token)}>
                {token.symbol}
              </option>
            ))}
            <option value={OTHER_TOKEN}>Other token (contract address)</option>
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
