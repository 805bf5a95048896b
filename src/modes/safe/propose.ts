import { SAFE_LIMIT } from '#account/Batching.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/Address.ts'
import type { Call } from '#chain/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { SafeSource } from '#safe/SafeSource.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import { findQueued, queuedHashes } from './findQueued.ts'
import type { HostChannel } from './hostChannel.ts'

type Parts = {
  readonly address: Address
  readonly host: Pick<HostChannel, 'send'>
  readonly gateway: SafeSource
}

/**
 * Asks the host to propose the calls as one transaction.
 * @throws PortalError `rejected` or `refused` only when nothing was asked or the queue shows that nothing was proposed, else
 * `unknown-result`
 */
export async function propose(parts: Parts, calls: readonly Call[]): Promise<Submission> {
  const { address, host, gateway } = parts
  if (calls.length > SAFE_LIMIT) {
    throw new PortalError(
      'refused',
      `A Safe is asked for ${SAFE_LIMIT} payments at once, not ${calls.length}.`,
    )
  }
  const before = await queuedHashes(gateway, address).catch(() => null)
  const safeTxHash = await host
    .send(calls)
    // The host can say "rejected" although the proposal landed: only the queue knows.
    .catch((error: unknown) => afterRefusal(parts, calls, before, error))
  return { kind: 'proposed', safe: address, calls, safeTxHash }
}

async function afterRefusal(
  parts: Parts,
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash> | null,
  refusal: unknown,
): Promise<SafeTxHash> {
  try {
    if (before === null) throw new Error('The queue was not read before asking')
    const landed = await findQueued(parts, calls, before)
    if (landed !== null) return landed
  } catch (cause) {
    throw new PortalError(
      'unknown-result',
      'Your Safe says that the request was not approved, but its queue could not be read to make sure.',
      { cause },
    )
  }
  throw (
    findPortalError(refusal) ??
    new PortalError('refused', 'Your Safe refused the request.', { cause: refusal })
  )
}
