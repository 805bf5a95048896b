import type { Submission } from '#account/Submission.ts'
import { PortalError } from '#chain/PortalError.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import { readAttemptStatus } from '#domain/ledger/ledger.ts'
import { attemptOf, openBatches, unansweredOf } from './Payout.ts'
import { type Consent, type PayoutContext, payBatch } from './payBatch.ts'

/** Why a run ended. `stuck`: the last request did not reach a state that allows the next one. */
export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'found'; readonly batch: number; readonly found: readonly EarlierPayment[] }
  | { readonly kind: 'stuck'; readonly batch: number; readonly status: PaymentStatus }
  /** A batch was requested and its outcome is unknown. */
  | { readonly kind: 'unanswered'; readonly batch: number }

type RunOptions = {
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
    const [unanswered] = unansweredOf(payout)
    if (unanswered && !passOver) return { kind: 'unanswered', batch: unanswered.batch }
    const [next] = openBatches(payout)
    if (next === undefined) return { kind: 'done' }
    if (signal.aborted) return { kind: 'stopped' }
    const result = await payBatch(context, id, next, consent, leave)
    if (result.kind === 'found') return { ...result, batch: next }
    onChange()
    const attempt = attemptOf(result.payout, next)
    if (openBatches(result.payout).length === 0 || !attempt || !submissionOf(attempt)) continue
    const status = await statusThatDecides(context, attempt, pause, signal)
    if (status === null) return { kind: 'stopped' }
    if (!allowsNextBatch(status)) return { kind: 'stuck', batch: next, status }
  }
}

async function statusThatDecides(
  { account, payouts: { ledger } }: PayoutContext,
  attempt: Attempt,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<PaymentStatus | null> {
  for (;;) {
    // A failed read proves nothing about the payment.
    const status = await readAttemptStatus({ account, ledger }, attempt, signal).then(
      leastSettled,
      () => null,
    )
    if (status !== null && decides(status, submissionOf(attempt))) return status
    if (signal.aborted) return null
    await pause()
  }
}

function decides(status: PaymentStatus, submission: Submission | null): boolean {
  if (status.kind === 'pending') return false
  if (status.kind === 'unknown' && status.why === 'not-final') return false
  // With only one operator, its report is enough to request the next batch, but it proves nothing.
  return submission?.kind === 'proposed' || status.kind !== 'confirming' || status.lacks === 'second-operator'
}

/** True for what is paid, and for a proposal that waits in its queue, whichever kind of account asked for it. */
function allowsNextBatch(status: PaymentStatus): boolean {
  // Open, though its service does not say who signed.
  const isOpenUnsaid = status.kind === 'unknown' && status.why === 'no-signatures'
  return isOpen(status) || isOpenUnsaid || ['paid', 'short', 'confirming'].includes(status.kind)
}
