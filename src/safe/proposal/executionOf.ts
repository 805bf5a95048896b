import * as v from 'valibot'
import { type Abi, type Address, decodeFunctionData, getAddress, type Hash, type Hex, toHex } from 'viem'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { getHead, type Receipt } from '#chain/rpc/rpcMethods.ts'
import { address, bytes32, hex, quantity, writtenAddress } from '#chain/schemas.ts'
import type { SentCall } from '#chain/settlement/settlement.ts'
import { decodeProposal, type ProposalContent } from '#safe/tx/decodeProposal.ts'
import { type SafeTx, type SafeTxHash, safeTxTypes } from '#safe/tx/SafeTx.ts'

/** topic0 of `ExecutionSuccess(bytes32,uint256)`. */
export const EXECUTION_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** topic0 of `ExecutionFailure(bytes32,uint256)`. */
export const EXECUTION_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
/** topic0 of `ExecutionFromModuleSuccess(address)`. */
export const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
/** topic0 of `ExecutionFromModuleFailure(address)`. */
export const MODULE_FAILURE = '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375'
/** topic0 of `SafeReceived(address,uint256)`, which a Safe since 1.3.0 logs when it receives BNB. */
export const SAFE_RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

type Log = Receipt['logs'][number]

/** The safeTxHash in an execution event of the Safe; null for any other log. */
export function executedHash({ address: by, topics, data }: Log, safe: Address): SafeTxHash | null {
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
  const own = receipt.logs.find((log) => executedHash(log, safe) === safeTxHash.toLowerCase())
  if (!own) return 'absent'
  return own.topics[0] === EXECUTION_SUCCESS ? 'success' : 'failure'
}

/** The Safe transactions that a Safe executed according to a receipt, even if they failed. */
export function executedIn(receipt: Receipt, safe: Address): readonly SafeTxHash[] {
  return receipt.logs.flatMap((log) => executedHash(log, safe) ?? [])
}

/** The outcome of the only execution of a Safe in a receipt, whichever Safe transaction it was. */
export function executed(receipt: Receipt, safe: Address): 'success' | 'failure' | 'absent' {
  if (receipt.status !== '0x1') return 'absent'
  const events = receipt.logs.filter((log) => executedHash(log, safe) !== null)
  if (events.length !== 1) return 'absent'
  return events[0]?.topics[0] === EXECUTION_SUCCESS ? 'success' : 'failure'
}

/**
 * A Safe transaction and the transaction that executed it, according to one node's logs. A lead, not proof.
 */
type ReportedExecution = { readonly safeTxHash: SafeTxHash; readonly hash: Hash }

/** Blocks that are searched. Every public node that serves logs serves this many. */
const WINDOW = 5_000n

/** A log of `eth_getLogs`. */
export const logFields = {
  address,
  topics: v.pipe(v.array(hex), v.minLength(1), v.maxLength(4)),
  data: hex,
  transactionHash: bytes32,
  blockNumber: quantity,
}
const logs = v.pipe(v.array(v.object(logFields)), v.maxLength(10_000))

/** How far back (blocks) an execution is looked for: more than a day, after which no answer counts by itself. */
const DEEPEST = 200_000n

/** The last older block that was read for a Safe and a purpose, and the executions found in all older ones. */
type OlderBlocks = { readonly end: bigint; readonly found: readonly ReportedExecution[] }
const cursors = new WeakMap<Rpc, Map<string, OlderBlocks>>()

/**
 * The executions of a Safe from its own events, newest first. A service may report them a minute late, or never. Each
 * call reads the newest blocks and one older window, in rotation. So a page that slept for hours finds executions from
 * meanwhile, and no call requests more than nodes serve.
 * @throws when no node serves the logs
 */
export async function readExecutions(rpc: Rpc, safe: Address): Promise<readonly ReportedExecution[]> {
  const head = await getHead(rpc)
  const newest = await readWindow(rpc, safe, head)
  return [...newest, ...(await readOlder(rpc, safe, head, 'all'))]
}

/**
 * The execution of one proposal, read like `readExecutions`; null if none was found yet.
 * @throws when no node serves the logs
 */
export async function findExecution(
  rpc: Rpc,
  safe: Address,
  safeTxHash: SafeTxHash,
): Promise<ReportedExecution | null> {
  const isWanted = (one: ReportedExecution) => one.safeTxHash === safeTxHash.toLowerCase()
  const head = await getHead(rpc)
  const newest = (await readWindow(rpc, safe, head)).find(isWanted)
  return newest ?? (await readOlder(rpc, safe, head, 'one')).find(isWanted) ?? null
}

