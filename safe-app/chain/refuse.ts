import type { Count, RpcFaults } from './RpcFaults.ts'
import type { Call } from './view.ts'
import { blockTags, numberOf, stateQuestions } from './view.ts'

type Refusal = { readonly code: number; readonly message: string }

const LIMIT_EXCEEDED: Refusal = { code: -32005, message: 'limit exceeded' }

/** True if deciding on a refusal needs the head. */
export function needsHead({ logRange, logDepth, stateDepth }: RpcFaults): boolean {
  return [logRange, logDepth, stateDepth].some((limit) => limit !== null)
}

/**
 * Why the endpoint refuses a call while `head` is its newest block, with public nodes' messages; null if it
 * does not.
 */
export function refusalOf(call: Call, head: number, faults: RpcFaults, count: Count): Refusal | null {
  const { method = '', params = [] } = call
  if (faults.rateLimit?.as === 'rpc' && faults.rateLimit.method === method) {
    count('rateLimit')
    return LIMIT_EXCEEDED
  }
  if (faults.finalizedError !== null && blockTags(call).includes('finalized')) {
    count('finalizedError')
    return faults.finalizedError
  }
  if (faults.refuses?.methods.includes(method)) {
    count('refuses')
    const { code, message } = faults.refuses
    return { code, message }
  }
  if (method === 'eth_getLogs') {
    if (faults.logsOff) count('logsOff')
    else if (isOlder(params[0], head, faults.logDepth)) count('logDepth')
    else if (exceeds(params[0], head, faults.logRange)) count('logRange')
    else return null
    return LIMIT_EXCEEDED
  }
  const place = stateQuestions[method]
  const block = place === undefined ? undefined : numberOf(params[place], head)
  if (faults.stateDepth === null || block === undefined || block >= head - faults.stateDepth) return null
  count('stateDepth')
  return { code: -32000, message: 'missing trie node' }
}

function isOlder(filter: unknown, head: number, depth: number | null): boolean {
  if (depth === null || typeof filter !== 'object' || filter === null || 'blockHash' in filter) return false
  const { fromBlock } = filter as Record<string, unknown>
  return (numberOf(fromBlock, head) ?? head) < head - depth
}

function exceeds(filter: unknown, head: number, range: number | null): boolean {
  if (range === null || typeof filter !== 'object' || filter === null || 'blockHash' in filter) return false
  const { fromBlock, toBlock } = filter as Record<string, unknown>
  return (numberOf(toBlock, head) ?? head) - (numberOf(fromBlock, head) ?? head) + 1 > range
}
