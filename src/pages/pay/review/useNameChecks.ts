import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { ResolvedName } from '#chain/names/spaceId.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { MOST_NAMES } from '#domain/payee/checkPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { nameCheckQuery } from '#queries/review.ts'

/** A name that was entered for a payee. */
type Entered = { readonly name: string; readonly payee: Address }

/** A name that no longer means the payee it was entered for, and its meaning now. */
type MovedName = Entered & { readonly now: Exclude<ResolvedName, { kind: 'unknown' }> }

/** The names that were entered for the payees of a review, looked up again. */
export type NameChecks = {
  /** How many there are. */
  readonly names: number
  readonly moved: readonly MovedName[]
  /** Names that could not be read. */
  readonly unread: readonly Entered[]
  readonly isBusy: boolean
  /** Early checks are off, and the person did not look the names up for this review. */
  readonly isOff: boolean
  /** The person agreed to pay the addresses as entered. */
  readonly isAgreed: boolean
  readonly ready: boolean
  readonly onAgree: (yes: boolean) => void
  readonly onLookUp: () => void
}

/**
 * Looks up again the names that were entered for payees, once per review. The address of the payment stays; a person
 * confirms it if a name now means another address.
 */
export function useNameChecks(payments: readonly Payment[]): NameChecks {
  const isOn = useEarlyChecks()
  const [isPressed, setPressed] = useState(false)
  const [agreed, setAgreed] = useState('')
  const entered = enteredOf(payments)
  const asked = entered.slice(0, MOST_NAMES)
  const isAsking = isOn || isPressed
  const read = useQueries({
    queries: asked.map(({ name, payee }) => ({
      ...nameCheckQuery(name, payee),
      enabled: isAsking,
    })),
  })
  const moved: MovedName[] = []
  const unread: Entered[] = entered.slice(MOST_NAMES)
  asked.forEach((one, index) => {
    const now = read[index]?.data
    if (!now) return
    if (now.kind === 'unknown') unread.push(one)
    else if (now.kind !== 'found' || now.address !== one.payee) moved.push({ ...one, now })
  })
  const isBusy = isAsking && read.some(({ isFetching }) => isFetching)
  // Agreeing holds for these changes alone.
  const content = JSON.stringify(moved)
  const isAgreed = moved.length > 0 && agreed === content
  return {
    names: entered.length,
    moved,
    unread,
    isBusy,
    isOff: !isAsking,
    isAgreed,
    ready: !isBusy && (moved.length === 0 || isAgreed),
    onAgree: (yes: boolean) => setAgreed(yes ? content : ''),
    onLookUp: () => {
      setPressed(true)
      for (const { data, refetch } of read) if (data?.kind === 'unknown') void refetch()
    },
  }
}

/** Each name with each payee that it was entered for, once. */
function enteredOf(payments: readonly Payment[]): readonly Entered[] {
  const found = new Map<string, Entered>()
  for (const { entered, payee } of payments)
    if (entered) found.set(`${entered.name} ${payee}`, { name: entered.name, payee })
  return [...found.values()]
}
