import * as Amount from '#chain/money/Amount.ts'
import { cent } from '#chain/money/dollars.ts'
import * as Token from '#chain/money/Token.ts'
import { RateText } from '#components/price/RateText.tsx'
import { useAgreedPrices } from '#components/price/useAgreedPrices.ts'
import { toleranceText } from '#domain/request/PaymentRequest.ts'
import { noRateText } from '#domain/request/rateWords.ts'
import { LIFETIMES, type RequestDraft, TOLERANCES } from '#domain/request/requestDraft.ts'
import { unitsFor } from '#domain/request/usdAmount.ts'
import { count } from '#domain/shared/format.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import css from './UsdFields.module.css'

/** The terms of a request in US dollars, which its link fixes, and the current worth of its amount. */
export function UsdFields(props: { draft: RequestDraft; onChange: (some: Partial<RequestDraft>) => void }) {
  const { draft, onChange } = props
  const token = Token.byKey(draft.token)
  return (
    <>
      {token && <Estimate amount={draft.amount} token={token} />}
      <div className={css.two}>
        <SelectField
          label="Payable for"
          value={draft.lifetime}
          options={LIFETIMES.map((seconds) => [seconds, lifetimeText(seconds)])}
          onChoose={(lifetime) => onChange({ lifetime })}
        />
        <SelectField
          label="Accepted"
          hint="Prices move while a Safe collects signatures."
          value={draft.tolerance}
          options={TOLERANCES.map((tolerance) => [tolerance, toleranceText(tolerance)])}
          onChoose={(tolerance) => onChange({ tolerance })}
        />
      </div>
    </>
  )
}

/** The dollars in the token at the current rate. The payer pays at the rate of their own time. */
function Estimate({ amount, token }: { amount: string; token: Token.Token }) {
  const read = useAgreedPrices([token]).of.get(Token.key(token))
  const parsed = Amount.parse(amount, cent)
  if (!read) return <p className="text-small">Reading the rate…</p>
  if (read.found.kind === 'unknown') {
    return (
      <p className="text-small" role="status">
        {noRateText(read.found.why, token).what} Nobody can pay this request until there is a rate.
      </p>
    )
  }
  const { price } = read.found
  const units = parsed.ok ? unitsFor(parsed.amount.value, token, price) : null
  return (
    <p className="text-small">
      {units !== null && (
        <>
          About <strong>{Amount.format({ token, value: units })}</strong> now.{' '}
        </>
      )}
      <RateText token={token} price={price} />. The payer pays at the rate of that time.
    </p>
  )
}

/** `1 hour`, `7 days`. */
function lifetimeText(seconds: number): string {
  return seconds < 86_400 ? count(seconds / 3_600, 'hour') : count(seconds / 86_400, 'day')
}
