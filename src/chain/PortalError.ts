/**
 * What can go wrong, in few kinds:
 * - `rejected` the person said no; an outcome, not an alarm
 * - `busy` a request is already open in the wallet or the Safe
 * - `unreachable` a service, RPC or host did not answer in time, or refused to serve
 * - `malformed` it answered something that is not what it should be
 * - `refused` the chain, wallet or service understood and said no
 * - `unknown-result` something was asked for and nobody can say what became of it
 */
export type PortalErrorKind = 'rejected' | 'busy' | 'unreachable' | 'malformed' | 'refused' | 'unknown-result'

/** The one error class of the portal: `message` is a sentence for people, `cause` is what was thrown. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly kind: PortalErrorKind

  constructor(kind: PortalErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/** The first PortalError in the chain of causes; loops and absurd depths end the search. */
export function findPortalError(error: unknown): PortalError | null {
  let current = error
  for (let depth = 0; depth < 16 && current instanceof Error; depth++) {
    if (current instanceof PortalError) return current
    current = current.cause
  }
  return null
}
