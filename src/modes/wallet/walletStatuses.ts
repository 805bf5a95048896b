import type { Hash, Hex } from 'viem'
import type { Submission } from '#account/Submission.ts'
import { visiblePause } from '#account/visiblePause.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { getSentCall } from '#chain/settlement/settlement.ts'
import { walletStatus } from '#chain/settlement/walletStatus.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { isConnectedSafe } from './accountContract.ts'
import { batchedStatus } from './callsStatus.ts'
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
      const { from: safe, calls, hash } = submission
      const safeTxHash = hash as Hex as SafeTxHash
      return safeAnswerStatus(
        parts,
        { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: false },
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
  const { safe: from, calls, safeTxHash } = submission
  const hash: Hash = safeTxHash
  const sent = await getSentCall(rpc, hash).catch(() => null)
  if (sent) return sentStatus(rpc, { kind: 'sent', from, calls, hash, nonce: null, since: null })
  const { proposedStatus } = await import('#account/safe/proposedStatus.ts')
  return proposedStatus({ address, sources, rpc }, submission, signal)
}
