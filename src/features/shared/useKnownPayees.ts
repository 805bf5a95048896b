import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { usePastPayees } from './usePastPayees.ts'
import { usePeople } from './usePeople.ts'

/** The addresses that an account has paid and those saved in this browser: what a look-alike would imitate. */
export function useKnownPayees(account: Account): {
  readonly known: readonly Address[]
  /** How much of the account's history was read. */
  readonly state: 'reading' | 'read' | 'not-read'
} {
  const { known: past, state } = usePastPayees(account)
  const { people } = usePeople()
  const known = useMemo(
    () => (people.length === 0 ? past : [...new Set([...past, ...people.map(({ address }) => address)])]),
    [past, people],
  )
  return { known, state }
}
