import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { KnownPayees } from '#domain/payee/checkPayee.ts'
import { usePastPayees } from './usePastPayees.ts'
import { usePeople } from './usePeople.ts'

/**
 * The addresses that an account has paid and those saved in this browser: the ones that a look-alike would imitate.
 */
export function useKnownPayees(account: Account): {
  readonly known: KnownPayees
  /** How much of the account's history was read. */
  readonly state: 'reading' | 'read' | 'not-read'
} {
  const { known: paid, state } = usePastPayees(account)
  const { people } = usePeople()
  const known = useMemo(() => ({ paid, saved: people.map(({ address }) => address) }), [paid, people])
  return { known, state }
}
