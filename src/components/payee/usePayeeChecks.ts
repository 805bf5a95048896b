import { useEffect, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { type Payee, payeeDoubts } from '#domain/payee/checkPayee.ts'
import { readPayeeCodes, unreadPayees } from '#domain/payee/readPayee.ts'
import { useKnownPayees } from './usePeople.ts'

/** Results from the chain while the page is open: one read per payee. */
const codes = new Map<Address, boolean>()

/**
 * Reads whom an account knows, and asks the chain which payees are contracts. With early checks off the chain is not
 * asked.
 * @param payees null while they are not known
 */
export function usePayeeFacts(account: Account, payees: ReadonlyMap<Address, unknown> | null) {
  const { known, state } = useKnownPayees(account)
  const [round, setRound] = useState<{ of: typeof payees; state: 'reading' | 'read' | 'failed' }>({
    of: null,
    state: 'reading',
  })
  const [turn, setTurn] = useState(0)
  const isOff = !useEarlyChecks()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn repeats the same reads
  useEffect(() => {
    if (!payees || isOff) return
    const stop = new AbortController()
    const { signal } = stop
    const onProgress = () => setRound({ of: payees, state: 'reading' })
    readPayeeCodes(bscRpc, [...payees.keys()], codes, { signal, onProgress }).then(
      (isRead) => signal.aborted || setRound({ of: payees, state: isRead ? 'read' : 'failed' }),
      // Aborted in favour of a newer one.
      () => {},
    )
    return () => stop.abort()
  }, [payees, turn, isOff])
  const isDone = isOff || (round.state !== 'reading' && round.of === payees)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the codes map grows in place with each round
  const contracts = useMemo(
    () => new Set([...codes].flatMap(([payee, is]) => (is && payees?.has(payee) ? [payee] : []))),
    [payees, round],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the codes map grows in place with each round
  const unread = useMemo(
    () => (isDone ? [...(payees?.keys() ?? [])].filter((payee) => !codes.has(payee)).length : 0),
    [payees, round, isDone],
  )
  const again = isOff ? null : () => setTurn((before) => before + 1)
  return {
    known,
    /** Those of the payees that are contracts, as far as is known. */
    contracts,
    /** Failed reads, which a person may choose to ignore. */
    unread: unreadPayees(state, {
      unread,
      why: isOff ? 'off' : round.state === 'failed' ? 'failed' : 'limit',
      again,
    }),
    /** The read that is still running, in words; null once all have been answered or have failed. */
    busy:
      state === 'reading'
        ? 'Checking who you paid before…'
        : isDone
          ? null
          : 'Checking for contract addresses…',
  }
}

/** Checks the few payees of a payment. Long lists are compared in slices instead. */
export function usePayeeChecks(account: Account, payees: readonly Payee[]) {
  const names = payees.map(({ payee, hasChecksum }) => `${payee}${hasChecksum}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the content
  const byAddress = useMemo(() => new Map<Address, Payee>(payees.map((one) => [one.payee, one])), [names])
  const { known, contracts, unread, busy } = usePayeeFacts(account, byAddress)
  const doubts = useMemo(
    () => payeeDoubts([...byAddress.values()], known, contracts),
    [byAddress, known, contracts],
  )
  return byAddress.size === 0
    ? { doubts, unread: [], isBusy: false }
    : { doubts, unread, isBusy: busy !== null }
}
