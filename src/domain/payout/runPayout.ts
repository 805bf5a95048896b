import type { Submission } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchOf, isUnanswered, type Payout } from './Payout.ts'
import { type Consent, type PayoutContext, payBatch } from './payBatch.ts'
import type { PaidBefore } from './samePayments.ts'

/** Why a run ended. `stuck`: the last request did not reach a state that allows the next one. */
export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'found'; readonly batch: number; readonly found: readonly PaidBefore[] }
  | { readonly kind: 'stuck'; readonly batch: number; readonly status: PaymentStatus }
  /** A batch was requested and its outcome is unknown. */
  | { readonly kind: 'unanswered'; readonly batch: number }

export type RunOptions = {
  /** Aborted: no further requests. Requests already made are still awaited. */
  readonly signal: AbortSignal
  /** Resolves when it is time to check again. */
  readonly pause: () => Promise<void>
  /** Called after each answered request. */
  readonly onChange: () => void
  /** Stops waiting for the answer to the current request. */
  readonly leave?: AbortSignal
  /** Continue with the rest although some requests have no answer. Those are not repeated. */
  readonly passOver?: boolean
}

/**
 * Requests the open batches of a payout one at a time, in order. The next one is requested once a Safe's
 * proposal is listed as reviewed, or a wallet's transaction is final.
 * @throws PortalError of `payBatch`
 */
export async function runPayout(
  context: PayoutContext,
  id: string,
  consent: Consent,
  { signal, pause, onChange, leave, passOver = false }: RunOptions,
): Promise<RunEnd> {
  for (;;) {
    const payout = context.payouts.read(id)
    // An unreadable payout is not done: its rows may be open or paid.
    if (!payout) throw new PortalError('malformed', 'This payout can’t be read in this browser any more.')
    const unanswered = payout.batches.findIndex(isUnanswered)
    if (unanswered >= 0 && !passOver) return { kind: 'unanswered', batch: unanswered }
    const next = nextBatch(payout)
    if (next < 0) return { kind: 'done' }
    if (signal.aborted) return { kind: 'stopped' }
    const result = await payBatch(context, id, next, consent, leave)
    if (result.kind === 'found') return { ...result, batch: next }
    onChange()
    const submission = result.payout.batches[next]?.attempt?.submission
    if (nextBatch(result.payout) < 0 || !submission) continue
    const status = await statusThatDecides(context, submission, pause, signal)
    if (status === null) return { kind: 'stopped' }
    if (!goesOn(status, context.account.kind)) return { kind: 'stuck', batch: next, status }
  }
}

/** The first unrequested batch that decides the state of its rows; -1 if there is none. */
export function nextBatch(payout: Payout): number {
  return payout.batches.findIndex(
    ({ attempt, rows }, index) => attempt === null && rows.some((row) => batchOf(payout, row) === index),
  )
}

async function statusThatDecides(
  { account }: PayoutContext,
  submission: Submission,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<PaymentStatus | null> {
  for (;;) {
    // A failed read says nothing about the payment.
    const status = await account.status(submission, signal).then(leastSettled, () => null)
    if (status !== null && decides(status, account.kind)) return status
    if (signal.aborted) return null
    await pause()
  }
}

function decides(status: PaymentStatus, account: 'eoa' | 'safe'): boolean {
  if (status.kind === 'pending') return false
  if (status.kind === 'unknown' && status.why === 'not-final') return false
  // With only one operator, its report is enough to request the next batch, but it proves nothing.
  return account === 'safe' || status.kind !== 'confirming' || status.lacks === 'second-operator'
}

function goesOn({ kind }: PaymentStatus, account: 'eoa' | 'safe'): boolean {
  if (kind === 'paid' || kind === 'short' || kind === 'confirming') return true
  return account === 'safe' && (kind === 'needs-signatures' || kind === 'ready')
}
