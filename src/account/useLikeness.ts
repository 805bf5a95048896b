import { useMemo } from 'react'
import { lookAlikeIndex } from '#chain/lookAlike.ts'
import type { Listed } from './Activity.ts'
import type { Likeness } from './Likeness.ts'
import { usePaidPayees } from './usePaidPayees.ts'

/** Compares addresses with everybody whom a Safe has paid, as far as its history is loaded. */
export function useLikeness(listed: Listed): Likeness {
  const { payees } = usePaidPayees(listed)
  return useMemo(() => lookAlikeIndex(payees), [payees])
}
