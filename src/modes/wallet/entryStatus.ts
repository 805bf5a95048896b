import type { Submission } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { walletStatus } from '#chain/settlement/walletStatus.ts'
import { batchedStatus } from './batchedStatus.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { WalletRequest } from './walletBatching.ts'

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  readonly request: WalletRequest
}

/** Where the payments of what a wallet was asked for stand, in the order of its calls. @throws when the chain cannot be read */
export async function submissionStatus(
  parts: Parts,
  submission: Submission,
): Promise<readonly PaymentStatus[]> {
  switch (submission.kind) {
    case 'sent': {
      const { from, calls, hash, nonce, since } = submission
      const [call] = calls
      return call ? [await walletStatus(parts.rpc, { from, call, hash, nonce, since })] : []
    }
    case 'batched':
      return batchedStatus(parts, submission)
    case 'proposed':
      return submission.calls.map(() => ({ kind: 'unknown', why: 'not-ours', hash: null }))
  }
}

/** Where what the journal holds stands: the least settled of its payments. @throws when the chain cannot be read */
export async function entryStatus(parts: Parts, entry: JournalEntry): Promise<PaymentStatus> {
  const { calls, hashes, nonces, batchId, since } = entry
  const from = parts.address
  // The name of a batch is known before the wallet is asked, so it can be asked after without an answer.
  if (batchId !== null) {
    const submission = {
      kind: 'batched',
      from,
      calls,
      id: batchId,
      hash: hashes.at(-1) ?? null,
      since,
    } as const
    return leastSettled(await batchedStatus(parts, submission))
  }
  const sent = hashes.flatMap((hash, index) => {
    const nonce = nonces[index] ?? null
    return calls[index]
      ? [{ from, call: calls[index], hash, nonce: nonce === null ? null : BigInt(nonce), since }]
      : []
  })
  // Once, calls were sent one by one: those behind the last hash were never answered, and the first do not speak for them.
  if (entry.state === 'asked' || sent.length === 0 || sent.length < calls.length) {
    return { kind: 'unknown', why: 'no-answer', hash: null }
  }
  return leastSettled(await Promise.all(sent.map((payment) => walletStatus(parts.rpc, payment))))
}
