import type { Account } from './Account.ts'

/** The differences between accounts that people see, or that decide what a page asks for. */
type AccountFacts = {
  /** Its name in sentences: "your Safe". */
  readonly noun: 'Safe' | 'wallet'
  /** The button that pays. */
  readonly verb: 'Propose' | 'Pay'
  /** Owners sign its payments and texts, perhaps days later: a payment is a proposal until one of them executes it. */
  readonly hasOwners: boolean
  /** Services list what it sent and received. Without them, this browser's ledger and the chain are searched. */
  readonly isListed: boolean
  /** It pays the network fee of its own payments. */
  readonly paysFee: boolean
}

const facts: Readonly<Record<Account['kind'], AccountFacts>> = {
  safe: { noun: 'Safe', verb: 'Propose', hasOwners: true, isListed: true, paysFee: false },
  eoa: { noun: 'wallet', verb: 'Pay', hasOwners: false, isListed: false, paysFee: true },
}

/** The facts of an account, so that no page has to know the kinds of accounts. */
export function factsOf({ kind }: Pick<Account, 'kind'>): AccountFacts {
  return facts[kind]
}
