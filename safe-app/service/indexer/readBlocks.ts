import { type Address, decodeAbiParameters, decodeEventLog, getAddress, type Hex, slice } from 'viem'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import type { ChainClient } from '../../chain/chainClient.ts'
import { oldSafeContracts } from '../../chain/oldSafeContracts.ts'
import type { ChainFacts, ModuleExecution, Moment, Transfer } from './ChainFacts.ts'
import {
  executionEvents,
  oldProxyCreation,
  proxyCreation,
  safeEvents,
  transferEvent,
  watchedTopics,
} from './events.ts'
import { readCreation } from './readCreation.ts'
import { coinsSent, readExecution, type Started } from './readExecution.ts'
import { isOldSafe, readTraces } from './readTraces.ts'

type Log = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly transactionHash: Hex
  readonly logIndex: Hex
}

/** Blocks read at once: a node asked for thousands at a time answers some of them too late. */
const AT_ONCE = 250n

/** Adds the facts of blocks `from` to `to` to a copy of the facts. */
export async function readBlocks(
  client: ChainClient,
  before: ChainFacts,
  from: bigint,
  to: bigint,
): Promise<ChainFacts> {
  let facts = before
  for (let first = from; first <= to; first += AT_ONCE) {
    const last = first + AT_ONCE - 1n
    facts = await readSome(client, facts, first, last < to ? last : to)
  }
  return facts
}

async function readSome(
  client: ChainClient,
  before: ChainFacts,
  from: bigint,
  to: bigint,
): Promise<ChainFacts> {
  const logs = (await client.request({
    method: 'eth_getLogs',
    params: [
      { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}`, topics: [watchedTopics] },
    ],
  })) as readonly Log[]
  const facts: ChainFacts = {
    creations: new Map(before.creations),
    executions: [...before.executions],
    approvals: [...before.approvals],
    moduleExecutions: [...before.moduleExecutions],
    transfers: [...before.transfers],
    signedMessages: [...before.signedMessages],
  }
  const timestamps = await blockTimestamps(client, logs)
  const started = new Map<Address, Started[]>()
  for (const log of logs) {
    const moment: Moment = {
      blockNumber: Number(log.blockNumber),
      timestamp: (timestamps.get(log.blockNumber) ?? 0) * 1000,
      txHash: log.transactionHash,
      logIndex: Number(log.logIndex),
    }
    await readLog(client, facts, started, log, moment)
  }
  await readTraces(client, facts, from, to)
  return facts
}

async function blockTimestamps(client: ChainClient, logs: readonly Log[]): Promise<ReadonlyMap<Hex, number>> {
  const numbers = [...new Set(logs.map((log) => log.blockNumber))]
  const blocks = await Promise.all(numbers.map((number) => client.getBlock({ blockNumber: BigInt(number) })))
  return new Map(blocks.map((block, index) => [numbers[index] ?? '0x', Number(block.timestamp)]))
}

async function readLog(
  client: ChainClient,
  facts: ChainFacts,
  started: Map<Address, Started[]>,
  log: Log,
  moment: Moment,
): Promise<void> {
  const safe = getAddress(log.address)
  const topic = log.topics[0]
  if (topic === transferEvent) {
    const transfer = tokenTransfer(log, moment)
    if (transfer !== null) facts.transfers.push(transfer)
    return
  }
  if (topic === proxyCreation) return
  if (topic === oldProxyCreation) {
    await readProxyCreation(client, facts, log, moment)
    return
  }
  if (topic === executionEvents.success || topic === executionEvents.failure) {
    const success = topic === executionEvents.success
    const begun = started.get(safe)?.pop() ?? null
    // Read from the calls below; after an update of its contract it has the event before.
    if (begun === null && isOldSafe(facts, safe)) return
    await readExecution(client, facts, { safe, log, moment, success, started: begun })
    return
  }
  let event: ReturnType<typeof decodeSafeEvent>
  try {
    event = decodeSafeEvent(log)
  } catch {
    // An event of the same name from another contract.
    return
  }
  const isThisOne = (entry: ModuleExecution) => entry.safe === safe && entry.txHash === moment.txHash
  switch (event.eventName) {
    case 'SafeSetup': {
      const creation = await readCreation(client, safe, event.args.initiator, moment)
      if (creation !== null) facts.creations.set(safe, creation)
      return
    }
    case 'SafeMultiSigTransaction': {
      const [nonce, , threshold] = decodeAbiParameters(
        [{ type: 'uint256' }, { type: 'address' }, { type: 'uint256' }],
        event.args.additionalInfo,
      )
      const { signatures, additionalInfo: _, operation, ...fields } = event.args
      const tx: SafeTx = { ...fields, operation: operation === 1 ? 1 : 0, nonce }
      const waiting = started.get(safe) ?? []
      waiting.push({ tx, signatures, threshold: Number(threshold) })
      started.set(safe, waiting)
      return
    }
    case 'SafeModuleTransaction': {
      const { operation, ...fields } = event.args
      facts.moduleExecutions.push({
        ...moment,
        ...fields,
        safe,
        operation: operation === 1 ? 1 : 0,
        success: true,
      })
      return
    }
    case 'ExecutionFromModuleFailure': {
      const last = facts.moduleExecutions.findLastIndex(isThisOne)
      const entry = facts.moduleExecutions[last]
      if (entry !== undefined) facts.moduleExecutions[last] = { ...entry, success: false }
      return
    }
    case 'ApproveHash':
      facts.approvals.push({ ...moment, safe, owner: event.args.owner, safeTxHash: event.args.approvedHash })
      return
    case 'SignMsg':
      facts.signedMessages.push({ safe, messageHash: event.args.msgHash })
      return
    case 'SafeReceived':
      // A rejection sends the Safe nothing, so no BNB moved.
      if (event.args.value === 0n) return
      facts.transfers.push({
        ...moment,
        type: 'ETHER_TRANSFER',
        from: event.args.sender,
        to: safe,
        value: event.args.value,
        token: null,
        path: `${moment.logIndex}`,
      })
      return
    case 'ExecutionFromModuleSuccess': {
      const done = facts.moduleExecutions.findLast(isThisOne)
      if (done !== undefined) facts.transfers.push(...coinsSent(safe, done, moment))
      return
    }
  }
}

/** Safes before 1.3.0 have no event of their own setup. */
async function readProxyCreation(
  client: ChainClient,
  facts: ChainFacts,
  log: Log,
  moment: Moment,
): Promise<void> {
  const factory = getAddress(log.address)
  if (factory !== oldSafeContracts.proxyFactory111.address) return
  const safe = getAddress(slice(log.data, 12, 32))
  const creation = await readCreation(client, safe, factory, moment)
  if (creation !== null) facts.creations.set(safe, creation)
}

function decodeSafeEvent(log: Log) {
  return decodeEventLog({ abi: safeEvents, data: log.data, topics: log.topics as [Hex, ...Hex[]] })
}

function tokenTransfer(log: Log, moment: Moment): Transfer | null {
  const [, from, to, tokenId] = log.topics
  if (from === undefined || to === undefined) return null
  if (tokenId === undefined && log.data.length !== 66) return null
  return {
    ...moment,
    type: tokenId === undefined ? 'ERC20_TRANSFER' : 'ERC721_TRANSFER',
    from: getAddress(slice(from, 12)),
    to: getAddress(slice(to, 12)),
    value: BigInt(tokenId ?? log.data),
    token: getAddress(log.address),
    path: `${moment.logIndex}`,
  }
}
