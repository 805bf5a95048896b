import { useMemo } from 'react'
import { usePortal } from '#account/connection.ts'
import { useStored } from '#components/stored/useStored.ts'
import { type OwnDetails, readOwnDetails } from '#domain/receipt/ownDetails.ts'
import { browserKey } from '#storage/keys.ts'

/** The details that the person at this browser gave about themselves; null for none. */
export function useOwnDetails(): OwnDetails | null {
  const { storage } = usePortal().page
  const text = useStored((stored) => stored.getItem(browserKey('details')))
  return useMemo(() => (text === null ? null : readOwnDetails(storage)), [storage, text])
}
