import type { Account } from '#account/Account.ts'
import { Notice } from '#ui/Notice.tsx'

/**
 * Shown if no owner is connected to the Safe's host, because its dialog would be a dead end.
 * @param to what the person wants to do, after "Connect one in Safe{Wallet} to"
 */
export function NoOwnerNotice({ account, to = 'propose a payment' }: { account: Account; to?: string }) {
  if (!account.safe?.readOnly) return null
  return (
    <Notice tone="warn" title="No owner’s wallet is connected in your Safe.">
      <p>
        Connect one in Safe{'{Wallet}'} to {to}. What you entered stays here.
      </p>
    </Notice>
  )
}
