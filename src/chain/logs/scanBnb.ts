import type { Hash } from 'viem'
import { type Address, equal } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import {
  type FullReceipt,
  getFullBlock,
  getFullReceipt,
  type Transaction,
} from '#chain/settlement/minedPayments.ts'
import { type AccountState, getAccountState } from '#chain/settlement/settlement.ts'
import { getBlockTime } from './blockTime.ts'
import { isGivenUp, type Pace, paceAfterAnswer, paceAfterRefusal, startPace } from './logs.ts'

// Incoming BNB leaves no log, and BNB passed on by a contract is not even a transaction to the account. But an
// account without code spends only through its own transactions, which its nonce counts. Between two blocks with the
// same nonce the balance can therefore only grow. An equal balance proves that nothing arrived, and bisection finds
// the block of each arrival. If the nonce changed, bisection continues down to single blocks, which are then read.
//
// A delegated account (EIP-7702) also spends when others call its code. The same bisection finds the blocks in which
// its balance changed, and the plain transactions in them, which the blocks prove. But an equal balance proves nothing:
// what arrived may have left. A scan that met a delegation is therefore never complete (`isDelegated`). Delegating uses
// a nonce, so no delegation is overlooked between two blocks with the same one.

/** One end of the coverage, and what is known beyond it. */
type Side = {
  /** The account at the edge of the coverage. */
  readonly edge: AccountState
  /** States beyond the edge, nearest last. The blocks up to the nearest are still unknown. */
  readonly beyond: readonly AccountState[]
  readonly pace: Pace
  /** Why the scan stopped here: nodes refuse, or the account was a contract. */
  readonly stopped: 'refused' | 'contract' | null
}

/**
 * The known BNB arrivals of an account: all arrivals in the blocks `from` to `to`, both included, except in
 * the `unexplained` blocks. Nothing is covered if `from` is `to + 1`. One interval, without gaps.
 */
export type BnbScan = {
  readonly from: bigint
  readonly to: bigint
  /** The time of block `from`, in ms; null until `datedBnbScan` has read it. */
  readonly since: number | null
  /** Newest block first; within a block, direct transfers before those from contract calls. */
  readonly arrivals: readonly BnbArrival[]
  /** Blocks in which more may have arrived than is listed, newest first. */
  readonly unexplained: readonly bigint[]
  /**
   * True if the account was delegated to a contract in one of these blocks. BNB that contracts passed on is then not
   * listed, nor is BNB that left again at once.
   */
  readonly isDelegated: boolean
  readonly back: Side
  readonly forward: Side
}

/** `contract`: the account has no key, so all its BNB moves by calls, and its balance proves nothing. */
type StartedBnbScan =
  | { readonly kind: 'started'; readonly scan: BnbScan }
  | { readonly kind: 'unsupported'; readonly reason: 'contract' }

const FIRST_WINDOW = 4_096n
/** About a day, for nodes that keep the state of older blocks. */
const LARGEST_WINDOW = 262_144n

/**
 * Starts with no coverage, at block `head`. Pass a final one (`readFinalBlock`), because a block that is
 * undone would leave arrivals that never happened.
 * @throws when the account cannot be read there
 */
export async function startBnbScan(
  rpc: Rpc,
  account: Address,
  head: bigint,
  window: bigint = FIRST_WINDOW,
): Promise<StartedBnbScan> {
  const edge = await getAccountState(rpc, account, head)
  if (edge.code === 'contract') return { kind: 'unsupported', reason: 'contract' }
  const side: Side = { edge, beyond: [], pace: startPace(window), stopped: null }
  const coverage = {
    from: head + 1n,
    to: head,
    since: null,
    arrivals: [],
    unexplained: [],
    isDelegated: isDelegated(edge),
  }
  return { kind: 'started', scan: { ...coverage, back: side, forward: side } }
}

/** True if `stepBnbBack` has nothing left to do: `oldest` is reached, or no node has older states. */
export function isBnbScanDone({ from, back }: BnbScan, oldest = 1n): boolean {
  return from <= oldest || back.edge.block === 0n || back.stopped !== null
}

/**
 * Extends the coverage towards `oldest` with one read of the chain (plus a block's receipts); never throws.
 */
