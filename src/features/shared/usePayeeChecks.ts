import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Payee, type PayeeChecks, payeeDoubts } from '#domain/payee/checkPayee.ts'
import { type UnreadPayees, unreadPayees } from '#domain/payee/payeeWords.ts'
import { useKnownPayees } from './useKnownPayees.ts'
import { usePayeeCodes } from './usePayeeCodes.ts'

/** Checks a few payees that an account is going to pay. Lists of any length are compared in slices instead. */
export function usePayeeChecks(account: Account, payees: readonly Payee[]): PayeeChecks<UnreadPayees> {
  const { known, state } = useKnownPayees(account)
  const names = payees.map(({ payee, hasChecksum }) => `${payee}${hasChecksum}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are all that is in it
  const byAddress = useMemo(() => new Map<Address, Payee>(payees.map((one) => [one.payee, one])), [names])
  const asking = usePayeeCodes(byAddress)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked grows in place
  const doubts = useMemo(
    () => payeeDoubts(payees, known, asking.codes),
    [names, known, asking.done, asking.isDone],
  )
  if (payees.length === 0) return { doubts: none, unread: none, isBusy: false }
  return { doubts, unread: unreadPayees(state, asking), isBusy: state === 'reading' || !asking.isDone }
}

const none: readonly never[] = []
