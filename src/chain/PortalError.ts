/**
 * The kinds of errors:
 * - `rejected` the person declined; an expected outcome, not a failure
 * - `busy` a request is already open in the wallet or the Safe
 * - `unreachable` a service, RPC or host did not answer in time, or refused to serve
 * - `unserved` a service understood and will not serve it, however often it is asked
 * - `malformed` the answer was not valid
 * - `refused` the chain, wallet or service understood and refused
 * - `unknown-result` something was requested and its outcome is unknown
 * - `stale` another page has written in the meantime; the newer record was kept
 */
export type PortalErrorKind =
  | 'rejected'
  | 'busy'
  | 'unreachable'
  | 'unserved'
  | 'malformed'
  | 'refused'
  | 'unknown-result'
  | 'stale'

/** The portal's only error class: `message` is a sentence for people, `cause` is the original error. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly kind: PortalErrorKind

  constructor(kind: PortalErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * A thrown value and its causes, outermost first. Stops at loops, at an excessive depth, and at a cause that
 * throws when read, because a wallet may reject with any value.
 */
export function causes(thrown: unknown): readonly unknown[] {
  const chain: unknown[] = []
  let current = thrown
  while (current !== undefined && current !== null && chain.length < 16 && !chain.includes(current)) {
    chain.push(current)
    try {
      current = typeof current === 'object' && 'cause' in current ? current.cause : undefined
    } catch {
      break
    }
  }
  return chain
}

/** The first PortalError in the chain of causes. */
export function findPortalError(thrown: unknown): PortalError | null {
  return causes(thrown).find(isPortalError) ?? null
}

function isPortalError(link: unknown): link is PortalError {
  try {
    return link instanceof PortalError
  } catch {
    // A revoked proxy has no prototype to compare.
    return false
  }
}
