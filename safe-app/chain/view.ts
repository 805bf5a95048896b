import { hexToNumber, isHex, toHex } from 'viem'

/** A JSON-RPC request. */
export type Call = {
  readonly jsonrpc?: string
  readonly id?: unknown
  readonly method?: string
  readonly params?: readonly unknown[]
}

/** The state of the chain as an endpoint sees it. */
export type View = {
  readonly head: number
  readonly safe: number
  readonly finalized: number
  /** False if only finality is changed: then the head is the real one and nothing is beyond it. */
  readonly isBehind: boolean
}

/** The methods that read the state at a block, with the index of the block param. */
export const stateQuestions: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getStorageAt: 2,
}

/** The methods that read a block by number, which is their first param. */
const blockQuestions: readonly string[] = [
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByNumber',
  'eth_getTransactionByBlockNumberAndIndex',
]

/** The distance between a node's own tags without faults, as on the local chain. */
const SAFE_BEHIND = 1
const FINALIZED_BEHIND = 2

/**
 * The view of an endpoint `behind` blocks behind the real head, with finality `finalityLag` blocks behind
 * that.
 */
export function viewAt(realHead: number, behind: number, finalityLag: number | null): View {
  const head = Math.max(0, realHead - behind)
  const finalized = Math.max(0, head - (finalityLag ?? FINALIZED_BEHIND))
  const safe = finalityLag === null ? Math.max(0, head - SAFE_BEHIND) : finalized
  return { head, safe, finalized, isBehind: behind > 0 }
}

/** The block tags and numbers in a call, including those of a log filter. */
export function blockTags({ method, params = [] }: Call): readonly unknown[] {
  const [filter] = params
  if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null) return params
  const { fromBlock, toBlock } = filter as Record<string, unknown>
  return [fromBlock, toBlock]
}

/** True if a call's block differs between the view and the chain: by tag, by number, or by omission. */
export function namesLaterBlock(call: Call, view: View): boolean {
  return view.isBehind && JSON.stringify(inView(call, view).params) !== JSON.stringify(call.params ?? [])
}

/** The number given by a param; the head for a tag, undefined for anything else. */
export function numberOf(block: unknown, head: number): number | undefined {
  if (block === 'earliest') return 0
  if (isHex(block)) return hexToNumber(block)
  return typeof block === 'string' ? head : undefined
}

/** Replaces tags in a call with the view's numbers and, behind the head, adds a missing block. */
export function inView(call: Call, view: View): Call {
  const { method = '', params = [] } = call
  const place = stateQuestions[method]
  const named = params.map((param) => blockOf(param, view))
  if (view.isBehind && place !== undefined && named.length === place) named.push(toHex(view.head))
  if (method !== 'eth_getLogs') return { ...call, params: named }
  const [filter] = params
  if (typeof filter !== 'object' || filter === null || 'blockHash' in filter) return call
  const { fromBlock = 'latest', toBlock = 'latest', ...rest } = filter as Record<string, unknown>
  const to = blockOf(toBlock, view)
  const last = numberOf(to, view.head) ?? view.head
  return {
    ...call,
    params: [
      {
        ...rest,
        fromBlock: blockOf(fromBlock, view),
        toBlock: view.isBehind && last > view.head ? toHex(view.head) : to,
      },
    ],
  }
}

function blockOf(param: unknown, { head, safe, finalized, isBehind }: View): unknown {
  if (param === 'finalized') return toHex(finalized)
  if (param === 'safe') return toHex(safe)
  return isBehind && (param === 'latest' || param === 'pending') ? toHex(head) : param
}

/** The answer of a node that has not reached a call's block; null if it has. */
export function beyondHead(
  { method = '', params = [] }: Call,
  { head, isBehind }: View,
): { readonly result: unknown } | { readonly error: { code: number; message: string } } | null {
  if (!isBehind) return null
  const isBeyond = (block: unknown) => isHex(block) && hexToNumber(block) > head
  if (blockQuestions.includes(method)) return isBeyond(params[0]) ? { result: null } : null
  if (method === 'eth_getLogs') {
    const { fromBlock } = (params[0] ?? {}) as Record<string, unknown>
    return isBeyond(fromBlock) ? { result: [] } : null
  }
  const place = stateQuestions[method]
  if (place === undefined || !isBeyond(params[place])) return null
  return { error: { code: -32000, message: 'header not found' } }
}

/** Removes the parts of a result that belong to blocks outside the view. */
export function withoutLaterBlocks(result: unknown, view: View): unknown {
  if (!view.isBehind) return result
  if (Array.isArray(result)) return result.filter((each) => !isLater(each, view.head))
  return isLater(result, view.head) ? null : result
}

/** A block, a transaction, a receipt or a log of a block after `head`. */
function isLater(value: unknown, head: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { number, blockNumber } = value as Record<string, unknown>
  const block = blockNumber ?? number
  return isHex(block) && hexToNumber(block) > head
}
