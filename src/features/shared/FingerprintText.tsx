import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { fingerprint, shortFingerprint } from '#domain/payout/fingerprint.ts'
import css from './FingerprintText.module.css'

/** Shows the fingerprint of the rows, so that another person can compare them with the queue. */
export function FingerprintText({
  account,
  transfers,
}: {
  account: Address
  transfers: readonly Transfer[]
}) {
  const whole = fingerprint(account, transfers)
  return (
    <details className={css.fingerprint}>
      <summary>
        Payout fingerprint <span className={css.digits}>{shortFingerprint(whole)}</span>
      </summary>
      <p className={css.whole}>{whole}</p>
      <p className={css.small}>Co-signers see the same code in the queue. If it differs, don’t sign.</p>
    </details>
  )
}
