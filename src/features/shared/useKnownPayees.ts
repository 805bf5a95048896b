import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { usePaidPayees } from './usePaidPayees.ts'
import { usePayoutDesk, usePayouts } from './usePayouts.ts'

/** The payees whom an account has paid, as far as this page can see: its history, and the payouts of this browser. */
export function useKnownPayees(account: Account): {
  readonly known: readonly Address[]
  /** How far the history is. */
  readonly state: 'reading' | 'read' | 'not-read'
} {
  const { payees, state } = usePaidPayees(account)
  const { payouts } = usePayouts(usePayoutDesk(account))
  const found = useMemo(
    () => [...new Set([...payees, ...payouts.flatMap(({ rows }) => rows.map(({ payee }) => payee))])],
    [payees, payouts],
  )
  // A history is read again and again: the same payees are no reason to compare everything once more.
  const names = useMemo(() => found.join(), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are all that is in it
  const known = useMemo(() => found, [names])
  return { known, state }
}
