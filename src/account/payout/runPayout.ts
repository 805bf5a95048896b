import type { Outcome, Submission } from '../Submission.ts'
import { type Payout, partOf } from './Payout.ts'
import { type Consent, type PayoutDesk, payPart } from './payPart.ts'
import { isOpenQuestion } from './reconcile.ts'
import type { PaidBefore } from './samePayments.ts'

/** Why a run ended. `stuck`: what was asked last did not go the way that lets the next one be asked for. */
export type RunEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'found'; readonly part: number; readonly found: readonly PaidBefore[] }
  | { readonly kind: 'stuck'; readonly part: number; readonly outcome: Outcome }
  /** A part was asked for and nobody knows what became of it. */
  | { readonly kind: 'unanswered'; readonly part: number }

export type RunOptions = {
  /** Aborted: nothing more is asked. What is asked already is waited for. */
  readonly signal: AbortSignal
  /** Resolves when it is time to look again. */
  readonly pause: () => Promise<void>
  readonly onChange: () => void
  /** A person wants the rest although there are questions without an answer. These are not asked again. */
  readonly passOver?: boolean
}

/**
 * Asks for the open parts of a payout, strictly one after another and in order. The next one is asked for when a Safe's
 * proposal is listed as it was reviewed, or a wallet's transaction is final. @throws PortalError of `payPart`
 */
export async function runPayout(
  desk: PayoutDesk,
  id: string,
  consent: Consent,
  { signal, pause, onChange, passOver = false }: RunOptions,
): Promise<RunEnd> {
  for (;;) {
    const payout = desk.payouts.read(id)
    const unanswered = payout?.parts.findIndex(isOpenQuestion) ?? -1
    if (unanswered >= 0 && !passOver) return { kind: 'unanswered', part: unanswered }
    const next = payout ? nextPart(payout) : -1
    if (next < 0) return { kind: 'done' }
    if (signal.aborted) return { kind: 'stopped' }
    const result = await payPart(desk, id, next, consent)
    onChange()
    if (result.kind === 'found') return { ...result, part: next }
    const submission = result.payout.parts[next]?.ask?.submission
    if (nextPart(result.payout) < 0 || !submission) continue
    const outcome = await outcomeThatDecides(desk, submission, pause, signal)
    if (outcome === null) return { kind: 'stopped' }
    if (!goesOn(outcome, desk.account.kind)) return { kind: 'stuck', part: next, outcome }
  }
}

/** The first part that was never asked for and that speaks for its rows; -1 when there is none. */
export function nextPart(payout: Payout): number {
  return payout.parts.findIndex(
    ({ ask, rows }, index) => ask === null && rows.some((row) => partOf(payout, row) === index),
  )
}

async function outcomeThatDecides(
  { account }: PayoutDesk,
  submission: Submission,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<Outcome | null> {
  for (;;) {
    // A read that fails says nothing of the payment.
    const outcome = await account.outcome(submission, signal).catch(() => null)
    const decides =
      outcome !== null &&
      outcome.kind !== 'waiting' &&
      (account.kind === 'safe' || outcome.kind !== 'confirming')
    if (decides) return outcome
    if (signal.aborted) return null
    await pause()
  }
}

function goesOn({ kind }: Outcome, account: 'eoa' | 'safe'): boolean {
  if (kind === 'done') return true
  return (
    account === 'safe' &&
    (kind === 'needs-signatures' || kind === 'ready-to-execute' || kind === 'confirming')
  )
}
