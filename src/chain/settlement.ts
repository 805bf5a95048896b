import type { Hash } from 'viem'
import type { Address } from './Address.ts'
import { asTransfer, type Call } from './Call.ts'
import { getBlockNumber, getReceipt, type Receipt } from './questions.ts'
import type { Rpc } from './Rpc.ts'

/** Whether a transaction counts: only a final block cannot be undone. */
export type Settlement =
  | { readonly kind: 'missing' }
  | { readonly kind: 'mined'; readonly receipt: Receipt }
  | { readonly kind: 'final'; readonly receipt: Receipt }

/** Reads the receipt of `hash` and whether its block is final. @throws when the chain cannot be read */
export async function readSettlement(rpc: Rpc, hash: Hash): Promise<Settlement> {
  const receipt = await getReceipt(rpc, hash)
  if (receipt === null) return { kind: 'missing' }
  const final = await readFinalBlock(rpc)
  return { kind: receipt.blockNumber <= final ? 'final' : 'mined', receipt }
}

/** Blocks after which a node that knows no `finalized` tag is believed: far more than BSC's fast finality needs. */
const BLOCKS_WITHOUT_FINALITY_TAG = 20n

/** Number of the newest final block. @throws when the chain cannot be read */
export async function readFinalBlock(rpc: Rpc): Promise<bigint> {
  try {
    return await getBlockNumber(rpc, 'finalized')
  } catch {
    return (await getBlockNumber(rpc, 'latest')) - BLOCKS_WITHOUT_FINALITY_TAG
  }
}

/** topic0 of `Transfer(address,address,uint256)` (EIP-20). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * The calls whose token transfer is not in the receipt: a token can report success and move nothing. BNB leaves no log
 * and moves with the transaction itself, so it is never missing here.
 */
export function missingTransfers(receipt: Receipt, from: Address, calls: readonly Call[]): readonly Call[] {
  const seen = receipt.logs
    // Any contract may write a log of this name; only one word of data is an amount.
    .filter(({ topics, data }) => topics[0] === TRANSFER && topics.length === 3 && data.length === 66)
    .map(({ address, topics, data }) => transferKey(address, topics[1] ?? '', topics[2] ?? '', BigInt(data)))
  return calls.filter((call) => {
    const transfer = asTransfer(call)
    if (!transfer || transfer.token === null) return false
    const index = seen.indexOf(transferKey(transfer.token, from, transfer.to, transfer.value))
    if (index < 0) return true
    seen.splice(index, 1)
    return false
  })
}

/** Topics carry addresses padded to 32 bytes; only the last 20 count. */
function transferKey(token: string, from: string, to: string, value: bigint): string {
  return `${token}:${from.slice(-40)}:${to.slice(-40)}:${value}`.toLowerCase()
}
