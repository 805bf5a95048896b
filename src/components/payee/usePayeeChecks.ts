import { useEffect, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { type Payee, type PayeeChecks, payeeDoubts } from '#domain/payee/checkPayee.ts'
import { type UnreadPayees, unreadPayees } from '#domain/payee/payeeWords.ts'
import { readPayeeCodes } from '#domain/payee/readPayee.ts'
import { useKnownPayees } from './useKnownPayees.ts'

/** Results from the chain while the page is open: one read per payee. */
const codes = new Map<Address, boolean>()

type CheckRound = {
  readonly of: ReadonlyMap<Address, unknown> | null
  readonly isDone: boolean
  readonly done: number
  /** Payees that could not be checked. */
  readonly unread: number
}

/**
 * Asks the chain which payees are contracts. `isDone` is true once these payees were answered or have failed.
 * With early checks off nothing is read, and `isOff` is true.
 */
export function usePayeeCodes(payees: ReadonlyMap<Address, unknown> | null) {
  const [round, setRound] = useState<CheckRound>({ of: null, isDone: false, done: 0, unread: 0 })
  const [turn, setTurn] = useState(0)
  const isOff = !useEarlyChecks()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn repeats the same reads
  useEffect(() => {
    if (!payees || isOff) return
    const stop = new AbortController()
    const { signal } = stop
    const all = [...payees.keys()]
    const onProgress = (done: number) => setRound({ of: payees, isDone: false, done, unread: 0 })
    readPayeeCodes(bscRpc, all, codes, { signal, onProgress }).then(
      () => {
        const unread = all.filter((payee) => !codes.has(payee)).length
        if (!signal.aborted) setRound({ of: payees, isDone: true, done: 0, unread })
      },
      // Aborted in favour of a newer one.
      () => {},
    )
    return () => stop.abort()
  }, [payees, turn, isOff])
  if (isOff) {
    const unread = payees ? [...payees.keys()].filter((payee) => !codes.has(payee)).length : 0
    return { codes, isOff, isDone: true, unread, done: 0, again: null }
  }
  const isDone = round.isDone && round.of === payees
  return {
    codes,
    isOff,
    isDone,
    unread: isDone ? round.unread : 0,
    done: round.done,
    again: () => setTurn((before) => before + 1),
  }
}

/** Checks the few payees of a payment. Long lists are compared in slices instead. */
export function usePayeeChecks(account: Account, payees: readonly Payee[]): PayeeChecks<UnreadPayees> {
  const { known, state } = useKnownPayees(account)
  const names = payees.map(({ payee, hasChecksum }) => `${payee}${hasChecksum}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the content
  const byAddress = useMemo(() => new Map<Address, Payee>(payees.map((one) => [one.payee, one])), [names])
  const asking = usePayeeCodes(byAddress)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the codes map grows in place
  const doubts = useMemo(
    () => payeeDoubts(payees, known, asking.codes),
    [names, known, asking.done, asking.isDone],
  )
  if (payees.length === 0) return { doubts: none, unread: none, isBusy: false }
  return { doubts, unread: unreadPayees(state, asking), isBusy: state === 'reading' || !asking.isDone }
}

const none: readonly never[] = []
