import type { Hash } from 'viem'
import type { Address } from './Address.ts'
import { asTransfer, type Call } from './Call.ts'
import { getBlockNumber, getReceipt, type Receipt } from './questions.ts'
import type { Rpc } from './Rpc.ts'

/**
 * Whether a transaction counts: only a final block cannot be undone, and where several endpoints are configured, only
 * what two of them say is final. One node that lies is not enough to call something paid.
 */
export type Settlement =
  | { readonly kind: 'missing' }
  | { readonly kind: 'mined'; readonly receipt: Receipt }
  | { readonly kind: 'final'; readonly receipt: Receipt }

/** Reads the receipt of `hash` and whether its block is final. @throws when the chain cannot be read */
export async function readSettlement(rpc: Rpc, hash: Hash): Promise<Settlement> {
  const receipt = await getReceipt(rpc, hash)
  if (receipt === null) return { kind: 'missing' }
  const final = await readFinalBlock(rpc)
  const counts = receipt.blockNumber <= final && (await isWitnessed(rpc, receipt))
  return { kind: counts ? 'final' : 'mined', receipt }
}

/** Whether two endpoints give this receipt and call its block final; true where there is only one to ask. */
async function isWitnessed({ witnesses = [] }: Rpc, receipt: Receipt): Promise<boolean> {
  if (witnesses.length < 2) return true
  const wanted = textOf(receipt)
  const testify = async (witness: Rpc): Promise<boolean> => {
    try {
      const [found, final] = await Promise.all([
        getReceipt(witness, receipt.transactionHash as Hash),
        readFinalBlock(witness),
      ])
      return found !== null && found.blockNumber <= final && textOf(found) === wanted
    } catch {
      return false
    }
  }
  const [first, second, ...others] = witnesses
  const answers = await Promise.all(
    [first, second].map((witness) => witness !== undefined && testify(witness)),
  )
  let agreeing = answers.filter(Boolean).length
  for (const other of others) {
    if (agreeing >= 2) break
    if (await testify(other)) agreeing++
  }
  return agreeing >= 2
}

function textOf(receipt: Receipt): string {
  return JSON.stringify(receipt, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
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
