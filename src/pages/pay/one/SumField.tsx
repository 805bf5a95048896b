import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { type PaymentDraft, withText } from '#domain/draft/paymentDraft.ts'
import { useHeld } from '#pages/pay/FromCard.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import css from './PaymentForm.module.css'

/** The properties of a field for a text of the payment. */
export function textField(
  draft: PaymentDraft,
  name: 'amount' | 'note',
  onChange: (draft: PaymentDraft) => void,
) {
  return {
    name,
    value: draft[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(withText(draft, name, event.target.value)),
  }
}

/** How much of which token is paid, and how much there is. */
export function SumField(props: {
  account: Account
  draft: PaymentDraft
  fault: string | null
  onChange: (draft: PaymentDraft) => void
}) {
  const { account, draft, fault, onChange } = props
  const { token } = draft
  const held = useHeld(account.address, token)
  // A wallet needs some BNB for the fee, and how much is not known yet.
  const canTakeAll = held !== null && held > 0n && (token.address !== null || !factsOf(account).paysFee)
  return (
    <>
      <Field label="Amount" fault={fault}>
        {(control) => (
          <span className={css.amount}>
            <input
              {...control}
              {...textField(draft, 'amount', onChange)}
              className={css.sum}
              inputMode="decimal"
              placeholder="0"
            />
            <span className={css.token}>
              <TokenLogo symbol={token.symbol} size={24} />
              <select
                className={css.select}
                aria-label="Token"
                value={Token.key(token)}
                onChange={(event) => {
                  const chosen = Token.byKey(event.target.value)
                  if (chosen) onChange({ ...draft, token: chosen })
                }}
              >
                {Token.pinned.map((one) => (
                  <option key={Token.key(one)} value={Token.key(one)}>
                    {one.symbol}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" size={16} />
            </span>
          </span>
        )}
      </Field>
      <p className={css.available}>
        {held === null ? 'Balance unknown' : `${Amount.format({ token, value: held })} available`}
        {canTakeAll && (
          <button
            type="button"
            className={css.max}
            onClick={() => onChange(withText(draft, 'amount', Amount.toDecimal({ token, value: held })))}
          >
            Max
          </button>
        )}
      </p>
    </>
  )
}
