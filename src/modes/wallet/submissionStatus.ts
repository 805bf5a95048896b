import * as v from 'valibot'
import type { Hash, Hex } from 'viem'
import { batchIdKey, type Submission } from '#account/Submission.ts'
import { visiblePause } from '#account/visiblePause.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { bytes32 } from '#chain/schemas.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { getSentCall } from '#chain/settlement/settlement.ts'
import { batchStatus, walletStatus } from '#chain/settlement/walletStatus.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { isConnectedSafe } from './accountContract.ts'
import type { WalletRequest } from './sendBatch.ts'

/** How often (ms) the chain is polled for a transaction in RainbowKit's list, and how often once it takes long. */
const POLL = 4_000
const SLOW_POLL = 60_000
/** From this read on, a transaction takes long. */
const MANY = 75

/**
 * Resolves once it is decided whether a transaction paid, by the same judge as everywhere else. Until then it is
 * pending, however long that takes: a failed read, one operator's word or another transaction with its nonce decide
 * nothing, because a wallet that speeds a payment up sends it under another hash.
 */
export async function settled(
  rpc: Rpc,
  hash: Hash,
  pause: (ms: number) => Promise<void> = visiblePause,
): Promise<'success' | 'reverted'> {
  for (let reads = 0; ; reads++) {
    const status = await judgeHash(rpc, hash).catch(() => null)
    if (status?.kind === 'paid' || status?.kind === 'short') return 'success'
    if (status?.kind === 'not-paid' && status.why === 'failed') return 'reverted'
    await pause(reads < MANY ? POLL : SLOW_POLL)
  }
}

async function judgeHash(rpc: Rpc, hash: Hash): Promise<PaymentStatus | null> {
  const sent = await getSentCall(rpc, hash)
  if (sent === null || sent.to === null) return null
  const { from, to, value, input: data } = sent
  return walletStatus(rpc, { from, call: { to, value, data }, hash, nonce: null, since: null })
}

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly request: WalletRequest
  readonly safeSources?: readonly SafeSource[]
}

/**
 * The payment statuses of a wallet submission, in the order of its calls. @throws when the chain cannot be
 * read
 */
export async function submissionStatus(
  parts: Parts,
  submission: Submission,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly PaymentStatus[]> {
  switch (submission.kind) {
    case 'sent': {
      const statuses = await sentStatus(parts.rpc, submission)
      const isOpen = statuses.every(({ kind }) => kind === 'pending' || kind === 'unknown')
      if (!isOpen || !(await isConnectedSafe(parts))) return statuses
      // It was asked before it was known that the account is a Safe.
      const { from: safe, calls, hash, since } = submission
      const safeTxHash = hash as Hex as SafeTxHash
      return safeAnswerStatus(
        parts,
        { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: false, since },
        signal,
      )
    }
    case 'batched':
      return batchedStatus(parts, submission)
    case 'proposed':
      return safeAnswerStatus(parts, submission, signal)
  }
}

async function sentStatus(
  rpc: Rpc,
  { from, calls, hash, nonce, since }: Extract<Submission, { kind: 'sent' }>,
): Promise<readonly PaymentStatus[]> {
  const [call] = calls
  return call ? [await walletStatus(rpc, { from, call, hash, nonce, since })] : []
}

/**
 * The status of an answer of a Safe that is connected like a wallet: a safeTxHash, or the hash of the transaction
 * that executed the proposal at once.
 */
async function safeAnswerStatus(
  { address, rpc, safeSources: sources = [] }: Parts,
  submission: Extract<Submission, { kind: 'proposed' }>,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const { safe: from, calls, safeTxHash, since = null } = submission
  const hash: Hash = safeTxHash
  const sent = await getSentCall(rpc, hash).catch(() => null)
  if (sent) return sentStatus(rpc, { kind: 'sent', from, calls, hash, nonce: null, since })
  const { proposedStatus } = await import('#account/safe/proposedStatus.ts')
  return proposedStatus({ address, sources, rpc }, submission, signal)
}

/**
 * A wallet's report on a batch (EIP-5792). It only leads to the transactions, in the wallet's order, each
 * once.
 */
type CallsStatus = {
  readonly stage: 'pending' | 'confirmed' | 'not-sent' | 'reverted' | 'partial' | 'other'
  readonly hashes: readonly Hash[]
}

/** A wallet that takes longer (ms) is asked again in the next round. */
const DEADLINE = 3_000
/** A batch has at most ten calls; a wallet may add some of its own. */
const MAX_RECEIPTS = 64

/** Keyed by the status divided by 100; PENDING and CONFIRMED come from the drafts. */
const STAGES = new Map<number | string, CallsStatus['stage']>([
  [1, 'pending'],
  [2, 'confirmed'],
  [4, 'not-sent'],
  [5, 'reverted'],
  [6, 'partial'],
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
])

const callsStatus = v.object({
  id: v.nullish(v.string()),
  chainId: v.nullish(v.union([v.string(), v.number()])),
  status: v.union([v.number(), v.string()]),
  receipts: v.nullish(v.pipe(v.array(v.object({ transactionHash: bytes32 })), v.maxLength(MAX_RECEIPTS))),
})

/**
 * The wallet's report on the batch; null if it does not know it, does not answer, or answers something else.
 */
export async function readCallsStatus(request: WalletRequest, id: string): Promise<CallsStatus | null> {
  try {
    const asked = request('wallet_getCallsStatus', [id])
    return parseCallsStatus(await withDeadline(asked, DEADLINE), id)
  } catch {
    return null
  }
}

/**
 * @throws unless it is the status of this batch on BSC: another batch's status would prove this one unpaid
 */
function parseCallsStatus(answer: unknown, id: string): CallsStatus {
  const reported = v.parse(callsStatus, answer)
  if (reported.id != null && batchIdKey(reported.id) !== batchIdKey(id)) throw new Error('Another batch')
  if (reported.chainId != null && Number(reported.chainId) !== 56) throw new Error('Another chain')
  const stage = STAGES.get(
    typeof reported.status === 'number' ? Math.floor(reported.status / 100) : reported.status,
  )
  const hashes = (reported.receipts ?? []).map(({ transactionHash }) => transactionHash)
  return {
    stage: stage ?? 'other',
    hashes: [...new Set(hashes)],
  }
}

type Batched = Extract<Submission, { kind: 'batched' }>
type BatchContext = { readonly rpc: Rpc; readonly request: WalletRequest }

/**
 * The payment statuses of a wallet's batch. The wallet's report only leads to its transactions; their effects
 * are read from the chain. @throws when the chain cannot be read
 */
async function batchedStatus(
  { rpc, request }: BatchContext,
  submission: Batched,
): Promise<readonly PaymentStatus[]> {
  const { id, hashes: known } = submission
  const before = await batchStatus(rpc, submission, { hashes: known, isPending: false, claim: null })
  const isDone = before.every(({ kind }) => kind === 'paid' || kind === 'short' || kind === 'confirming')
  if (known.length > 0 && isDone) return before
  const reported = id === '' ? null : await readCallsStatus(request, id)
  if (reported === null) return before
  const hashes = [...new Set([...known, ...reported.hashes])]
  const claim =
    reported.stage === 'confirmed'
      ? 'done'
      : reported.stage === 'pending' || reported.stage === 'other'
        ? null
        : 'failed'
  return batchStatus(rpc, submission, { hashes, isPending: reported.stage === 'pending', claim })
}
