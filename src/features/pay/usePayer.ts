import { useQuery } from '@tanstack/react-query'
import { useReducer } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { keepPayer, readPayer } from './keptPayer.ts'

/** The account that pays: the connected one, or a Safe that it may propose to. */
export type Payer = ReturnType<typeof usePayer>

/**
 * @param connected null while nothing is connected
 * @returns `account` null until a Safe has said that it can be paid from
 */
export function usePayer(connected: Account | null) {
  const { storage } = usePortal().page
  const [, chosenAnew] = useReducer((count: number) => count + 1, 0)
  const open = connected?.proposeFor
  const safe = connected && open ? readPayer(storage, connected.address) : null
  const opened = useQuery({
    queryKey: ['payer', 56, connected?.address, safe],
    queryFn: () => {
      if (!open || !safe) throw new PortalError('refused', 'No Safe is chosen.')
      return open(safe)
    },
    enabled: safe !== null,
    staleTime: 60_000,
    // An account is what it can do, and functions cannot be compared.
    structuralSharing: false,
  })
  return {
    connected,
    safe,
    opened,
    account: safe === null ? connected : (opened.data ?? null),
    choose(chosen: Address | null) {
      if (connected) keepPayer(storage, connected.address, chosen)
      chosenAnew()
    },
  }
}
