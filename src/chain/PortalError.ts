/**
 * What can go wrong, in few kinds:
 * - `rejected` the person said no; an outcome, not an alarm
 * - `busy` a request is already open in the wallet or the Safe
 * - `unreachable` a service, RPC or host did not answer in time, or refused to serve
 * - `malformed` it answered something that is not what it should be
 * - `refused` the chain, wallet or service understood and said no
 * - `unknown-result` something was requested and its outcome is unknown
 * - `stale` another page has written since: the newer record was left as it is
 */
export type PortalErrorKind =
  | 'rejected'
  | 'busy'
  | 'unreachable'
  | 'malformed'
  | 'refused'
  | 'unknown-result'
  | 'stale'

/** The one error class of the portal: `message` is a sentence for people, `cause` is what was thrown. */
export class PortalError extends Error {
  override readonly name = 'PortalError'
  readonly kind: PortalErrorKind

  constructor(kind: PortalErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * The thing that was thrown and its causes, outermost first. Loops and absurd depths end the walk, and so does a
 * link that throws when it is read: a wallet may reject with anything.
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

/** No read keeps a person waiting longer than this (ms): then a sentence and a retry take its place. */
export const READ_DEADLINE = 9_000

/** Settles with `work`, or rejects with a TimeoutError when it takes longer than `ms`. */
export function withDeadline<T>(work: Promise<T>, ms: number = READ_DEADLINE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`No answer within ${ms / 1000} s`, 'TimeoutError')), ms)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
