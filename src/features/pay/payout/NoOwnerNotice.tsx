import type { Account } from '#account/Account.ts'
import { Notice } from '#ui/Notice.tsx'

/** Shown if no owner is connected to the Safe's host, because its dialog would be a dead end. */
export function NoOwnerNotice({ account }: { account: Account }) {
  if (!account.safe?.readOnly) return null
  return (
    <Notice tone="warn" title="No owner’s wallet is connected in your Safe.">
      <p>Connect one in Safe{'{Wallet}'} to propose a payment. What you enter here stays meanwhile.</p>
    </Notice>
  )
}
