import { visiblePause } from '#account/visiblePause.ts'
import type { Address } from '#chain/money/Address.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { isUnanswered, submissionOf } from '#domain/ledger/Attempt.ts'
import { accountKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'
import type { Payout } from './Payout.ts'
import type { Consent, PayoutContext } from './payBatch.ts'
import type { RunEnd } from './runPayout.ts'

/** The state of this page's run of a payout. */
type RunState =
  | { readonly kind: 'running'; readonly stopping: boolean }
  | { readonly kind: 'ended'; readonly end: RunEnd }
  | { readonly kind: 'thrown'; readonly error: Error }

/** How often (ms) a run checks whether the next batch can be requested. */
const LOOK_EVERY = 2_000

/** `stop` ends the run before the next request; `leave` also stops waiting for the current answer. */
type Run = {
  readonly stop: AbortController
  readonly leave: AbortController
  readonly state: RunState
}

/** The current or last run of each payout in this page, by its id. */
const runs = createStore<ReadonlyMap<string, Run>>(new Map())

/** Calls back when the state of a run changes. */
export const subscribeRuns = runs.subscribe

/** The current or last run of a payout in this page; undefined if there was none. */
export function runOf(id: string): RunState | undefined {
  return runs.get().get(id)?.state
}

function setRun(id: string, run: Run): void {
  runs.set(new Map(runs.get()).set(id, run))
}

/** Ends a run before its next request. It still waits for requests already made. */
export function stopRun(id: string): void {
  const run = runs.get().get(id)
  if (run?.state.kind !== 'running') return
  run.stop.abort()
  setRun(id, { ...run, state: { kind: 'running', stopping: true } })
}

/** Stops waiting for an answer that may never come, and ends the run. The request may still be open. */
export function stopWaiting(id: string): void {
  stopRun(id)
  runs.get().get(id)?.leave.abort()
}

/** Clears the state of a finished run. */
export function clearRun(id: string): void {
  if (runOf(id)?.kind === 'running') return
  runs.set(new Map([...runs.get()].filter(([other]) => other !== id)))
}

/**
 * Requests the open batches of a payout while the page is open, whichever view is shown. Resolves when the
 * first request was answered, or when the run ended without one.
 * @throws PortalError if the run ended with an error before the first answer
 */
export function startRun(
  context: PayoutContext,
  id: string,
  consent: Consent,
  passOver = false,
): Promise<RunEnd | null> {
  if (runOf(id)?.kind === 'running') {
    return Promise.reject(new PortalError('busy', 'This payout is already being sent.'))
  }
  const run: Run = {
    stop: new AbortController(),
    leave: new AbortController(),
    state: { kind: 'running', stopping: false },
  }
  setRun(id, run)
  return new Promise((resolve, reject) => {
    // Loaded on demand: the first screen only shows results and does not request payments.
    const begun = import('./runPayout.ts').then(({ runPayout }) =>
      runPayout(context, id, consent, {
        signal: run.stop.signal,
        leave: run.leave.signal,
        passOver,
        pause: () => visiblePause(LOOK_EVERY),
        onChange: () => resolve(null),
      }),
    )
    begun.then(
      (end) => {
        setRun(id, { ...run, state: { kind: 'ended', end } })
        resolve(end)
      },
      (thrown: unknown) => {
        const error =
          findPortalError(thrown) ?? (thrown instanceof Error ? thrown : new Error(String(thrown)))
        setRun(id, { ...run, state: { kind: 'thrown', error } })
        reject(error)
      },
    )
  })
}

/**
 * Lets only one page of this browser pay from an account at a time (Web Locks). Browsers may deny locks, for
 * example in a frame without storage. Pages then still find each other's payments in the stored records and
 * the account's own lists.
 */
export function payoutLock(
  address: Address,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks,
): PayoutContext['withPayerLock'] {
  return async (work) => {
    if (!locks) return work()
    let began = false
    try {
      return await locks.request(accountKey('payout', address), { ifAvailable: true }, async (lock) => {
        began = true
        if (lock === null) {
          throw new PortalError('busy', 'Another payment is open in this or another tab.')
        }
        return work()
      })
    } catch (error) {
      if (began || (error as Error | null)?.name !== 'SecurityError') throw error
      return work()
    }
  }
}

/** A request now known to have been carried out, although it had no answer or was rejected. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'rejected'
  readonly rows: number
}

/** Compares two readings of a payout and returns the answers found in between. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.attempts.flatMap((attempt) => {
    const earlier = before.attempts.find(({ id }) => id === attempt.id)
    if (!earlier || submissionOf(attempt) === null || submissionOf(earlier) !== null) return []
    const was = isUnanswered(earlier) ? 'unanswered' : 'rejected'
    return [{ payout: after.id, was, rows: attempt.rows.length }]
  })
}