export async function stepBnbBack(rpc: Rpc, account: Address, scan: BnbScan, oldest = 1n): Promise<BnbScan> {
  if (isBnbScanDone(scan, oldest)) return scan
  // The first covered block needs the state before it, which block 0 does not have.
  const limit = oldest > 1n ? oldest - 1n : 0n
  const { side, found, unexplained } = await advance(rpc, account, scan.back, limit)
  const from = side.edge.block + 1n
  return {
    ...scan,
    from,
    since: from === scan.from ? scan.since : null,
    back: side,
    arrivals: [...scan.arrivals, ...found],
    unexplained: [...scan.unexplained, ...unexplained],
    isDelegated: scan.isDelegated || isDelegated(side.edge),
  }
}

/**
 * Extends the coverage upwards, to `head` at most; otherwise like `stepBnbBack`. It never gives up, because a
 * polling page retries anyway. But if it keeps reporting `refused`, nodes may have pruned the blocks in
 * between, so start a new scan.
 */
export async function stepBnbForward(
  rpc: Rpc,
  account: Address,
  scan: BnbScan,
  head: bigint,
): Promise<BnbScan> {
  if (scan.to >= head || scan.forward.stopped === 'contract') return scan
  const { side, found, unexplained } = await advance(rpc, account, scan.forward, head)
  return {
    ...scan,
    to: side.edge.block,
    forward: side,
    arrivals: [...found, ...scan.arrivals],
    unexplained: [...unexplained, ...scan.unexplained],
    isDelegated: scan.isDelegated || isDelegated(side.edge),
  }
}

/** The same coverage with the time at which it begins, if a node reports it: one read, for a scan that rests. */
export async function datedBnbScan(rpc: Rpc, scan: BnbScan): Promise<BnbScan> {
  if (scan.since !== null || scan.from > scan.to) return scan
  return { ...scan, since: await getBlockTime(rpc, scan.from).catch(() => null) }
}

/** The same coverage, allowed to continue backwards again, for a retry. */
export function retriedBnbScan(scan: BnbScan): BnbScan {
  return { ...scan, back: { ...scan.back, beyond: [], pace: startPace(FIRST_WINDOW), stopped: null } }
}

type Advanced = {
  readonly side: Side
  readonly found: readonly BnbArrival[]
  readonly unexplained: readonly bigint[]
}

async function advance(rpc: Rpc, account: Address, side: Side, limit: bigint): Promise<Advanced> {
  // Refusals are reset only when the coverage grows, or a wrong edge could keep a scan busy forever.
  const { edge, beyond, pace } = side
  const target = beyond.at(-1)
  try {
    if (target === undefined) {
      const state = await lookAt(rpc, account, nextBlock(edge.block, pace.window, limit))
      return silent({
        ...side,
        beyond: [state],
        pace: { ...paceAfterAnswer(pace, 1, LARGEST_WINDOW), refusals: pace.refusals },
      })
    }
    const [before, after] = target.block < edge.block ? [target, edge] : [edge, target]
    const mayGetPoorer = isDelegated(before) || isDelegated(after) || before.nonce < after.nonce
    if (before.nonce > after.nonce || (!mayGetPoorer && before.balance > after.balance)) {
      throw new Contradiction('An account without a transaction got poorer')
    }
    const reached: Side = {
      edge: target,
      beyond: beyond.slice(0, -1),
      pace: { ...pace, refusals: 0 },
      stopped: null,
    }
    if (before.nonce === after.nonce && before.balance === after.balance) return silent(reached)
    if (after.block - before.block === 1n) {
      const { arrivals, isExplained } = await readBnbBlock(rpc, account, before, after)
      return { side: reached, found: arrivals, unexplained: isExplained ? [] : [after.block] }
    }
    const middle = await lookAt(rpc, account, (before.block + after.block) / 2n)
    return silent({ ...side, beyond: [...beyond, middle] })
  } catch (error) {
    const slower = paceAfterRefusal(pace, target === undefined)
    const stopped = isGivenUp(slower) ? (error instanceof IsContract ? 'contract' : 'refused') : null
    // Two states contradict each other, so one is wrong. Reread the one that nothing depends on yet.
    return silent({ ...side, beyond: error instanceof Contradiction ? [] : beyond, pace: slower, stopped })
  }
}

function silent(side: Side): Advanced {
  return { side, found: [], unexplained: [] }
}

class IsContract extends Error {}
class Contradiction extends Error {}

function isDelegated({ code }: AccountState): boolean {
  return code === 'delegated'
}

async function lookAt(rpc: Rpc, account: Address, block: bigint): Promise<AccountState> {
  const state = await getAccountState(rpc, account, block)
  if (state.code === 'contract') throw new IsContract('The account is a contract')
  return state
}

