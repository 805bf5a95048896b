import * as v from 'valibot'
import { type Address, decodeAbiParameters, getAddress, pad, toHex, zeroAddress } from 'viem'
import { type LogPlace, logKey } from '#chain/logs/logs.ts'
import type { ReadLogs } from '#chain/logs/scanLogs.ts'
import type { Call, Transfer } from '#chain/money/Call.ts'
import { ask } from '#chain/rpc/Rpc.ts'
import { quantity } from '#chain/schemas.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import {
  EXECUTION_FAILURE,
  EXECUTION_SUCCESS,
  executedHash,
  logFields,
  MODULE_FAILURE,
  MODULE_SUCCESS,
} from './executionOf.ts'

/** topic0 of `SafeModuleTransaction(address,address,uint256,bytes,uint8)`, of the L2 singletons. */
const MODULE_CALL = '0xb648d3644f584ed1c2232d53c46d87e693586486ad0d1175f8656013110b714e'
/** topic0 of `ExecuteAllowanceTransfer(address,address,address,address,uint96,uint16)`. */
const ALLOWANCE = '0xa11cca2c2027e28ab0046aab4d4040f59d8b06e819ccd974c1e53e86aa814c19'

/** Safe's module for spending limits, 0.1.0 and 0.1.1. Source: safe-modules-deployments. */
const ALLOWANCE_MODULES: readonly Address[] = [
  '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134',
  '0xAA46724893dedD72658219405185Fb0Fc91e091C',
]

/**
 * An event about an execution of a Safe. Any contract can log these, so a log is evidence only about its own
 * contract.
 */
export type SafeEvent = LogPlace &
  (
    | { readonly kind: 'execution'; readonly safeTxHash: SafeTxHash }
    /** A module is about to make this call as the Safe. */
    | { readonly kind: 'module-call'; readonly call: Call & { readonly operation: 0 | 1 } }
    /** The call of a module ended. */
    | { readonly kind: 'module-end'; readonly isSuccess: boolean }
    /** A spending limit was used. */
    | { readonly kind: 'allowance'; readonly transfer: Transfer }
  )

const events = v.pipe(
  v.array(v.object({ ...logFields, logIndex: quantity, removed: v.optional(v.literal(false)) })),
  v.maxLength(10_000),
)
type Log = v.InferOutput<typeof events>[number]

/** Reads the logs of the Safe and its spending limits about its executions, for a scan. */
export function readSafeEvents(safe: Address): ReadLogs<SafeEvent> {
  return async (rpc, from, to, together) => {
    const range = { fromBlock: toHex(from), toBlock: toHex(to) }
    const own = [EXECUTION_SUCCESS, EXECUTION_FAILURE, MODULE_SUCCESS, MODULE_FAILURE, MODULE_CALL]
    const read = (filter: object) => ask(rpc, events, 'eth_getLogs', [{ ...range, ...filter }], together)
    const [ofSafe, ofLimits] = await Promise.all([
      read({ address: safe, topics: [own] }),
      read({ address: ALLOWANCE_MODULES, topics: [ALLOWANCE, pad(safe).toLowerCase()] }),
    ])
    const found = new Map<string, SafeEvent>()
    for (const log of [...ofSafe, ...ofLimits]) {
      if (log.blockNumber < from || log.blockNumber > to) throw new Error('A log that nobody asked for')
      const event = readEvent(log, safe)
      if (event) found.set(logKey(event), event)
    }
    return [...found.values()]
  }
}

function readEvent(log: Log, safe: Address): SafeEvent | null {
  const { address: by, topics, data, blockNumber, transactionHash, logIndex } = log
  const place = { blockNumber, transactionHash, logIndex }
  const [topic, indexed] = topics
  if (topic === ALLOWANCE) {
    if (!ALLOWANCE_MODULES.includes(by) || indexed !== pad(safe).toLowerCase()) return null
    const [, token, to, value] = decodeAbiParameters(allowanceData, data)
    const transfer = { token: token === zeroAddress ? null : getAddress(token), to: getAddress(to), value }
    return { ...place, kind: 'allowance', transfer }
  }
  if (by.toLowerCase() !== safe.toLowerCase()) return null
  if (topic === MODULE_SUCCESS || topic === MODULE_FAILURE) {
    return { ...place, kind: 'module-end', isSuccess: topic === MODULE_SUCCESS }
  }
  if (topic === MODULE_CALL) {
    const [, to, value, bytes, operation] = decodeAbiParameters(moduleCallData, data)
    if (operation !== 0 && operation !== 1) throw new Error('An operation that no Safe has')
    return { ...place, kind: 'module-call', call: { to: getAddress(to), value, data: bytes, operation } }
  }
  const safeTxHash = executedHash({ address: safe.toLowerCase() as Address, topics, data }, safe)
  return safeTxHash && { ...place, kind: 'execution', safeTxHash }
}

const [moduleCallData, allowanceData] = [
  [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'uint8' }],
  [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint96' }, { type: 'uint16' }],
] as const

/**
 * The calls that modules made in one transaction, and the payments by spending limits if the calls are not logged.
 */
type ModuleActions = {
  readonly calls: readonly (Call & { readonly operation: 0 | 1 })[]
  readonly transfers: readonly Transfer[]
  /** Successful calls of modules without any other details. */
  readonly unknown: number
}

/** Collects the calls and payments by modules in one transaction. `logs` are its events in their order. */
export function moduleActions(logs: readonly SafeEvent[]): ModuleActions {
  const open: (Call & { readonly operation: 0 | 1 })[] = []
  const calls: (Call & { readonly operation: 0 | 1 })[] = []
  const transfers: Transfer[] = []
  let unknown = 0
  for (const event of logs) {
    if (event.kind === 'module-call') open.push(event.call)
    if (event.kind === 'module-end') {
      // A module may make the Safe call another module, so the call that ends is the one that began last.
      const call = open.pop()
      if (event.isSuccess && call) calls.push(call)
      else if (event.isSuccess) unknown++
    }
    // The module logs the spending limit after the Safe has made its call.
    if (event.kind === 'allowance' && unknown > 0) {
      transfers.push(event.transfer)
      unknown--
    }
  }
  return { calls, transfers, unknown }
}
