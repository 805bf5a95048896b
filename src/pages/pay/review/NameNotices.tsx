import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { ResolvedName } from '#chain/names/spaceId.ts'
import { clipped } from '#chain/text/label.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { MOST_NAMES } from '#domain/payee/checkPayee.ts'
import { movedNameText } from '#domain/payee/readPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { count, listOf, plural } from '#domain/shared/format.ts'
import { nameCheckQuery } from '#queries/review.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Check } from '#ui/checks/CheckList.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Names that now mean another address, which the person confirms, and names that were not looked up again. */
export function NameNotices({ names }: { names: NameChecks }) {
  const { moved, unread, isBusy, isOff, isAgreed, onAgree } = names
  if (names.names === 0) return null
  if (isBusy) return <p role="status">Looking up {count(names.names, 'name')} again…</p>
  return (
    <>
      {moved.length > 0 && (
        <Notice
          tone="warn"
          title={plural(
            moved.length,
            'A name you entered has changed.',
            `${moved.length} names you entered have changed.`,
          )}
        >
          <ul>
            {moved.map(({ name, payee, now }) => (
              <li key={`${name} ${payee}`} style={{ overflowWrap: 'anywhere' }}>
                {movedNameText(name, payee, now)}
              </li>
            ))}
          </ul>
          <Tick isTicked={isAgreed} onTick={onAgree}>
            Pay {plural(moved.length, 'the address', 'the addresses')} as entered.
          </Tick>
        </Notice>
      )}
      {(isOff || unread.length > 0) && (
        <div className="layout-stack">
          <p className="text-small">
            {isOff
              ? `Checks before you pay are off in Settings, so we didn’t look up ${count(names.names, 'name')} again.`
              : `We couldn’t look up ${listOf(unread.map(({ name }) => clipped(name)))} again.`}{' '}
            The payment goes to the address shown.
          </p>
          <Actions>
            <Button onClick={names.onLookUp}>Look up again</Button>
          </Actions>
        </div>
      )}
    </>
  )
}

/** Says that every name still means the address it was entered for. */
export function NamesUnmoved({ names: { names, moved, unread, isBusy, isOff } }: { names: NameChecks }) {
  if (names === 0 || isBusy || isOff || moved.length + unread.length > 0) return null
  return (
    <Check tone="good">
      {plural(
        names,
        'The name still points to this address.',
        `All ${names} names still point to these addresses.`,
      )}
    </Check>
  )
}

/** A name that was entered for a payee. */
type Entered = { readonly name: string; readonly payee: Address }

/** A name that no longer means the payee it was entered for, and its meaning now. */
type MovedName = Entered & { readonly now: Exclude<ResolvedName, { kind: 'unknown' }> }

/** The names that were entered for the payees of a review, looked up again. */
type NameChecks = ReturnType<typeof useNameChecks>

/**
 * Looks up again the names that were entered for payees, once per review. The address of the payment stays; a person
 * confirms it if a name now means another address.
 */
export function useNameChecks(payments: readonly Payment[]) {
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
    /** Early checks are off, and the person did not look the names up for this review. */
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
