import type { Address } from '#chain/money/Address.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './Request.module.css'
import type { KnownPayee } from './useKnownPayee.ts'

/** What the connected account knows of the payee: itself, paid before, made to look like one that was, or new. */
export function PayeeChecks({ known, payee }: { known: KnownPayee | null; payee: Address }) {
  if (!known) {
    return (
      <p className={css.small}>
        Whether you have paid this account before is told when an account is connected. Nothing connects by
        itself.
      </p>
    )
  }
  const { account, state, times, alike } = known
  if (account.address === payee) {
    return (
      <Notice tone="info" title="This request pays you.">
        <p>The connected account is the one that would be paid.</p>
      </Notice>
    )
  }
  if (alike?.kind === 'look-alike') {
    return (
      <Notice tone="bad" title="This address looks like one that you have paid, and is another one.">
        <p>
          You paid <span className={css.mono}>{alike.known}</span> before. This request begins and ends alike,
          which is how thieves have payments sent to them. Compare every digit.
        </p>
      </Notice>
    )
  }
  if (state !== 'read') {
    return (
      <p className={css.muted}>
        {state === 'reading'
          ? 'Looking whether you have paid it before…'
          : 'Whether you have paid it before could not be read.'}
      </p>
    )
  }
  if (times > 0) {
    return (
      <p role="status">
        You have paid this account before: {times} {times === 1 ? 'payment' : 'payments'} in the history that
        is loaded.
      </p>
    )
  }
  return (
    <p role="status">
      You have not paid this account before, as far as your history is loaded
      {alike ? `. It is similar to ${alike.known}, which you have paid` : ''}.
    </p>
  )
}
