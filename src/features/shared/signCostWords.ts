import type { Account } from '#account/Account.ts'

/** What it costs to sign a text: nothing in a wallet, while a Safe may need a transaction for it. */
export function signCostWords(signer: Pick<Account, 'kind'> | null): string {
  return signer?.kind === 'eoa' ? 'Free, and moves no money.' : 'It moves no money.'
}
