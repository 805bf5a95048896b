import { SAFE_LIMIT } from '#account/Account.ts'
import type { MarkAsked } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import { visiblePause } from '#account/visiblePause.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Call, sameList } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import {
  NEWEST,
  type NonceSource,
  type SafeSource,
  safeTxHashOf,
  type TransactionPage,
} from '#safe/service/SafeSource.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import { plainCalls, toSafeTx } from '#safe/tx/signedFields.ts'
import type { HostChannel } from './hostChannel.ts'

type Parts = {
  readonly address: Address
  readonly host: Pick<HostChannel, 'send'>
  readonly gateway: SafeSource & Partial<NonceSource>
  /** Called right before the host is asked, see `Exclusive`. */
  readonly markAsked?: MarkAsked
  /** Called with the host's own proposal, even if it answers after the waiting has ended. See `SubmitHow`. */
  readonly onAnswer?: ((submission: Submission) => void) | undefined
  /** Resolves when it is time to check the queue again. */
  readonly pause?: (ms: number) => Promise<void>
}

/** How long (ms) the lists of a Safe may lag behind its proposals. */
const LISTS_LAG = 60_000
/** How often (ms) the queue is checked until the host answers. */
const QUEUE_EVERY = 5_000

/**
 * How often the next nonce is asked for, and how often (ms), while the gateway recommends one that is taken: its copies
 * are a minute old at most. The host then proposes with what it gets, and the queue says what is in conflict.
 */
const NONCE_TRIES = 60
const NONCE_EVERY = 1_000

/** A proposal of this page: when (ms of `performance.now`), and the nonce that the gateway recommended for it. */
type LastProposal = { readonly at: number; readonly safeTxHash: SafeTxHash; readonly nonce: bigint | null }

/** The last one to each Safe. */
const lastProposals = new Map<Address, LastProposal>()

/**
 * Asks the host to propose the calls as one transaction. A host may never answer, for example if the person
 * moves the calls into their own batch or closes the dialog. The queue is therefore watched as well.
 * @param signal stops both waiting and watching
 * @param recent proposals that this browser made within the last minute
 * @throws PortalError `rejected` or `refused` only if nothing was requested or the queue shows that nothing
 * was proposed, otherwise `unknown-result`
 */
export async function propose(
  parts: Parts,
  calls: readonly Call[],
  signal: AbortSignal = new AbortController().signal,
  recent: readonly SafeTxHash[] = [],
): Promise<Submission> {
  const { address, host, gateway } = parts
  if (calls.length > SAFE_LIMIT) {
    throw new PortalError(
      'refused',
      `A Safe is asked for ${SAFE_LIMIT} payments at once, not ${calls.length}.`,
    )
  }
  const [before, executed] = await Promise.all([
    readQueue(gateway, address).catch(() => null),
    readExecuted(parts).catch(() => null),
  ])
  const nonce = await freeNonce(parts, await takenNonce(parts, before, recent), signal)
  parts.markAsked?.()
  const answered = new AbortController()
  const answer = host
    .send(calls)
    // The host can report "rejected" although the proposal landed; only the queue is reliable.
    .then(
      (safeTxHash): FoundProposal => {
        const found = { safeTxHash, inLargerBatch: false }
        parts.onAnswer?.({ kind: 'proposed', safe: address, calls, ...found })
        return found
      },
      (error: unknown) => afterRefusal(parts, calls, { before, executed }, error),
    )
    .finally(() => answered.abort())
  const over = AbortSignal.any([signal, answered.signal])
  const found = await (before === null
    ? answer
    : Promise.race([answer, watchQueue(parts, calls, before, over)]))
  lastProposals.set(address, { at: performance.now(), safeTxHash: found.safeTxHash, nonce })
  return { kind: 'proposed', safe: address, calls, ...found }
}

/**
 * The highest nonce that is taken, if something was proposed from here so lately that the gateway may recommend its
 * nonce again; else null. A proposal that cannot be read counts with the nonce that was recommended for it.
 */
async function takenNonce(
  { address, gateway }: Parts,
  queue: QueueReading | null,
  recent: readonly SafeTxHash[],
): Promise<bigint | null> {
  const kept = lastProposals.get(address)
  const last = kept && performance.now() - kept.at < LISTS_LAG ? kept : null
  const made = new Set([...recent, ...(last ? [last.safeTxHash] : [])])
  if (made.size === 0) return null
  // The person may have chosen another nonce than the one that was recommended.
  const read = await Promise.all([...made].map((hash) => gateway.transaction(hash).catch(() => null)))
  const own = highest(read.map((details) => details && toSafeTx(details).nonce))
  return highest([queue?.lastNonce ?? null, own ?? last?.nonce ?? null])
}

/**
 * The nonce that the gateway recommends, once it is above those that are taken. Hosts take the nonce from it, and of
 * two proposals with one nonce only one can run: the second batch of a payout would never be paid.
 */
async function freeNonce(
  { address, gateway, pause = visiblePause }: Parts,
  taken: bigint | null,
  signal: AbortSignal,
): Promise<bigint | null> {
  for (let tries = 0; ; tries++) {
    const next = (await gateway.nextNonce?.(address, signal).catch(() => null)) ?? null
    const isFree = next === null || taken === null || next > taken
    if (isFree || tries === NONCE_TRIES || signal.aborted) return next
    await pause(NONCE_EVERY)
  }
}

function highest(nonces: readonly (bigint | null)[]): bigint | null {
  return nonces.reduce((most, one) => (most === null || (one !== null && one > most) ? one : most), null)
}