/** The block one window away from the edge, in the direction of the limit but not beyond it. */
function nextBlock(edge: bigint, window: bigint, limit: bigint): bigint {
  const distance = limit > edge ? limit - edge : edge - limit
  const step = distance < window ? distance : window
  return limit > edge ? edge + step : edge - step
}

/**
 * BNB received by an account, in wei. It was sent by a transaction, or, if `from` and `transactionHash` are
 * null, by contract calls in the block. In that case the amount is the total of those calls, and only a trace
 * would show the sender.
 */
export type BnbArrival = {
  readonly blockNumber: bigint
  readonly value: bigint
  readonly from: Address | null
  readonly transactionHash: Hash | null
}

/**
 * The BNB received in one block. `isExplained` is false if there may be more, or its origin cannot be
 * determined.
 */
type BnbBlock = { readonly arrivals: readonly BnbArrival[]; readonly isExplained: boolean }

/** More transactions of one account in a block than this are a denial-of-service attempt. */
const MAX_RECEIPTS = 200
/** Endpoints limit the number of calls per batch. */
const RECEIPTS_AT_ONCE = 20
/** Transactions that also pay for blobs (EIP-4844), which this calculation does not cover. */
const BLOB_TYPE = 3n

/**
 * Finds the BNB that an account with a key received in one block, from its state `before` and `after` the block.
 * Reads the transactions to the account and adds back the amounts that it sent itself. The remainder came from
 * contract calls. While the account is delegated the remainder is no amount, because BNB also leaves by such calls.
 * @throws when the block or a receipt cannot be read, or belongs to another block
 */
async function readBnbBlock(
  rpc: Rpc,
  account: Address,
  before: AccountState,
  after: AccountState,
): Promise<BnbBlock> {
  const block = await getFullBlock(rpc, after.block)
  const isOwn = ({ from }: Transaction) => equal(from, account)
  const isTo = ({ to, value }: Transaction) => to !== null && equal(to, account) && value > 0n
  const relevant = block.transactions.filter((transaction) => isOwn(transaction) || isTo(transaction))
  if (relevant.length > MAX_RECEIPTS) return { arrivals: [], isExplained: false }

  const receipts = await readReceipts(rpc, relevant, block.hash)
  const succeeded = (transaction: Transaction) => receipts.get(transaction.hash)?.status === '0x1'
  const direct = relevant.filter((transaction) => isTo(transaction) && succeeded(transaction))
  const arrivals: BnbArrival[] = direct.map(({ hash, from, value }) => {
    return { blockNumber: after.block, value, from, transactionHash: hash }
  })

  const own = relevant.filter(isOwn)
  const spent = own.map((transaction) => spentBy(transaction, receipts.get(transaction.hash)))
  // Somebody else may have used a nonce of the account with its authorization (EIP-7702); then nothing is certain.
  const isWhole = !spent.includes(null) && after.nonce - before.nonce === BigInt(own.length)
  const received = sum(direct.map(({ value }) => value))
  const rest = after.balance - before.balance - received + sum(spent.map((value) => value ?? 0n))
  const isDelegated = before.code === 'delegated' || after.code === 'delegated'
  if (!isWhole || rest < 0n || (isDelegated && rest > 0n)) return { arrivals, isExplained: false }
  if (rest > 0n) arrivals.push({ blockNumber: after.block, value: rest, from: null, transactionHash: null })
  return { arrivals, isExplained: true }
}

async function readReceipts(
  rpc: Rpc,
  transactions: readonly Transaction[],
  blockHash: Hash,
): Promise<ReadonlyMap<Hash, FullReceipt>> {
  const receipts = new Map<Hash, FullReceipt>()
  for (let at = 0; at < transactions.length; at += RECEIPTS_AT_ONCE) {
    const slice = transactions.slice(at, at + RECEIPTS_AT_ONCE)
    for (const receipt of await Promise.all(slice.map(({ hash }) => getFullReceipt(rpc, hash)))) {
      if (receipt?.blockHash !== blockHash) throw new Error('A transaction of another block')
      receipts.set(receipt.transactionHash, receipt)
    }
  }
  return receipts
}

/**
 * The BNB that the account spent on its own transaction; null if that is unknown. A failed one costs only its fee.
 */
function spentBy({ value, type }: Transaction, receipt: FullReceipt | undefined): bigint | null {
  if (!receipt || receipt.gasUsed === null || receipt.effectiveGasPrice === null || type === BLOB_TYPE)
    return null
  return receipt.gasUsed * receipt.effectiveGasPrice + (receipt.status === '0x1' ? value : 0n)
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
