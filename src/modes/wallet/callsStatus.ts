import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Submission } from '#account/Account.ts'
import type { Journal } from '#account/wallet/journal.ts'
import { withDeadline } from '#chain/PortalError.ts'
import { bytes32 } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchStatus } from '#chain/settlement/walletStatus.ts'
import type { WalletRequest } from './sendBatch.ts'

/**
 * A wallet's report on a batch (EIP-5792). It only leads to the transactions, in the wallet's order, each
 * once. `isWhole` is false if the wallet reports that only some of the calls may have been executed.
 */
export type CallsStatus = {
  readonly stage: 'pending' | 'confirmed' | 'not-sent' | 'reverted' | 'partial' | 'other'
  readonly hashes: readonly Hash[]
  readonly isWhole: boolean
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
  atomic: v.nullish(v.boolean()),
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
  if (reported.id != null && reported.id.toLowerCase() !== id.toLowerCase()) throw new Error('Another batch')
  if (reported.chainId != null && Number(reported.chainId) !== 56) throw new Error('Another chain')
  const stage = STAGES.get(
    typeof reported.status === 'number' ? Math.floor(reported.status / 100) : reported.status,
  )
  const hashes = (reported.receipts ?? []).map(({ transactionHash }) => transactionHash)
  return {
    stage: stage ?? 'other',
    hashes: [...new Set(hashes)],
    isWhole: stage !== 'partial' && reported.atomic !== false,
  }
}

type Batched = Extract<Submission, { kind: 'batched' }>
type Parts = { readonly rpc: Rpc; readonly journal: Journal; readonly request: WalletRequest }

/**
 * The payment statuses of a wallet's batch. The wallet's report only leads to its transactions; their effects
 * are read from the chain. @throws when the chain cannot be read
 */
export async function batchedStatus(
  { rpc, journal, request }: Parts,
  submission: Batched,
): Promise<readonly PaymentStatus[]> {
  const { id, hash } = submission
  const { entries } = journal.list()
  const entry = entries.find(({ batchId }) => batchId === id)
  const known = [...new Set([...(hash ? [hash] : []), ...(entry?.hashes ?? [])])]
  const before = await batchStatus(rpc, submission, { hashes: known, isPending: false, claim: null })
  const isDone = (statuses: readonly PaymentStatus[]) =>
    statuses.every(({ kind }) => kind === 'paid' || kind === 'short' || kind === 'confirming')
  if (known.length > 0 && isDone(before)) return before
  const reported = id === '' ? null : await readCallsStatus(request, id)
  if (reported === null) return before
  // A transaction proves only one payment: a wallet that returns an old one would make this payment look
  // paid.
  const taken = new Set(entries.flatMap(({ batchId, hashes }) => (batchId === id ? [] : hashes)))
  const hashes = [...new Set([...known, ...reported.hashes])].filter((one) => !taken.has(one))
  const claim =
    reported.stage === 'confirmed'
      ? 'done'
      : reported.stage === 'pending' || reported.stage === 'other'
        ? null
        : 'failed'
  const statuses = await batchStatus(rpc, submission, {
    hashes,
    isPending: reported.stage === 'pending',
    claim,
  })
  // Only a batch that is whole, or proven whole, can be followed later without the wallet.
  const isWhole = reported.stage === 'confirmed' && reported.isWhole
  if (entry && (isWhole || isDone(statuses))) keep(journal, entry.id, hashes)
  return statuses
}

function keep(journal: Journal, id: string, hashes: readonly Hash[]): void {
  const entry = journal.list().entries.find((one) => one.id === id)
  if (!entry || hashes.length === entry.hashes.length) return
  journal.put({ ...entry, state: 'sent', hashes, nonces: hashes.map(() => null) })
}
