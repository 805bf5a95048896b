import { fingerprint, shortFingerprint } from '#account/payout/fingerprint.ts'
import type { Address } from '#chain/Address.ts'
import type { Transfer } from '#chain/Call.ts'
import css from './PayPage.module.css'

/** Names the rows by their content, so that another person can compare them with what waits in the queue. */
export function Fingerprint({ account, transfers }: { account: Address; transfers: readonly Transfer[] }) {
  const whole = fingerprint(account, transfers)
  return (
    <details className={css.fingerprint}>
      <summary>
        Fingerprint of the rows <span className={css.mono}>{shortFingerprint(whole)}</span>
      </summary>
      <p className={css.hash}>{whole}</p>
      <p className={css.small}>
        The same payees, tokens and amounts from the same account always have the same one. The queue shows it
        for a proposal: compare it there before you sign.
      </p>
    </details>
  )
}
