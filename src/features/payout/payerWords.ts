import type { Account } from '#account/Account.ts'

/** Where the person is asked. A wallet that proposes to a Safe is asked itself. */
export function whereAsked({ kind, proposer }: Account): 'your Safe' | 'your wallet' {
  return kind === 'safe' && !proposer ? 'your Safe' : 'your wallet'
}

/** What is said while the person is asked. */
export function askingTitle(account: Account): string {
  if (account.proposer) return 'Sign the proposal in your wallet…'
  return account.kind === 'safe' ? 'Waiting for you in your Safe…' : 'Confirm it in your wallet…'
}

/** What to compare there. */
export function askingText({ proposer, address }: Account, what: string): string {
  if (!proposer) return `Compare ${what}.`
  return `Your wallet shows a message (SafeTx) of the Safe ${address} with what is paid inside its data. Signing it moves no money by itself.`
}

/** Who has to sign for a Safe, and what the one who proposes is to it. */
export function signersWords({ safe, proposer }: Account): string {
  if (safe === null) return ''
  const signs = `${safe.threshold} of ${safe.owners.length} owners sign.`
  if (!proposer) return signs
  return proposer.role === 'owner'
    ? `${signs} You are one of them, so your proposal is the first signature.`
    : `${signs} You are a delegate: your proposal counts as nobody’s signature.`
}
