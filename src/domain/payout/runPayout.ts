import type { Submission } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { isOpenQuestion, type Payout, partOf } from './Payout.ts'
import { type Consent, type PayoutContext, payPart } from './payPart.ts'
import type { PaidBefore } from './samePayments.ts'

/** Why a run ended. `stuck`: what was asked last did not go the way that lets the next one be asked for. */
export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'found'; readonly part: number; readonly found: readonly PaidBefore[] }
  | { readonly kind: 'stuck'; readonly part: number; readonly status: PaymentStatus }
  /** A part was requested and its outcome is unknown. */
  | { readonly kind: 'unanswered'; readonly part: number }

export type RunOptions = {
  /** Aborted: nothing more is asked. What is asked already is waited for. */
  readonly signal: AbortSignal
  /** Resolves when it is time to look again. */
  readonly pause: () => Promise<void>
  readonly onChange: () => void
  /** Ends the waiting for the answer to what is asked now. */
  readonly leave?: AbortSignal
  /** The person wants the rest although some requests have no answer. Those are not repeated. */
  readonly passOver?: boolean
}

/**
 * Asks for the open parts of a payout, strictly one after another and in order. The next one is asked for when a Safe's
 * proposal is listed as it was reviewed, or a wallet's transaction is final. @throws PortalError of `payPart`
 */
export async function runPayout(
  context: PayoutContext,
  id: string,
  consent: Consent,
  { signal, pause, onChange, leave, passOver = false }: RunOptions,
): Promise<RunEnd> {
  for (;;) {
    const payout = context.payouts.read(id)
    // What cannot be read is not done: rows of it may be open, or paid.
    if (!payout) throw new PortalError('malformed', 'This payout can no longer be read in this browser.')
    const unanswered = payout.parts.findIndex(isOpenQuestion)
    if (unanswered >= 0 && !passOver) return { kind: 'unanswered', part: unanswered }
    const next = nextPart(payout)
    if (next < 0) return { kind: 'done' }
    if (signal.aborted) return { kind: 'stopped' }
    const result = await payPart(context, id, next, consent, leave)
    onChange()
    if (result.kind === 'found') return { ...result, part: next }
    const submission = result.payout.parts[next]?.ask?.submission
    if (nextPart(result.payout) < 0 || !submission) continue
    const status = await statusThatDecides(context, submission, pause, signal)
    if (status === null) return { kind: 'stopped' }
    if (!goesOn(status, context.account.kind)) return { kind: 'stuck', part: next, status }
  }
}

/** The first part that was never asked for and that speaks for its rows; -1 when there is none. */
export function nextPart(payout: Payout): number {
  return payout.parts.findIndex(
    ({ ask, rows }, index) => ask === null && rows.some((row) => partOf(payout, row) === index),
  )
}

async function statusThatDecides(
  { account }: PayoutContext,
  submission: Submission,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<PaymentStatus | null> {
  for (;;) {
    // A read that fails says nothing of the payment.
    const status = await account.status(submission, signal).then(leastSettled, () => null)
    if (status !== null && decides(status, account.kind)) return status
    if (signal.aborted) return null
    await pause()
  }
}

function decides(status: PaymentStatus, account: 'eoa' | 'safe'): boolean {
  if (status.kind === 'pending') return false
  if (status.kind === 'unknown' && status.why === 'not-final') return false
  // One operator is all there is: its word lets the next one be asked for, and proves nothing.
  return account === 'safe' || status.kind !== 'confirming' || status.lacks === 'second-operator'
}

function goesOn({ kind }: PaymentStatus, account: 'eoa' | 'safe'): boolean {
  if (kind === 'paid' || kind === 'short' || kind === 'confirming') return true
  return account === 'safe' && (kind === 'needs-signatures' || kind === 'ready')
}
