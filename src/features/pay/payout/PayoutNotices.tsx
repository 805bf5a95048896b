import type { Account } from '#account/Account.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { StopScreen } from '#features/shared/StopScreen.tsx'
import layout from '#ui/layout/layout.module.css'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** How many rows of the list are paid, and which lines are left out, each with its reason. */
export function Skipped({ paid, skipped }: { paid: number; skipped: Payout['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Disclosure summary={`${paid} of ${paid + skipped.length} lines included, ${skipped.length} skipped`}>
      <ul className={layout.tight}>
        {skipped.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Shown if no owner is connected to the Safe's host, because its dialog would be a dead end. */
export function NoOwnerNotice({ account }: { account: Account }) {
  if (!account.safe?.readOnly) return null
  return (
    <Notice tone="warn" title="No owner’s wallet is connected in your Safe.">
      <p>Connect one in Safe{'{Wallet}'} to propose a payment. What you entered stays here.</p>
    </Notice>
  )
}

/** Shown if the proposal waiting for signatures differs from the reviewed one. */
export function MismatchStop({ differences }: { differences: readonly string[] }) {
  return (
    <StopScreen
      title="Do not sign this proposal"
      intro="The Safe shows a different payment than you reviewed here. Don’t sign it."
      differences={differences}
      steps={[
        'Did you change it in your Safe yourself? Check it there before anyone signs.',
        'If not, sign nothing. Call the other owners instead of writing to them.',
        'Reject it in Safe{Wallet}, then propose the payment again from here.',
      ]}
    >
      <a className="button" href="#/activity">
        Back to Activity
      </a>
    </StopScreen>
  )
}