/**
 * Reads the next older window, and returns what was found in all of them, or a status would change with the window. Each
 * purpose has its own place, or each would see only some of the windows.
 */
async function readOlder(
  rpc: Rpc,
  safe: Address,
  head: bigint,
  purpose: 'all' | 'one',
): Promise<readonly ReportedExecution[]> {
  const name = `${purpose} ${safe}`
  const places = cursors.get(rpc) ?? new Map<string, OlderBlocks>()
  cursors.set(rpc, places)
  const first = head - WINDOW
  const { end: last = head, found = [] } = places.get(name) ?? {}
  const before = last - WINDOW
  const end = before <= 0n || before < head - DEEPEST ? first : before
  if (end <= 0n) return found
  const known = new Set(found.map(({ hash, safeTxHash }) => hash + safeTxHash))
  const older = (await readWindow(rpc, safe, end)).filter((one) => !known.has(one.hash + one.safeTxHash))
  const all = [...found, ...older]
  places.set(name, { end, found: all })
  return all
}

/** The executions in the blocks up to `end`, newest first. */
async function readWindow(rpc: Rpc, safe: Address, end: bigint): Promise<readonly ReportedExecution[]> {
  const filter = {
    address: safe,
    topics: [[EXECUTION_SUCCESS, EXECUTION_FAILURE]],
    fromBlock: toHex(end >= WINDOW ? end - WINDOW + 1n : 0n),
    toBlock: toHex(end),
  }
  const found = await ask(rpc, logs, 'eth_getLogs', [filter])
  return found.toReversed().flatMap(({ address: by, topics, data, transactionHash: hash }) => {
    const safeTxHash = executedHash({ address: by.toLowerCase() as typeof data, topics, data }, safe)
    return safeTxHash ? [{ safeTxHash, hash }] : []
  })
}

/** `execTransaction` of a Safe (1.3.0 and later). */
export const execAbi: Abi = [
  {
    type: 'function',
    name: 'execTransaction',
    stateMutability: 'payable',
    // All signed fields except the nonce, which the Safe counts itself.
    inputs: [...safeTxTypes.SafeTx.slice(0, -1), { name: 'signatures', type: 'bytes' }],
    outputs: [{ type: 'bool' }],
  },
]

type Args = readonly [Address, bigint, Hex, number, bigint, bigint, bigint, Address, Address, Hex]

/**
 * The Safe transaction in the calldata of `execTransaction`; null if the transaction is not such a call to
 * the Safe, for instance when a relay sent it. `nonce` is not part of the calldata.
 */
export function executedTx(
  sent: Pick<SentCall, 'to' | 'input'>,
  safe: Address,
  nonce: bigint,
): SafeTx | null {
  if (sent.to?.toLowerCase() !== safe.toLowerCase()) return null
  try {
    const { args = [] } = decodeFunctionData({ abi: execAbi, data: sent.input })
    const [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver] = args as Args
    if (operation !== 0 && operation !== 1) return null
    const refund = { gasPrice, gasToken: getAddress(gasToken), refundReceiver: getAddress(refundReceiver) }
    return { to: getAddress(to), value, data, operation, safeTxGas, baseGas, ...refund, nonce }
  } catch {
    return null
  }
}

const transaction = v.nullable(
  v.object({
    hash: v.string(),
    to: v.nullable(writtenAddress),
    input: hex,
  }),
)

/**
 * The content of a Safe transaction, read from the calldata of its `execTransaction`; null if the transaction is not
 * such a call to the Safe, for instance when a relay sent it. A single operator could invent payees and amounts, and
 * they would show as paid, because the transaction itself is proven.
 * @throws when the chain cannot be read, or no two operators agree
 */
export async function readExecutedContent(
  rpc: Rpc,
  safe: Address,
  hash: Hash,
): Promise<ProposalContent | null> {
  const found = await readWithQuorum(rpc, (node) => readContentOn(node, safe, hash))
  if (found.kind === 'split' || (found.kind === 'alone' && rpc.witnesses))
    throw new Error('No two operators agree about the content of the transaction')
  return found.value
}

async function readContentOn(rpc: Rpc, safe: Address, hash: Hash): Promise<ProposalContent | null> {
  const found = await ask(rpc, transaction, 'eth_getTransactionByHash', [hash])
  if (!found || found.hash.toLowerCase() !== hash.toLowerCase()) return null
  const tx = executedTx({ to: found.to as Address | null, input: found.input }, safe, 0n)
  return tx && decodeProposal(safe, tx)
}
