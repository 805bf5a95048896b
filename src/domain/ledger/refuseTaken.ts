import type { Submission } from '#account/Submission.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type Attempt, idsOf, submissionOf } from './Attempt.ts'

/**
 * Refuses an answer that another attempt made here has already: this request did not create it, and what the wallet or
 * host really did is unknown. Payments that a person put into one batch in their Safe share its hash.
 * @throws PortalError `unknown-result`
 */
export function refuseTaken(attempts: readonly Attempt[], submission: Submission, own: string): void {
  const ids = new Set(idsOf(submission))
  const isTaken = attempts.some((attempt) => {
    const claimed = submissionOf(attempt)
    if (attempt.id === own || attempt.restored || claimed === null) return false
    if (claimed.kind === 'proposed' && claimed.inLargerBatch) return false
    return idsOf(claimed).some((one) => ids.has(one))
  })
  if (!isTaken) return
  throw new PortalError(
    'unknown-result',
    submission.kind === 'proposed'
      ? 'Your Safe answered with a proposal of another payment, so we don’t know whether this one was proposed.'
      : 'Your wallet answered with a transaction of another payment, so we don’t know whether this one was sent.',
  )
}
