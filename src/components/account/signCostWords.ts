import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'

/** Signing a text is free in a wallet; a Safe may need a transaction, which costs a network fee. */
export function signCostWords(signer: Pick<Account, 'kind'> | null): string {
  return signer && factsOf(signer).paysFee ? 'Free, and moves no money.' : 'It moves no money.'
}
