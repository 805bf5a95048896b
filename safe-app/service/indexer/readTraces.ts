import { type Address, decodeFunctionData, getAddress, type Hex, parseAbi, slice, zeroAddress } from 'viem'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { ChainClient } from '../../chain/chainClient.ts'
import { everySafeDeployment, isOldSingleton } from '../../chain/oldSafeContracts.ts'
import type { ChainFacts, Moment } from './ChainFacts.ts'
import { executionEvents } from './events.ts'
import { rebuildSafeTx } from './rebuildSafeTx.ts'

/** One call within a transaction, in the form of `trace_filter`. */
type Trace = {
  readonly type: string
  readonly action: {
    readonly callType?: string
    readonly from?: Address
    readonly to?: Address
    readonly value?: Hex
    readonly input?: Hex
    /** A contract that destroyed itself, with the coins that it sent. */
    readonly address?: Address
    readonly refundAddress?: Address
    readonly balance?: Hex
  }
  readonly result?: { readonly output?: Hex; readonly address?: Address } | null
  readonly error?: string | null
  readonly traceAddress: readonly number[]
  readonly transactionHash: Hex
  readonly transactionPosition: number
  readonly blockNumber: number
}

const moduleAbi = parseAbi([
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation) returns (bool, bytes)',
])

const EXEC_TRANSACTION = '0x6a761202'

/** True for a Safe created with a contract before 1.3.0: its events do not say what it executed or received. */
export function isOldSafe({ creations }: ChainFacts, safe: Address): boolean {
  return isOldSingleton(creations.get(safe)?.masterCopy ?? null)
}

/**
 * Adds what Safes before 1.3.0 executed, sent and received in blocks `from` to `to`. It is read from the calls within the
 * transactions, as the real transaction service does. What the events already reported is left out: the Safe may have been updated.
 */
export async function readTraces(
  client: ChainClient,
  facts: ChainFacts,
  from: bigint,
  to: bigint,
): Promise<void> {
  if (![...facts.creations.keys()].some((safe) => isOldSafe(facts, safe))) return
  const traces = (await client.request({
    // viem has no type for this method.
    method: 'trace_filter' as 'eth_getLogs',
    params: [{ fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }],
  })) as unknown as readonly Trace[]
  for (const hash of new Set(traces.map(({ transactionHash }) => transactionHash))) {
    const calls = traces.filter(({ transactionHash }) => transactionHash === hash)
    const lasting = calls.filter((trace) => !isReverted(trace, calls))
    const concerned = lasting.filter((trace) => partiesOf(trace).some((party) => isOldSafe(facts, party)))
    const [first] = concerned
    if (first === undefined) continue
    const { timestamp } = await client.getBlock({ blockNumber: BigInt(first.blockNumber) })
    const moment: Moment = {
      blockNumber: first.blockNumber,
      timestamp: Number(timestamp) * 1000,
      txHash: hash,
      logIndex: first.transactionPosition,
    }
    addCoins(facts, concerned, moment)
    for (const trace of concerned) {
      await addExecution(client, facts, trace, moment)
      addModuleExecution(facts, trace, lasting, moment)
    }
  }
}

/** A call that failed, or that a failed one made, changed nothing. */
function isReverted({ traceAddress }: Trace, calls: readonly Trace[]): boolean {
  return calls.some(
    ({ error, traceAddress: outer }) => error && outer.every((step, depth) => traceAddress[depth] === step),
  )
}

/** Sender and receiver, or zero addresses where there is none. */
function partiesOf({ type, action, result }: Trace): readonly [Address, Address] {
  const [from, to] =
    type === 'suicide' ? [action.address, action.refundAddress] : [action.from, action.to ?? result?.address]
  return [getAddress(from ?? zeroAddress), getAddress(to ?? zeroAddress)]
}

function addCoins(facts: ChainFacts, calls: readonly Trace[], moment: Moment): void {
  const reported = facts.transfers.filter(
    ({ txHash, type }) => txHash === moment.txHash && type === 'ETHER_TRANSFER',
  )
  for (const trace of calls) {
    const { type, action, traceAddress } = trace
    // A delegatecall repeats the value of the call around it.
    if (type === 'call' && action.callType !== 'call') continue
    const value = BigInt(action.value ?? action.balance ?? 0)
    const [from, to] = partiesOf(trace)
    const isReported = reported.some(
      (entry) => entry.from === from && entry.to === to && entry.value === value,
    )
    if (value === 0n || isReported) continue
    const path = traceAddress.join(',')
    facts.transfers.push({ ...moment, type: 'ETHER_TRANSFER', from, to, value, token: null, path })
  }
}

/** The version of the singleton to which a Safe's proxy delegates this call; null for any other call. */
function versionAsked(facts: ChainFacts, trace: Trace): string | null {
  const [safe, singleton] = partiesOf(trace)
  if (trace.action.callType !== 'delegatecall' || !isOldSafe(facts, safe)) return null
  return everySafeDeployment.find(({ address }) => address === singleton)?.version ?? null
}

async function addExecution(
  client: ChainClient,
  facts: ChainFacts,
  trace: Trace,
  moment: Moment,
): Promise<void> {
  const [safe] = partiesOf(trace)
  const version = versionAsked(facts, trace)
  const input = trace.action.input ?? '0x'
  if (version === null || !input.startsWith(EXEC_TRANSACTION)) return
  const receipt = await client.getTransactionReceipt({ hash: moment.txHash })
  for (const { address, topics, data, logIndex } of receipt.logs) {
    const [topic, indexed] = topics
    const success = topic === executionEvents.success
    if (getAddress(address) !== safe || (!success && topic !== executionEvents.failure)) continue
    const safeTxHash = indexed ?? slice(data, 0, 32)
    const rebuilt = rebuildSafeTx(client.chain.id, safe, safeTxHash, { to: safe, input }, version)
    if (rebuilt === null || facts.executions.some((entry) => entry.safeTxHash === safeTxHash)) continue
    facts.executions.push({
      ...moment,
      ...rebuilt,
      logIndex,
      safe,
      safeTxHash: safeTxHash as SafeTxHash,
      success,
      payment: BigInt(slice(data, indexed === undefined ? 32 : 0)),
      executor: getAddress(receipt.from),
      gasUsed: receipt.gasUsed,
      gasPrice: receipt.effectiveGasPrice,
      threshold: null,
    })
  }
}

function addModuleExecution(facts: ChainFacts, trace: Trace, calls: readonly Trace[], moment: Moment): void {
  const { action, result, traceAddress } = trace
  const [safe] = partiesOf(trace)
  const call = versionAsked(facts, trace) === null ? null : moduleCall(action.input ?? '0x')
  if (call === null) return
  const { txHash } = moment
  if (facts.moduleExecutions.some((entry) => entry.safe === safe && entry.txHash === txHash)) return
  const [to, value, data, operation] = call
  const caller = calls.find(({ traceAddress: outer }) => `${outer}` === `${traceAddress.slice(0, -1)}`)
  facts.moduleExecutions.push({
    ...moment,
    safe,
    module: getAddress(caller?.action.from ?? zeroAddress),
    to,
    value,
    data,
    operation: operation === 1 ? 1 : 0,
    success: BigInt(slice(result?.output ?? '0x00', 0, 32)) === 1n,
  })
}

function moduleCall(input: Hex) {
  try {
    return decodeFunctionData({ abi: moduleAbi, data: input }).args
  } catch {
    // Another function of the Safe.
    return null
  }
}
