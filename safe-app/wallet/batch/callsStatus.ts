import { type Hex, toHex } from 'viem'
import { node } from '../node.ts'
import { RpcError, unknownMethod } from '../RpcError.ts'
import type { Wallet } from '../Wallet.ts'

type Receipt = { readonly status: Hex }

/** `wallet_getCallsStatus` (EIP-5792), from the receipts of the batch's transactions. */
export async function callsStatus(wallet: Wallet, params: unknown): Promise<object> {
  const { batches, forgetsBatches } = wallet.faults
  if (batches === '') throw unknownMethod('wallet_getCallsStatus')
  const [id] = params as [unknown]
  const batch = typeof id === 'string' && !forgetsBatches ? wallet.batches.find(id) : undefined
  if (batch === undefined) throw new RpcError(5730, 'Unknown bundle id')
  const found = await Promise.all(batch.hashes.map((hash) => receiptOf(wallet, hash)))
  const receipts = found.filter((receipt) => receipt !== null)
  const isMined = receipts.length === found.length
  if (batches === 'legacy') return isMined ? { status: 'CONFIRMED', receipts } : { status: 'PENDING' }
  return {
    version: '2.0.0',
    id: batch.id,
    chainId: toHex(wallet.config.network.id),
    atomic: batch.hashes.length === 1,
    ...(isMined ? { status: statusOf(receipts), receipts } : { status: 100 }),
  }
}

async function receiptOf({ config }: Wallet, hash: Hex): Promise<Receipt | null> {
  return (await node(config.rpcUrl, 'eth_getTransactionReceipt', [hash])) as Receipt | null
}

/** 200 all succeeded, 500 none, 600 some. */
function statusOf(receipts: readonly Receipt[]): number {
  const good = receipts.filter(({ status }) => status === '0x1').length
  if (good === receipts.length) return 200
  return good === 0 ? 500 : 600
}
