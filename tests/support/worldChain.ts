import { type Address, type Hash, type Hex, toHex } from 'viem'
import { asTransfer, type Call, type Transfer } from '#chain/money/Call.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { quantity } from './fakeRpc.ts'
import { transferLog } from './fakeSafe.ts'

/** The behaviour of a token for a transfer. `less`: it keeps a tenth; `silent`: it returns true and moves nothing. */
export type TokenBehavior = 'good' | 'less' | 'silent' | 'reverts'

/** A kind of faulty node. */
export type NodeFault =
  | 'lies'
  | 'lags'
  | 'hides-receipts'
  | 'hides-logs'
  | 'makes-up-nonces'
  | 'limits-finality'
  | 'down'
  | 'malformed'

/** The number of operators; at most one node is faulty at a time. */
export const NODES = 4
/** Blocks between the head and the final block, without faults. */
const FINALITY = 2
/** The number of blocks that a lagging node is behind. */
const LAG = 6

/** A transaction of the true chain. */
export type WorldTx = {
  readonly hash: Hash
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly input: Hex
  readonly nonce: number
  /** The effect when it is in a block; logs are in a node's format. */
  readonly effect: () => {
    readonly status: '0x1' | '0x0'
    readonly logs: readonly unknown[]
    readonly moved: readonly Moved[]
  }
  /** Null while it is pending. */
  block: number | null
  status: '0x1' | '0x0'
  logs: readonly unknown[]
  moved: readonly Moved[]
  dropped: boolean
  /** Its fee is too low for any earlier block, and later nonces wait with it. */
  notBefore: number
}

/** Money that left an account: `received` is less if the token kept a part. */
export type Moved = { readonly transfer: Transfer; readonly received: bigint }

/** The true chain, and its nodes' current faults. */
export type WorldChain = ReturnType<typeof worldChain>

/** The money that an account's call moves, and the logs that the chain emits for it. */
export function effectOf(from: Address, call: Call, behavior: TokenBehavior): ReturnType<WorldTx['effect']> {
  const transfer = asTransfer(call)
  if (!transfer) return { status: '0x1', logs: [], moved: [] }
  const { token, to, value } = transfer
  if (token === null) return { status: '0x1', logs: [], moved: [{ transfer, received: value }] }
  if (behavior === 'reverts') return { status: '0x0', logs: [], moved: [] }
  if (behavior === 'silent') return { status: '0x1', logs: [], moved: [] }
  if (behavior === 'good') {
    return {
      status: '0x1',
      logs: [transferLog(token, from, to, value)],
      moved: [{ transfer, received: value }],
    }
  }
  const received = value - value / 10n
  const logs = [transferLog(token, from, to, received), transferLog(token, from, COLLECTOR, value - received)]
  return { status: '0x1', logs, moved: [{ transfer, received }] }
}

const COLLECTOR: Address = '0x00000000000000000000000000000000000000fE'

/**
 * A chain with blocks made by hand, seen through four nodes. `call` answers `eth_call`; `code` and `slot`
 * answer the rest.
 */
