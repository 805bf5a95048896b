import { type Account, SAFE_LIMIT } from '#account/Account.ts'
import type { Exclusive, MarkAsked } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import { proposedStatus } from '#account/safe/proposedStatus.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { getCode } from '#chain/rpc/rpcMethods.ts'
import { getProposerRole, nextNonce, readProposalFacts } from '#safe/proposal/proposalReads.ts'
import { firstAnswer, type SafeSource } from '#safe/service/SafeSource.ts'
import type { ProposalService } from '#safe/service/txServiceProposals.ts'
import { encodeProposal } from '#safe/tx/encodeProposal.ts'
import { hash, type SafeTx, type SafeTxHash } from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import { mergeSafePayments } from '../../account/safe/safePayments.ts'
import { signSafeTx, type WalletRequest } from './sendBatch.ts'

/** The dependencies of a Safe that pays on behalf of a wallet's account. */
type ProposerParts = ProposeParts & {
  /** Reads logs, see `safePayments`. */
  readonly scanRpc?: Rpc
  /** The wallet's own lock: it gets one request at a time, for whichever account. */
  readonly exclusive: Exclusive
}

/**
 * A Safe as the payer, with the wallet's account as proposer. A batch is one proposal, so it is atomic.
 * @throws PortalError `refused` if the account may not propose, `unreachable` or `malformed` if that is unknown
 */
export async function proposerAccount(parts: ProposerParts, safe: Address): Promise<Account> {
  const { rpc, scanRpc = rpc, sources, proposer } = parts
  const {
    role,
    state: { owners, threshold },
  } = await getProposerRole(parts, safe, proposer)
  return {
    kind: 'safe',
    address: safe,
    safe: { owners, threshold, readOnly: false },
    proposer: { address: proposer, role },
    activity: safeActivity({ address: safe, sources, rpc, owners }),
    recentPayments: (since, signal) =>
      mergeSafePayments({ address: safe, sources, rpc, scanRpc }, since, signal),
    async status(submission, signal) {
      return readChain(() => proposedStatus({ address: safe, sources, rpc }, submission, signal))
    },
    batching: async () => ({ kind: 'atomic', limit: SAFE_LIMIT }),
    submit: (calls, { signal, note = null, recent = [], onAnswer }) =>
      parts.exclusive(async (markAsked) => {
        const proposed = await proposeToSafe({ ...parts, markAsked }, safe, calls, note, recent)
        onAnswer?.(proposed)
        return proposed
      }, signal),
    async signMessage() {
      throw new PortalError('refused', 'Open this page inside the Safe to sign with it.')
    },
    messageSignature: async () => null,
  }
}

/** The dependencies of proposing. */
type ProposeParts = {
  /** The wallet's account: an owner or a delegate. */
  readonly proposer: Address
  readonly rpc: Rpc
  readonly request: WalletRequest
  readonly service: ProposalService
  /** Sources of the queue. The first is the service that accepts proposals. */
  readonly sources: readonly [SafeSource, ...SafeSource[]]
}

/**
 * Has the wallet sign the calls as one Safe transaction and submits it to the service.
 * @param note the purpose, for the other owners; null for none
 * @param recent proposals that this browser made within the last minute
 * @throws PortalError `rejected`, `busy` or `refused` only if nothing was submitted or the service rejected
 * it, otherwise `unknown-result`
 */
async function proposeToSafe(
  parts: ProposeParts & { readonly markAsked: MarkAsked },
  safe: Address,
  calls: readonly Call[],
  note: string | null = null,
  recent: readonly SafeTxHash[] = [],
): Promise<Submission> {
  const { proposer, request, service, markAsked } = parts
  const { tx, version } = await prepare(parts, safe, calls, recent).catch(nothingAsked)
  markAsked()
  const { safeTxHash, signature } = await signSafeTx({ request, account: proposer }, { safe, version }, tx)
  try {
    await service.propose({ safe, tx, safeTxHash, sender: proposer, signature, note })
  } catch (error) {
    // The signature may have been stored in spite of the error. Only the queue shows that, and it is searched by
    // safeTxHash.
    if (!(await isQueued(parts.sources, safeTxHash))) throw lost(error, safeTxHash)
  }
  return { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: false }
}

async function prepare(
  { proposer, rpc, service, sources: [own, ...others] }: ProposeParts,
  safe: Address,
  calls: readonly Call[],
  recent: readonly SafeTxHash[],
): Promise<{ readonly tx: SafeTx; readonly version: string }> {
  if (calls.length > SAFE_LIMIT) {
    throw new PortalError(
      'refused',
      `A Safe is asked for ${SAFE_LIMIT} payments at once, not ${calls.length}.`,
    )
  }
  const { state } = await getProposerRole({ rpc, service }, safe, proposer)
  const reported = await Promise.all([
    nextNonce(own, safe, state.nonce),
    // Only proposals in this service can block a proposal to it; another one may know of more.
    ...others.map((source) => nextNonce(source, safe, state.nonce).catch(() => state.nonce)),
    // A queue may lag behind what was just proposed, and of two proposals with one nonce only one can run.
    ...recent.map(async (safeTxHash) => {
      const found = await firstAnswer([own, ...others], (source) => source.transaction(safeTxHash)).catch(
        () => null,
      )
      const last = found && toSafeTx(found.answer)
      return last && hash(safe, last, state.version) === safeTxHash ? last.nonce + 1n : state.nonce
    }),
  ])
  const nonce = reported.reduce((a, b) => (a > b ? a : b))
  const tx = encodeProposal({ safe, version: state.version }, calls, nonce)
  // A delegatecall to an address without code succeeds, pays nobody and uses up the nonce.
  if (tx.operation === 1 && (await readChain(() => getCode(rpc, tx.to))) === null) {
    throw new PortalError('refused', 'Safe’s contract for several payments is not on this chain.')
  }
  const { contractHash } = await readProposalFacts(rpc, safe, tx)
  if (contractHash !== hash(safe, tx, state.version)) {
    throw new PortalError('refused', 'The contract of the Safe does not give the hash that is computed here.')
  }
  return { tx, version: state.version }
}

/** A failure before the wallet request proves that nothing was proposed. */
function nothingAsked(cause: unknown): never {
  const known = findPortalError(cause)
  if (known?.kind === 'refused') throw known
  throw new PortalError('refused', `${known?.message ?? 'It could not be prepared.'} Nothing was asked.`, {
    cause,
  })
}

async function isQueued(sources: readonly SafeSource[], safeTxHash: SafeTxHash): Promise<boolean> {
  const found = await firstAnswer(sources, (source) => source.transaction(safeTxHash)).catch(() => null)
  return found !== null
}

function lost(error: unknown, safeTxHash: SafeTxHash): PortalError {
  const known = findPortalError(error)
  if (known?.kind === 'refused') return known
  const name = `It would be ${safeTxHash} in the queue.`
  return new PortalError(
    'unknown-result',
    `You signed it, but we don’t know whether it was proposed. ${name}`,
    {
      cause: error,
    },
  )
}
