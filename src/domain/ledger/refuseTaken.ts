import type { Submission } from '#account/Submission.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type Attempt, submissionOf } from './Attempt.ts'
import { idsOf } from './submissionIds.ts'

/**
 * Refuses a proposal or transaction that another attempt made here has already: this request did not create it.
 * Payments that a person put into one batch in their Safe share its hash.
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
  if (submission.kind === 'proposed' && !submission.inLargerBatch) {
    throw new PortalError(
      'refused',
      'Your Safe returned a proposal of another payment. Nothing new was proposed: choose a different nonce.',
    )
  }
  throw new PortalError('unknown-result', 'Your wallet returned a transaction of another payment.')
}
