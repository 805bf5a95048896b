import { hexToNumber, isHex } from 'viem'
import type { Call } from './relay.ts'

/** What an endpoint does not serve, as public ones do not. */
export type Limits = {
  /** The most blocks that it reads logs of; null means any number. */
  readonly logRange: number | null
  /** It reads no logs at all, as BSC's own public endpoints. */
  readonly logsOff: boolean
  /** It has the state of this many blocks behind its head; null means of all. */
  readonly stateDepth: number | null
}

type Refusal = { readonly code: number; readonly message: string }

/** The questions that name a block, and which of their params does. */
const stateQuestions: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_call: 1,
  eth_getStorageAt: 2,
}

/** True when the head has to be known to tell what is refused. */
export function needsHead({ logRange, stateDepth }: Limits): boolean {
  return logRange !== null || stateDepth !== null
}

/** Why the endpoint refuses a call while `head` is its newest block, in the words of public nodes; null when it does not. */
export function refusalOf({ method, params = [] }: Call, head: number, limits: Limits): Refusal | null {
  if (method === 'eth_getLogs') {
    if (limits.logsOff || exceeds(params[0], head, limits.logRange)) {
      return { code: -32005, message: 'limit exceeded' }
    }
    return null
  }
  const place = stateQuestions[method ?? '']
  const block = place === undefined ? undefined : numberOf(params[place], head)
  if (limits.stateDepth === null || block === undefined || block >= head - limits.stateDepth) return null
  return { code: -32000, message: 'missing trie node' }
}

function exceeds(filter: unknown, head: number, range: number | null): boolean {
  if (range === null || typeof filter !== 'object' || filter === null || 'blockHash' in filter) return false
  const { fromBlock, toBlock } = filter as Record<string, unknown>
  return (numberOf(toBlock, head) ?? head) - (numberOf(fromBlock, head) ?? head) + 1 > range
}

function numberOf(block: unknown, head: number): number | undefined {
  if (block === 'earliest') return 0
  if (isHex(block)) return hexToNumber(block)
  return typeof block === 'string' ? head : undefined
}
