import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { isSettled } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, attemptIds, submissionOf } from './Attempt.ts'
import type { Ledger } from './ledger.ts'

/**
 * The statuses of an attempt's payments, in the order of its calls, judged by the chain. Proven payments are added to
 * the ledger, and so are transactions found for a wallet's batch, because the wallet may forget it.
 * @throws PortalError when nothing could be read
 */
export async function readAttemptStatus(
  { account, ledger }: { readonly account: Pick<Account, 'status'>; readonly ledger: Ledger },
  attempt: Attempt,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const submission = submissionOf(attempt)
  const unanswered: PaymentStatus = { kind: 'unknown', why: 'no-answer', hash: null }
  if (submission === null) return attempt.calls.map(() => unanswered)
  const statuses = await readOwn({ account, ledger }, attempt, submission, signal)
  const paid = statuses.flatMap(({ kind }, call) => (kind === 'paid' || kind === 'short' ? [call] : []))
  if (paid.length > 0) ledger.add(attempt.id, { kind: 'paid', at: Date.now(), calls: paid })
  return statuses
}

async function readOwn(
  { account, ledger }: { readonly account: Pick<Account, 'status'>; readonly ledger: Ledger },
  attempt: Attempt,
  submission: Submission,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const statuses = await account.status(submission, signal)
  if (submission.kind !== 'batched') return statuses
  // A wallet that names the transaction of another attempt would make this one look paid. A file claims none that an
  // attempt made here has.
  const taken = new Set(
    ledger
      .list()
      .attempts.filter(({ id, restored }) => id !== attempt.id && (attempt.restored || !restored))
      .flatMap(attemptIds),
  )
  const own = statuses.map((status): PaymentStatus => {
    const hash = 'hash' in status ? status.hash : null
    return hash !== null && taken.has(hash.toLowerCase())
      ? { kind: 'unknown', why: 'not-visible', hash: null }
      : status
  })
  const hashes = [...new Set(own.flatMap((status) => ('hash' in status && status.hash ? [status.hash] : [])))]
  // A batch of which something is still open may get further transactions.
  const isWhole = own.every((status) => status.kind === 'confirming' || isSettled(status))
  if (isWhole && hashes.length > submission.hashes.length) {
    ledger.add(attempt.id, { kind: 'mined', at: Date.now(), hashes })
  }
  return own
}
