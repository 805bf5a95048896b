import type { Account } from '#account/Account.ts'
import { useConnection, usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Switches a wallet that is on another network; nothing if the account is given or on the right network. */
export function SwitchNetwork() {
  const connection = useConnection()
  const { connect } = usePortal()
  if (!connect?.chooseNetwork || connection.status !== 'connected' || !connection.unsupported) return null
  return <Button onClick={connect.chooseNetwork}>Switch network</Button>
}

/** Why nothing can be paid while the wallet is on another network, and the way out. */
export function WrongNetwork() {
  const connection = useConnection()
  if (connection.status !== 'connected' || !connection.unsupported) return null
  return (
    <Notice
      tone="warn"
      title="Wrong network detected, switch or disconnect to continue."
      actions={<SwitchNetwork />}
    >
      <p>Payments here run on BNB Smart Chain only.</p>
    </Notice>
  )
}

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

/** Signing a text is free in a wallet; a Safe may need a transaction, which costs a network fee. */
export function signCostWords(signer: Pick<Account, 'kind'> | null): string {
  return signer && factsOf(signer).paysFee ? 'Free, and moves no money.' : 'It moves no money.'
}
