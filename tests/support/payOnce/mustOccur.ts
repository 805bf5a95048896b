import { nodeFaults, walletAnswers } from './steps.ts'

/** Events that must occur in the runs of the property, with either account: a fault that never occurred proves nothing. */
const withAnyAccount = [
  ...new Set(walletAnswers.filter((answer) => answer !== 'lies' && answer !== 'names-old')),
  ...nodeFaults.filter((fault) => fault !== 'makes-up-nonces'),
  'stalled',
  'undone',
  'token less',
  'token silent',
  'token reverts',
  'killed',
  'retried',
  'second payout',
  'stale tab refused',
  'stopped waiting',
  'clock',
  'storage full',
  'shown paid',
  'shown not-paid',
  'shown unknown',
  'shown not-requested',
  'shown short',
  'shown paid-twice',
  'paid again',
  'a month passed',
  'moved',
]

export const mustOccurWithWallet = [
  ...withAnyAccount,
  'sped up',
  'cancelled',
  'lost',
  'names-old',
  'makes-up-nonces',
  'a long past',
]

export const mustOccurWithSafe = [
  ...withAnyAccount,
  'lies',
  'rejected',
  'deleted',
  'deleted and executed',
  'host batch signed',
  'executed at once',
  'service down',
  'service behind',
  'service lies',
  'service omits',
  'service renumbers',
  'a module paid',
  'undecoded',
  'host forgets',
  'executed, called cancelled',
  'overtaken, called cancelled',
  'gas from the Safe',
]
