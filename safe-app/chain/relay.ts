import { type Hex, hexToNumber, toHex } from 'viem'
import type { Count, RpcFaults } from './RpcFaults.ts'
import { lieAbout } from './receiptLies.ts'
import { needsHead, refusalOf } from './refuse.ts'
import {
  beyondHead,
  blockTags,
  type Call,
  inView,
  namesLaterBlock,
  type View,
  viewAt,
  withoutLaterBlocks,
} from './view.ts'

/** Sends a batch to the real chain. */
export type Forward = (calls: readonly Call[]) => Promise<unknown>

type Answer = { readonly id: unknown; readonly result?: unknown; readonly error?: unknown }

/**
 * Forwards JSON-RPC requests and changes the answers according to the faults. Throws if the chain is down.
 */
export async function relay(
  calls: readonly Call[],
  forward: Forward,
  faults: RpcFaults | null,
  count: Count,
): Promise<readonly unknown[]> {
  if (faults === null) return (await forward(calls)) as readonly Answer[]
  if (faults.rpcError) {
    const { code, message } = faults.rpcError
    return calls.map(({ id }) => {
      count('rpcError')
      return { jsonrpc: '2.0', id: id ?? null, error: { code, message } }
    })
  }
  const { staleHead, finalityLag } = faults
  const isBent = staleHead > 0 || finalityLag !== null
  const head = isBent || needsHead(faults) ? await headOf(forward) : 0
  const view = viewAt(head, staleHead, finalityLag)
  const settled = calls.map((call) => settle(call, faults, view, count))
  const open = calls.filter((_, index) => settled[index] === null)
  const asked = isBent ? open.map((call) => inView(call, view)) : open
  const answers = asked.length > 0 ? ((await forward(asked)) as readonly Answer[]) : []
  const rest = answers.values()
  return calls.map((call, index) => {
    const done = settled[index]
    if (done) return { jsonrpc: '2.0', id: call.id ?? null, ...done }
    const answer: Answer = rest.next().value ?? { id: call.id }
    if (!('result' in answer)) return answer
    return { ...answer, result: bend(call, answer.result, faults, view, count) }
  })
}

/** An answer made without the chain, or null. */
function settle(
  call: Call,
  faults: RpcFaults,
  view: View,
  count: Count,
): { readonly result: unknown } | { readonly error: object } | null {
  const error = refusalOf(call, view.head, faults, count)
  if (error) return { error }
  const beyond = beyondHead(call, view)
  if (beyond) count('staleHead')
  return beyond
}

function bend(call: Call, result: unknown, faults: RpcFaults, view: View, count: Count): unknown {
  const { method } = call
  if (faults.chainId !== null && (method === 'eth_chainId' || method === 'net_version')) {
    count('chainId')
    return method === 'eth_chainId' ? toHex(faults.chainId) : `${faults.chainId}`
  }
  if (method === 'eth_blockNumber' && view.isBehind) {
    count('staleHead')
    return toHex(view.head)
  }
  if (isLiedAbout(call, faults)) {
    count('callResult')
    return faults.callResult?.result
  }
  const tags = blockTags(call)
  if (faults.finalityLag !== null && (tags.includes('finalized') || tags.includes('safe')))
    count('finalityLag')
  const seen = withoutLaterBlocks(result, view)
  const isHidden = seen === null && result !== null
  if (isHidden || namesLaterBlock(call, view)) count('staleHead')
  return lieAbout(method, seen, faults, count)
}

/** True for a call of the contract about which the endpoint lies. */
function isLiedAbout({ method, params = [] }: Call, { callResult }: RpcFaults): boolean {
  if (method !== 'eth_call' || callResult === null) return false
  const { to, data, input = data } = (params[0] ?? {}) as { to?: string; data?: string; input?: string }
  return to?.toLowerCase() === callResult.to.toLowerCase() && (input ?? '').startsWith(callResult.data)
}

async function headOf(forward: Forward): Promise<number> {
  const [answer] = (await forward([
    { jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] },
  ])) as readonly { result: Hex }[]
  return hexToNumber(answer?.result ?? '0x0')
}
