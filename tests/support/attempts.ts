import type { Position } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { type Attempt, awaitsAnswer, type Fact, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { type AdoptContext, adoptAnswers } from '#domain/ledger/adoptAnswers.ts'
import { attemptOf, type Batch, newAttempt, type Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'

/** One request of a batch, as far as most tests care. */
export type Asked = {
  readonly at: number
  readonly position: Position | null
  readonly known: readonly string[]
  readonly submission: Submission | null
}

/** The history of a batch: its last request that was not rejected, and the last one that was. */
export type BatchHistory = Batch & { readonly attempt: Asked | null; readonly rejected: Asked | null }

/** The payout after its batch was requested, rejected or prepared again. `attempt: null` takes the request out. */
export function withBatch(payout: Payout, index: number, change: Partial<BatchHistory>): Payout {
  const { attempt, rejected, again } = change
  const kept =
    attempt === undefined
      ? payout.attempts
      : payout.attempts.filter((one) => one.batch !== index || isRejected(one))
  return {
    ...payout,
    batches: again
      ? payout.batches.map((batch, place) => (place === index ? { ...batch, again } : batch))
      : payout.batches,
    attempts: [
      ...kept,
      ...(rejected ? [attemptAt(payout, index, rejected, true)] : []),
      ...(attempt ? [attemptAt(payout, index, attempt, false)] : []),
    ],
  }
}

/** An attempt for a batch of a payout. */
export function attemptAt(payout: Payout, index: number, asked: Asked, isRejection: boolean): Attempt {
  const { submission, at, position, known } = asked
  const facts: readonly Fact[] = [
    ...(isRejection ? [{ kind: 'rejected', at } as const] : []),
    ...(submission ? [{ kind: 'answered', at, submission } as const] : []),
  ]
  const id = `test:${payout.id}:${index}:${at}${isRejection ? ':rejected' : ''}`
  return { ...newAttempt(payout, index, { id, at, time: null, position, known }), facts }
}

/** The history of a batch of a payout. */
export function batchAt(payout: Payout | null | undefined, index: number): BatchHistory | undefined {
  const batch = payout?.batches[index]
  if (!payout || !batch) return undefined
  const attempt = attemptOf(payout, index)
  const rejected = payout.attempts.findLast((one) => one.batch === index && isRejected(one))
  return { ...batch, attempt: attempt && askedOf(attempt), rejected: rejected ? askedOf(rejected) : null }
}

function askedOf(attempt: Attempt): Asked {
  const { at, position, known } = attempt
  return { at, position, known, submission: submissionOf(attempt) }
}

/** Looks for the answers of a payout's attempts, as its page does. */
export async function reconcile(
  context: PayoutContext,
  id: string,
  signal?: AbortSignal,
): Promise<Payout | null> {
  const open = context.payouts.read(id)?.attempts.filter(awaitsAnswer) ?? []
  await adoptAnswers(adoptContext(context), new Set(open.map((attempt) => attempt.id)), signal)
  return context.payouts.read(id)
}

/** The dependencies of a search for answers, from the context of a payout. */
export function adoptContext({ account, payouts, now, timeOf }: PayoutContext): AdoptContext {
  return { account, ledger: payouts.ledger, now, timeOf }
}

/** An attempt outside a payout. */
export function anAttempt(
  some: Pick<Attempt, 'account' | 'kind' | 'calls'> &
    Partial<Attempt> & { readonly submission?: Submission | null },
): Attempt {
  const { submission = null, ...given } = some
  const facts: readonly Fact[] = submission ? [{ kind: 'answered', at: 1, submission }] : []
  return {
    id: 'a',
    payout: null,
    batch: 0,
    rows: [],
    at: 1,
    time: null,
    position: null,
    known: [],
    restored: false,
    facts,
    ...given,
  }
}
