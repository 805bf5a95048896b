import * as v from 'valibot'
import type { Hash } from 'viem'
import { batchIdKey, type Submission } from '#account/Submission.ts'
import { withDeadline } from '#chain/deadline.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { bytes32 } from '#chain/schemas.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchStatus } from '#chain/settlement/walletStatus.ts'
import type { WalletRequest } from './sendBatch.ts'

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
type Parts = { readonly rpc: Rpc; readonly request: WalletRequest }

/**
 * The payment statuses of a wallet's batch. The wallet's report only leads to its transactions; their effects
 * are read from the chain. @throws when the chain cannot be read
 */
export async function batchedStatus(
  { rpc, request }: Parts,
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
