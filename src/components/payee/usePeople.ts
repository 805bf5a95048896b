import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { useAttempts, useLedger, usePayoutContext } from '#components/payout/usePayouts.ts'
import { useKeptList } from '#components/stored/useKept.ts'
import { type FindLookAlike, paidBy } from '#domain/activity/lookAlikeFlags.ts'
import { payeesOf, unprovenOf } from '#domain/ledger/Attempt.ts'
import type { KnownPayees } from '#domain/payee/checkPayee.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { attachedProof } from '#domain/request/requestIdentity.ts'
import { usePagedList } from '#queries/activity.ts'
import { attemptQuery } from '#queries/attempts.ts'
import { type ReadState, readState } from '#queries/polling.ts'

/** The people of this browser; every page sees a change at once. */
export function usePeople() {
  const kept = useKeptList(keptPeople)
  return useMemo(() => {
    const { items: people, ...rest } = kept
    return { ...rest, people, ...index(people) }
  }, [kept])
}

type Index = {
  /** The name that this browser's person gave to an address. */
  readonly nameOf: (address: Address) => string | null
  /** The handle that they keep for an address, as text: of the kept proof, which is not judged here, or typed. */
  readonly handleOf: (address: Address) => string | null
  /** `Dana (@dana on X)`: name and handle in one text, for a file. */
  readonly labelOf: (address: Address) => string | null
}

/** Every row that shows a name needs the index. */
const indexes = new WeakMap<readonly Person[], Index>()

function index(people: readonly Person[]): Index {
  const before = indexes.get(people)
  if (before) return before
  const all = new Map(people.map((person) => [person.address, person]))
  const handles = new Map<Address, string | null>()
  const made: Index = {
    nameOf: (address) => all.get(address)?.name ?? null,
    handleOf(address) {
      const person = all.get(address)
      if (!person) return null
      if (!handles.has(address)) handles.set(address, keptHandle(person))
      return handles.get(address) ?? null
    },
    labelOf(address) {
      const [name, handle] = [made.nameOf(address), made.handleOf(address)]
      return name !== null && handle !== null ? `${name} (${handle})` : name
    },
  }
  indexes.set(people, made)
  return made
}

function keptHandle({ address, handle, proof }: Person): string | null {
  const attached = attachedProof(address, proof || null)
  return attached?.kind === 'of-payee' ? handleText(attached.signed.proof.handle) : handle || null
}

const none: readonly ActivityItem[] = []

/** How many attempts are judged at once, to find out whom they paid. */
const PROVEN_AT_ONCE = 20

/** Every payee in the loaded part of an account's history, and whether it could be read. */
export function usePaidPayees(listed: ListedAccount) {
  const { query } = usePagedList(listed, 'history', 'once')
  const items = query.data?.items ?? none
  const contents = useBatchContents(listed, items)
  const payees = useMemo(
    () => [...new Set(paidBy(listed.kind, items, contents))],
    [listed.kind, items, contents],
  )
  return { payees, state: readState(query) }
}

/**
 * Compares addresses with every payee in the loaded part of an account's history, with those whom this browser's ledger
 * proves paid, and with the people saved here.
 */
export function useFindLookAlike(listed: ListedAccount): FindLookAlike {
  const { payees } = usePaidPayees(listed)
  const attempts = useAttempts(listed.address)
  const { people } = usePeople()
  return useMemo(() => {
    const paid = new Set([...payees, ...payeesOf(attempts)])
    const find = lookAlikeIndex([...paid, ...people.map(({ address }) => address)])
    return (address) => {
      const found = find(address)
      return found && { ...found, isSaved: !paid.has(found.known) }
    }
  }, [payees, attempts, people])
}

/** The payees that an account has paid, as known to this page: from its history and this browser's ledger. */
export function usePastPayees(account: Account) {
  const { payees, state } = usePaidPayees(account)
  const context = usePayoutContext(account)
  const { attempts } = useLedger(context)
  const { ledger } = context.payouts
  // Proven attempts are recorded in the ledger, so each visit proves some more.
  const [unproven] = useState(() => unprovenOf(attempts).slice(0, PROVEN_AT_ONCE))
  const reads = useQueries({
    queries: unproven.map((attempt) => attemptQuery(account, ledger, attempt, false)),
  })
  const isReading = reads.some(({ isPending }) => isPending)
  const found = useMemo(() => [...new Set([...payees, ...payeesOf(attempts)])], [payees, attempts])
  // The history is polled; unchanged payees must not trigger a new comparison.
  const names = useMemo(() => found.join(), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the content
  const known = useMemo(() => found, [names])
  const whole: ReadState = isReading && state === 'read' ? 'reading' : state
  return { known, state: whole }
}

/** The addresses that an account has paid and those saved in this browser: the ones that a look-alike would imitate. */
export function useKnownPayees(account: Account) {
  const { known: paid, state } = usePastPayees(account)
  const { people } = usePeople()
  const known: KnownPayees = useMemo(
    () => ({ paid, saved: people.map(({ address }) => address) }),
    [paid, people],
  )
  return { known, state }
}
