import { useMemo } from 'react'
import type { Listed } from '#account/Activity.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { Likeness } from '#domain/activity/lookAlikeFlags.ts'
import { usePaidPayees } from './usePaidPayees.ts'

/** Compares addresses with everybody whom a Safe has paid, as far as its history is loaded. */
export function useLikeness(listed: Listed): Likeness {
  const { payees } = usePaidPayees(listed)
  return useMemo(() => lookAlikeIndex(payees), [payees])
}
