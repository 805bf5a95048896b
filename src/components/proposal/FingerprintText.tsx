import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { fingerprint, shortFingerprint } from '#domain/ledger/fingerprint.ts'
import { Disclosure } from '#ui/page/Disclosure.tsx'
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
    <Disclosure
      summary={
        <span>
          Payout fingerprint <span className={css.digits}>{shortFingerprint(whole)}</span>
        </span>
      }
    >
      <p translate="no" className={`text-mono ${css.whole}`}>
        {whole}
      </p>
      <p className="text-small">Co-signers see the same code in the queue. If it differs, don’t sign.</p>
    </Disclosure>
  )
}
