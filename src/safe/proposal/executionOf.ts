import * as v from 'valibot'
import { type Address, type Hash, toHex } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { address, bytes32, getHead, hex, quantity, type Receipt } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** topic0 of `ExecutionSuccess(bytes32,uint256)`. */
const EXECUTION_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** topic0 of `ExecutionFailure(bytes32,uint256)`. */
const EXECUTION_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

type Log = Receipt['logs'][number]

/** The safeTxHash in an execution event of the Safe; null for any other log. */
function hashIn({ address: by, topics, data }: Log, safe: Address): SafeTxHash | null {
  const [topic, indexed] = topics
  if (by !== safe.toLowerCase() || (topic !== EXECUTION_SUCCESS && topic !== EXECUTION_FAILURE)) return null
  // Since 1.4.1 the hash is indexed; before, it is the first word of the data.
  return (indexed ?? data.slice(0, 66)) as unknown as SafeTxHash
}

/**
 * The outcome of one Safe transaction according to a receipt. A receipt with status success can contain a
 * failed inner call, so only the Safe's event counts. `absent` means that the receipt belongs to another
 * transaction.
 */
export function executionOf(
  receipt: Receipt,
  safe: Address,
  safeTxHash: SafeTxHash,
): 'success' | 'failure' | 'absent' {
  if (receipt.status !== '0x1') return 'absent'
  const own = receipt.logs.find((log) => hashIn(log, safe) === safeTxHash.toLowerCase())
  if (!own) return 'absent'
  return own.topics[0] === EXECUTION_SUCCESS ? 'success' : 'failure'
}

/** The outcome of the only execution of a Safe in a receipt, whichever Safe transaction it was. */
export function executed(receipt: Receipt, safe: Address): 'success' | 'failure' | 'absent' {
  if (receipt.status !== '0x1') return 'absent'
  const events = receipt.logs.filter((log) => hashIn(log, safe) !== null)
  if (events.length !== 1) return 'absent'
  return events[0]?.topics[0] === EXECUTION_SUCCESS ? 'success' : 'failure'
}

/**
 * A Safe transaction and the transaction that executed it, according to one node's logs. A lead, not proof.
 */
export type ReportedExecution = { readonly safeTxHash: SafeTxHash; readonly hash: Hash }

/** Blocks that are searched. Every public node that serves logs serves this many. */
const WINDOW = 5_000n

const logs = v.pipe(
  v.array(
    v.object({
      address,
      topics: v.pipe(v.array(hex), v.minLength(1), v.maxLength(4)),
      data: hex,
      transactionHash: bytes32,
      blockNumber: quantity,
    }),
  ),
  v.maxLength(10_000),
)

/**
 * The recent executions of a Safe from its own events, newest first. A service may report them a minute late,
 * or never.
 * @throws when no node serves the logs
 */
export async function readExecutions(rpc: Rpc, safe: Address): Promise<readonly ReportedExecution[]> {
  const head = await getHead(rpc)
  const filter = {
    address: safe,
    topics: [[EXECUTION_SUCCESS, EXECUTION_FAILURE]],
    fromBlock: toHex(head >= WINDOW ? head - WINDOW + 1n : 0n),
    toBlock: toHex(head),
  }
  const found = await ask(rpc, logs, 'eth_getLogs', [filter])
  return found.toReversed().flatMap(({ address: by, topics, data, transactionHash: hash }) => {
    const safeTxHash = hashIn({ address: by.toLowerCase() as typeof data, topics, data }, safe)
    return safeTxHash ? [{ safeTxHash, hash }] : []
  })
}
