import * as v from 'valibot'
import type { Hash } from 'viem'
import { withDeadline } from '#chain/PortalError.ts'
import { bytes32 } from '#chain/rpc/questions.ts'
import type { WalletRequest } from './walletBatching.ts'

/**
 * What a wallet says of a batch (EIP-5792): only a lead to its transactions, in the order of the wallet, each once.
 * `isWhole` is false where the wallet itself says that a part of the calls may have happened.
 */
export type CallsStatus = {
  readonly stage: 'pending' | 'confirmed' | 'not-sent' | 'reverted' | 'partial' | 'other'
  readonly hashes: readonly Hash[]
  readonly isWhole: boolean
}

/** A wallet that takes longer (ms) is asked again with the next round. */
const DEADLINE = 3_000
/** A batch has ten calls at the most; a wallet may add some of its own. */
const MAX_RECEIPTS = 64

/** The hundreds of the status; PENDING and CONFIRMED are those of the drafts. */
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

/** What the wallet says of the batch; null when it does not know it, does not answer, or answers something else. */
export async function readCallsStatus(request: WalletRequest, id: string): Promise<CallsStatus | null> {
  try {
    const asked = request('wallet_getCallsStatus', [id])
    return parseCallsStatus(await withDeadline(asked, DEADLINE), id)
  } catch {
    return null
  }
}

/** @throws when it is not the status of this batch on BSC: another one's would prove that this one was not paid */
function parseCallsStatus(answer: unknown, id: string): CallsStatus {
  const told = v.parse(callsStatus, answer)
  if (told.id != null && told.id.toLowerCase() !== id.toLowerCase()) throw new Error('Another batch')
  if (told.chainId != null && Number(told.chainId) !== 56) throw new Error('Another chain')
  const stage = STAGES.get(typeof told.status === 'number' ? Math.floor(told.status / 100) : told.status)
  const hashes = (told.receipts ?? []).map(({ transactionHash }) => transactionHash)
  return {
    stage: stage ?? 'other',
    hashes: [...new Set(hashes)],
    isWhole: stage !== 'partial' && told.atomic !== false,
  }
}
