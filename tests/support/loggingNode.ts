import { type Address, type Hash, type Hex, pad } from 'viem'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { quantity } from './fakeRpc.ts'
import { transferLog, txHash } from './fakeSafe.ts'

/** A log in a node's format, without its place. */
export type PlacedLog = { readonly block: number; readonly hash: Hash; readonly log: object }

/** A node with logs. */
export type LoggingNode = {
  readonly head: number
  /** `null` for a node that hides all of its logs. */
  readonly logs: readonly PlacedLog[] | null
  /** The oldest block whose logs it serves. */
  readonly oldest?: number
  /** Answers all other calls; null for those it does not know. */
  readonly other?: Rpc
  /** Called with each log query. */
  readonly onLogs?: (filter: LogFilter) => void
}

export type LogFilter = {
  readonly fromBlock: Hex
  readonly toBlock: Hex
  readonly address: string | readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
}

/** Time of block 0, in seconds; a block takes one second. */
const GENESIS = 1_790_000_000
/** The time (ms) of a block of `loggingNode`. */
export const timeOfBlock = (block: number): number => (GENESIS + block) * 1_000
/** Blocks between the head and the final block. */
export const FINALITY = 3

/** The log of a token transfer in a block; its hash is made from `serial`. */
export function sentIn(
  block: number,
  [token, from, to, value]: readonly [Address, Address, Address, bigint],
  serial = block,
): PlacedLog {
  return { block, hash: txHash(serial), log: transferLog(token, from, to, value) }
}

/** An event of a contract in a block. */
export function eventIn(
  block: number,
  address: Address,
  topics: readonly Hex[],
  data: Hex = '0x',
  serial = block,
): PlacedLog {
  return {
    block,
    hash: txHash(serial),
    log: { address: address.toLowerCase(), topics: topics.map((topic) => pad(topic)), data },
  }
}

/** One operator's node that serves logs by block range and filter, as nodes do. */
export function loggingNode({ head, logs, oldest = 0, other, onLogs }: LoggingNode): Rpc {
  return async (method, params = [], ...rest) => {
    switch (method) {
      case 'eth_blockNumber':
        return quantity(head)
      case 'eth_getBlockByNumber': {
        const [tag] = params
        const number = tag === 'finalized' ? head - FINALITY : tag === 'latest' ? head : Number(tag)
        return number > head
          ? null
          : { number: quantity(number), timestamp: quantity(GENESIS + number), transactions: [] }
      }
      case 'eth_getLogs': {
        const [filter] = params as [LogFilter]
        onLogs?.(filter)
        const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
        if (from < oldest) throw new RpcError(-32000, 'history has been pruned for this block')
        return (logs ?? []).flatMap(({ block, hash, log }, index) => {
          const wire = log as { readonly address: string; readonly topics: readonly string[] }
          if (block < from || block > to || block > head || !fits(wire, filter)) return []
          return [{ ...log, blockNumber: quantity(block), transactionHash: hash, logIndex: quantity(index) }]
        })
      }
      case 'eth_getTransactionCount':
        return '0x7'
      default:
        return other ? other(method, params, ...rest) : null
    }
  }
}

function fits(
  log: { readonly address: string; readonly topics: readonly string[] },
  filter: LogFilter,
): boolean {
  const wanted = [filter.address].flat().map((one) => one.toLowerCase())
  return (
    wanted.includes(log.address) &&
    filter.topics.every(
      (topic, index) =>
        topic === null ||
        [topic].flat().some((one) => one.toLowerCase() === log.topics[index]?.toLowerCase()),
    )
  )
}

/** A client of several operators, in this order. */
export function clientOf(...nodes: readonly Rpc[]): Rpc {
  const [first] = nodes
  if (!first) throw new TypeError('No nodes')
  return Object.assign(((...question) => first(...question)) as Rpc, { witnesses: nodes })
}