/** Resolves once the calls are in the queue, alone or in a batch; never resolves after waiting ends. */
async function watchQueue(
  parts: Parts,
  calls: readonly Call[],
  before: QueueReading,
  over: AbortSignal,
): Promise<FoundProposal> {
  const { pause = visiblePause } = parts
  for (;;) {
    await pause(QUEUE_EVERY)
    if (over.aborted) return new Promise(() => {})
    const found = await findQueued(parts, calls, before.hashes).catch(() => null)
    if (found && !over.aborted) return found
  }
}

/** @param lists as they were before the host was asked; null if they could not be read */
async function afterRefusal(
  parts: Parts,
  calls: readonly Call[],
  lists: { readonly before: QueueReading | null; readonly executed: ReadonlySet<SafeTxHash> | null },
  refusal: unknown,
): Promise<FoundProposal> {
  const { before, executed } = lists
  // The channel did not ask the host, because it has another Safe open.
  if (findPortalError(refusal)?.kind === 'refused') throw refusal
  try {
    if (before === null || executed === null) throw new Error('The lists were not read before asking')
    const landed = await findQueued(parts, calls, before.hashes, before.unreadable)
    if (landed !== null) return landed
    // One signature may be enough to execute at once, and then it has left the queue.
    for (const hash of await readExecuted(parts)) {
      if (executed.has(hash) || before.hashes.has(hash)) continue
      const details = await parts.gateway.transaction(hash)
      if (details && placeOf(parts.address, toSafeTx(details), calls) !== null)
        throw new Error('The same payment was executed since')
    }
  } catch (cause) {
    throw new PortalError(
      'unknown-result',
      'Your Safe says that the request was not approved, but its queue and history don’t show for sure that it wasn’t.',
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

/** How many pages of a queue are read. A new proposal has the highest nonce and is on the last page. */
const MAX_PAGES = 20

/** A proposal that contains some calls; `inLargerBatch` if a person assembled it. */
type FoundProposal = { readonly safeTxHash: SafeTxHash; readonly inLargerBatch: boolean }

/** A queue: its safeTxHashes, lower case, the number of entries without a readable one, and its highest nonce. */
type QueueReading = {
  readonly hashes: ReadonlySet<SafeTxHash>
  readonly unreadable: number
  readonly lastNonce: bigint | null
}

/** Reads the whole queue. @throws if it cannot be read to the end */
export async function readQueue(gateway: SafeSource, safe: Address): Promise<QueueReading> {
  const hashes = new Set<SafeTxHash>()
  let unreadable = 0
  let lastNonce: bigint | null = null
  let cursor: string | null = NEWEST
  for (let read = 0; read < MAX_PAGES; read++) {
    const page: TransactionPage = await gateway.queued(safe, cursor)
    unreadable += page.unreadable
    for (const { id, executionInfo } of page.transactions) {
      const nonce = executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : null
      if (nonce !== null && (lastNonce === null || nonce > lastNonce)) lastNonce = nonce
      const hash = safeTxHashOf(id)
      if (hash) hashes.add(hash)
      else unreadable++
    }
    if (page.cursor === null) return { hashes, unreadable, lastNonce }
    cursor = page.cursor
  }
  throw new PortalError('malformed', 'The queue of the Safe has no end.')
}

/** The safeTxHashes of the newest executions, lower case. */
async function readExecuted({ gateway, address }: Parts): Promise<ReadonlySet<SafeTxHash>> {
  const { transactions } = await gateway.history(address, NEWEST)
  return new Set(transactions.flatMap(({ id }) => safeTxHashOf(id) ?? []))
}

/**
 * Finds a signed proposal that was not queued `before` and contains exactly these calls, or else these among others;
 * null if there is none. Matched by content, never by label.
 * @param unreadable entries that could not be read before; null if a new one that cannot be read does not matter
 * @throws when none is found and a new entry that matters could not be read, or waits without a signature
 */
export async function findQueued(
  { gateway, address }: { gateway: SafeSource; address: Address },
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash>,
  unreadable: number | null = null,
): Promise<FoundProposal | null> {
  let around: FoundProposal | null = null
  const now = await readQueue(gateway, address)
  let isWhole = unreadable === null || now.unreadable <= unreadable
  for (const safeTxHash of now.hashes) {
    if (before.has(safeTxHash)) continue
    const details = await gateway.transaction(safeTxHash)
    if (!details) {
      // Deleted since the list was read, or not indexed yet.
      isWhole &&= unreadable === null
      continue
    }
    const place = placeOf(address, toSafeTx(details), calls)
    if (place === null) continue
    if (!details.detailedExecutionInfo.confirmations?.length) {
      // A draft in the host's batch, or nobody says who signed: the payment is neither proposed nor rejected.
      isWhole &&= unreadable === null
      continue
    }
    if (place === 'alone') return { safeTxHash, inLargerBatch: false }
    around ??= { safeTxHash, inLargerBatch: true }
  }
  if (around === null && !isWhole) {
    throw new PortalError('malformed', 'A new entry in the queue of the Safe cannot be read.')
  }
  return around
}

/** Whether a transaction is exactly these calls, or has them among others; null for neither. */
function placeOf(safe: Address, tx: SafeTx, calls: readonly Call[]): 'alone' | 'among-others' | null {
  const own = plainCalls(tx)
  if (own !== null && sameList(own, calls)) return 'alone'
  const rows = decodeProposal(safe, tx).rows.filter(({ meaning }) => meaning.kind === 'transfer')
  return containsAll(rows, calls) ? 'among-others' : null
}

/** Whether the rows contain every call; equal calls need equally many rows. */
function containsAll(rows: readonly Call[], calls: readonly Call[]): boolean {
  const left = [...rows]
  return calls.every((call) => {
    const at = left.findIndex((row) => sameList([row], [call]))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