export function worldChain(contracts: {
  readonly call?: (to: string, data: Hex) => Hex
  readonly code?: (address: string) => Hex
  readonly slot?: (address: string, slot: string) => Hex
}) {
  const txs: WorldTx[] = []
  let head = 1_000
  /** Jumps of the clock, each from a block on. */
  const shifts: { readonly from: number; readonly seconds: number }[] = []
  /** The time of a block, in seconds. */
  const timeOf = (number: number) =>
    shifts.reduce(
      (time, { from, seconds }) => (number >= from ? time + seconds : time),
      1_790_000_000 + Math.floor((number * 45) / 100),
    )
  let stalledAt: number | null = null
  /** Final blocks stay final when later ones are undone. */
  let floor = 0
  let serial = 1
  let fault: { node: number; kind: NodeFault } | null = null
  /** Pending transactions for which a node has returned a fake nonce. */
  const shown = new Set<Hash>()
  const acted = new Map<NodeFault | 'stalled', number>()
  const act = (kind: NodeFault | 'stalled') => acted.set(kind, (acted.get(kind) ?? 0) + 1)

  const final = () => stalledAt ?? Math.max(floor, head - FINALITY)
  const mined = (upTo: number) => txs.filter(({ block }) => block !== null && block <= upTo)

  /** Nonces are used in order. */
  function isHeldUp({ from, nonce }: WorldTx): boolean {
    return txs.some(
      (one) =>
        one.from === from && one.block === null && !one.dropped && one.nonce <= nonce && one.notBefore > head,
    )
  }

  function logsOf(tx: WorldTx): readonly object[] {
    return tx.logs.map((log, index) => ({
      ...(log as object),
      transactionHash: tx.hash,
      blockNumber: quantity(tx.block ?? 0),
      logIndex: quantity(index),
      removed: false,
    }))
  }
  const receiptOf = (tx: WorldTx) => ({
    status: tx.status,
    blockNumber: quantity(tx.block ?? 0),
    transactionHash: tx.hash,
    logs: tx.logs,
  })
  const wireOf = (tx: WorldTx) => ({
    hash: tx.hash,
    from: tx.from,
    to: tx.to,
    value: quantity(tx.value),
    input: tx.input,
    nonce: quantity(tx.nonce),
  })

  function answer(method: string, params: readonly unknown[], kind: NodeFault | null): unknown {
    const hit = <T>(wrong: NodeFault, value: T, right: T): T => {
      if (kind !== wrong) return right
      act(wrong)
      return value
    }
    const seen = kind === 'lags' ? head - LAG : head
    if (kind === 'lags') act('lags')
    const known = (hash: unknown) =>
      txs.find((tx) => tx.hash === hash && !tx.dropped && (tx.block ?? head) <= seen) ?? null
    switch (method) {
      case 'eth_blockNumber':
        return quantity(seen)
      case 'eth_gasPrice':
        return '0x1'
      case 'eth_getBlockByNumber': {
        const [tag, full] = params
        if (tag === 'finalized') {
          if (kind === 'limits-finality') {
            act('limits-finality')
            throw new RpcError(-32005, 'limit exceeded')
          }
          if (stalledAt !== null) act('stalled')
          return { number: quantity(Math.min(hit('lies', head, final()), seen)) }
        }
        const number = tag === 'latest' ? seen : Number(tag)
        if (number > seen) return null
        const own = txs.filter(({ block }) => block === number)
        return {
          number: quantity(number),
          timestamp: quantity(timeOf(number)),
          transactions: full ? own.map(wireOf) : own.map(({ hash }) => hash),
        }
      }
      case 'eth_getTransactionCount': {
        const [address, at] = params as [string, string]
        const upTo = at === 'latest' || at === 'pending' ? seen : Math.min(Number(at), seen)
        const used = mined(upTo).filter(({ from }) => from.toLowerCase() === address.toLowerCase())
        return quantity(
          hit('lies', 1, 0) + used.reduce((most, { nonce }) => Math.max(most, nonce + 1), START_NONCE),
        )
      }
      case 'eth_getTransactionByHash': {
        const tx = known(params[0])
        if (!tx || kind !== 'makes-up-nonces' || tx.block !== null) return tx && wireOf(tx)
        // Returns a nonce that was used long ago once, and then hides the pending transaction.
        act(kind)
        const isFirst = !shown.has(tx.hash)
        shown.add(tx.hash)
        return isFirst ? { ...wireOf(tx), nonce: quantity(tx.nonce - 1) } : null
      }
      case 'eth_getTransactionReceipt': {
        const tx = known(params[0])
        if (!tx || tx.block === null) return null
        if (kind === 'hides-receipts') return hit('hides-receipts', null, null)
        const bent = { ...receiptOf(tx), status: tx.status === '0x1' ? '0x0' : '0x1', logs: [] }
        return hit<unknown>('lies', bent, receiptOf(tx))
      }
      case 'eth_getLogs': {
        const [filter] = params as [LogFilter]
        if (kind === 'hides-logs' || kind === 'lies') {
          act(kind)
          return []
        }
        return mined(Math.min(seen, Number(filter.toBlock)))
          .filter(({ block }) => Number(block) >= Number(filter.fromBlock))
          .flatMap(logsOf)
          .filter((log) => fits(log as WireLog, filter))
      }
      case 'eth_getCode':
        return contracts.code?.(String(params[0]).toLowerCase()) ?? '0x'
      case 'eth_getStorageAt':
        return contracts.slot?.(String(params[0]).toLowerCase(), String(params[1])) ?? `0x${'0'.repeat(64)}`
      case 'eth_call': {
        const [{ to, data }] = params as [{ to: string; data: Hex }]
        return contracts.call?.(to.toLowerCase(), data) ?? '0x'
      }
      default:
        throw new RpcError(-32601, `the method ${method} does not exist`)
    }
  }

  const nodeOf = (index: number) => async (method: string, params: readonly unknown[]) => {
    const kind = fault?.node === index ? fault.kind : null
    if (kind === 'down') {
      act('down')
      throw new Error('connection refused')
    }
    if (kind === 'malformed') {
      act('malformed')
      return { hello: 'world' }
    }
    return answer(method, params, kind)
  }

  return {
    txs,
    acted,
    head: () => head,
    final,
    /** The time of the newest block (ms). */
    time: () => timeOf(head) * 1_000,
    /** Lets time pass without relevant blocks, as over a weekend or a month. */
    pass(ms: number) {
      shifts.push({ from: head + 1, seconds: Math.floor(ms / 1_000) })
      head += 1
    },
    /** Sends a transaction; it is pending until a block is made. */
    send(from: Address, call: Call, effect: WorldTx['effect'], nonce: number): WorldTx {
      const tx: WorldTx = {
        hash: toHex(serial++, { size: 32 }),
        from,
        to: call.to,
        value: call.value,
        input: call.data,
        nonce,
        effect,
        block: null,
        status: '0x1',
        logs: [],
        moved: [],
        dropped: false,
        notBefore: 0,
      }
      txs.push(tx)
      return tx
    },
    /** Makes a block with everything pending, after this many empty ones. */
    mine(empty = 0) {
      head += empty + 1
      for (const tx of txs) {
        if (tx.block !== null || tx.dropped || isHeldUp(tx)) continue
        tx.block = head
        Object.assign(tx, tx.effect())
      }
    },
    /** Undoes the blocks that are not final. Their transactions wait again. */
    undo() {
      floor = final()
      head = floor
      const undone = txs.filter(({ block }) => block !== null && block > floor)
      for (const tx of undone) Object.assign(tx, { block: null, status: '0x1', logs: [], moved: [] })
      return undone.length
    },
    /** Stops or resumes finality. */
    stall(isStalled: boolean) {
      stalledAt = isStalled ? (stalledAt ?? head - FINALITY) : null
    },
    fault(next: { node: number; kind: NodeFault } | null) {
      fault = next
    },
    /** The final transactions of the true chain. */
    finalTxs: () => mined(final()),
    /** The nodes behind one client with failover, like in the portal; `outside` wraps each request. */
    rpc(outside: <T>(work: () => Promise<T>) => Promise<T>): Rpc {
      const nodes = Array.from({ length: NODES }, (_, index): Rpc => {
        const node = nodeOf(index)
        return (method, params = []) => outside(() => node(method, params))
      })
      const failover: Rpc = async (method, params = []) => {
        let last: unknown
        for (let index = 0; index < NODES; index++) {
          try {
            return await outside(() => nodeOf(index)(method, params))
          } catch (error) {
            last = error
          }
        }
        throw last
      }
      return Object.assign(failover, { witnesses: nodes })
    },
  }
}

/**
 * Account nonces start here: a payment must not be forgotten because the account has paid a million times.
 */
export const START_NONCE = 1_000_000

type LogFilter = {
  readonly address: string | readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
  readonly fromBlock: Hex
  readonly toBlock: Hex
}
type WireLog = { readonly address: string; readonly topics: readonly string[] }

function fits({ address, topics }: WireLog, filter: LogFilter): boolean {
  const wanted = [filter.address].flat().map((one) => one.toLowerCase())
  return (
    wanted.includes(address.toLowerCase()) &&
    filter.topics.every((topic, index) => {
      if (topic === null) return true
      return [topic].flat().some((one) => one.toLowerCase() === topics[index]?.toLowerCase())
    })
  )
}
