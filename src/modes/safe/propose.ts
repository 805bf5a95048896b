import type { Submission } from '#account/Account.ts'
import { SAFE_LIMIT } from '#account/Account.ts'
import { visiblePause } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { type FoundProposal, findQueued, queuedHashes } from './findQueued.ts'
import type { HostChannel } from './hostChannel.ts'

type Parts = {
  readonly address: Address
  readonly host: Pick<HostChannel, 'send'>
  readonly gateway: SafeSource
  /** Resolves when it is time to check the queue again. */
  readonly pause?: (ms: number) => Promise<void>
}

/** How often (ms) the queue is checked until the host answers; its lists lag by at most a minute. */
const LOOK_EVERY = 5_000

/**
 * Asks the host to propose the calls as one transaction. A host may never answer, for example if the person
 * moves the calls into their own batch or closes the dialog. The queue is therefore watched as well.
 * @param signal stops both waiting and watching
 * @throws PortalError `rejected` or `refused` only if nothing was requested or the queue shows that nothing
 * was proposed, otherwise `unknown-result`
 */
export async function propose(
  parts: Parts,
  calls: readonly Call[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Submission> {
  const { address, host, gateway } = parts
  if (calls.length > SAFE_LIMIT) {
    throw new PortalError(
      'refused',
      `A Safe is asked for ${SAFE_LIMIT} payments at once, not ${calls.length}.`,
    )
  }
  const before = await queuedHashes(gateway, address).catch(() => null)
  const answered = new AbortController()
  const answer = host
    .send(calls)
    // The host can report "rejected" although the proposal landed; only the queue is reliable.
    .then(
      (safeTxHash): FoundProposal => ({ safeTxHash, among: false }),
      (error: unknown) => afterRefusal(parts, calls, before, error),
    )
    .finally(() => answered.abort())
  const over = AbortSignal.any([signal, answered.signal])
  const found = await (before === null
    ? answer
    : Promise.race([answer, watchQueue(parts, calls, before, over)]))
  return { kind: 'proposed', safe: address, calls, ...found }
}

/** Resolves once the calls are in the queue, alone or in a batch; never resolves after waiting ends. */
async function watchQueue(
  parts: Parts,
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash>,
  over: AbortSignal,
): Promise<FoundProposal> {
  const { pause = visiblePause } = parts
  for (;;) {
    await pause(LOOK_EVERY)
    if (over.aborted) return new Promise(() => {})
    const found = await findQueued(parts, calls, before).catch(() => null)
    if (found && !over.aborted) return found
  }
}

async function afterRefusal(
  parts: Parts,
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash> | null,
  refusal: unknown,
): Promise<FoundProposal> {
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
    new PortalError('unknown-result', 'Your Safe did not say whether it proposed the payment.', {
      cause: refusal,
    })
  )
}
