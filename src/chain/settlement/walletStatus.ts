import type { Hash } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { judgeMined } from './minedPayments.ts'
import type { PaymentStatus } from './PaymentStatus.ts'
import { readNonceUse, type SentPayment } from './replacement.ts'
import { readSettlement } from './settlement.ts'

/**
 * The status of a payment that a wallet sent as its own transaction.
 * @throws when the chain cannot be read
 */
export async function walletStatus(rpc: Rpc, payment: SentPayment): Promise<PaymentStatus> {
  const { from, call, hash, since } = payment
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return readNonceUse(rpc, payment)
  // A wallet that reports an old transaction would make a new payment look paid.
  if (since !== null && settlement.receipt.blockNumber <= since)
    return { kind: 'unknown', why: 'older', hash }
  const [status] = judgeMined(from, [call], [settlement])
  return status ?? { kind: 'unknown', why: 'not-visible', hash }
}

/** Several payments requested from a wallet at once (EIP-5792). */
type SentBatch = {
  readonly from: Address
  readonly calls: readonly Call[]
  readonly since: bigint | null
}

/**
 * The wallet's report about a batch. Only a lead to its transactions.
 * @see CallsStatus of the wallet
 */
type BatchLead = {
  readonly hashes: readonly Hash[]
  /** The wallet reports that more is to come. */
  readonly isPending: boolean
  /** The wallet reports success or failure; null if it reports neither. */
  readonly claim: 'done' | 'failed' | null
}

/**
 * The statuses of the payments of a batch, in their order.
 * @throws when the chain cannot be read
 */
export async function batchStatus(
  rpc: Rpc,
  { from, calls, since }: SentBatch,
  { hashes, isPending, claim }: BatchLead,
): Promise<readonly PaymentStatus[]> {
  const [hash = null] = hashes.slice(-1)
  const all = (status: PaymentStatus) => calls.map(() => status)
  if (hash === null) {
    if (isPending) return all({ kind: 'pending', hash })
    const why =
      claim === 'done' ? 'wallet-says-done' : claim === 'failed' ? 'wallet-says-failed' : 'no-answer'
    return all({ kind: 'unknown', why, hash })
  }
  const settlements = await Promise.all(hashes.map((one) => readSettlement(rpc, one)))
  const mined = settlements.flatMap((one) => (one.kind === 'missing' ? [] : [one]))
  const young = mined.filter(({ receipt }) => since === null || receipt.blockNumber > since)
  const statuses = judgeMined(from, calls, young)
  // Missing payments may still arrive, with another transaction or with this one's block.
  const isOpen = isPending || mined.length < hashes.length
  return statuses.map((status): PaymentStatus => {
    const isSeen = status.kind === 'paid' || status.kind === 'short' || status.kind === 'confirming'
    if (isOpen && !isSeen) return { kind: 'pending', hash }
    return young.length < mined.length && status.kind === 'unknown'
      ? { kind: 'unknown', why: 'older', hash }
      : status
  })
}
