import { type Address, type Hash, type Hex, numberToHex, pad } from 'viem'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { quantity, word } from './fakeRpc.ts'

/** A fake chain: one account's events, block by block. Scans are compared with it. */
export type FakeChain = {
  readonly account: Address
  readonly blocks: readonly FakeBlock[]
  /** The block that delegates the account to a contract for good (EIP-7702), by somebody else's transaction. */
  readonly delegatedIn?: number
}

export type FakeBlock = {
  /** Received tokens: the index into the requested tokens, or -1 for a token that was not requested. */
  readonly tokens: readonly { readonly token: number; readonly value: bigint }[]
  readonly actions: readonly Action[]
}

/** An action with BNB: sent to the account, passed on inside a contract call, or sent by the account. */
export type Action =
  | { readonly kind: 'direct' | 'own' | 'self'; readonly value: bigint; readonly succeeds: boolean }
  | { readonly kind: 'internal'; readonly value: bigint }
  /** The account is delegated to a contract for one block (EIP-7702), which takes `value` away. */
  | { readonly kind: 'lent'; readonly value: bigint }
  /** Somebody else calls the code of the delegated account, which sends `value` away. */
  | { readonly kind: 'taken'; readonly value: bigint }

/** The faults of the node that answers one group of requests. No field: no fault. */
export type FakeMood = {
  /** The number of blocks that its head lags behind. */
  readonly behind?: number
  /** The largest block range for logs. */
  readonly range?: number
  /** The number of blocks behind its head for which it keeps state; `null` keeps all. */
  readonly stateDepth?: number
  /**
   * The number of blocks behind its head that it keeps; older blocks and logs are missing without an error.
   */
  readonly blockDepth?: number
  readonly refuses?: boolean
  /** Changes an answer. */
  readonly bend?: (method: string, answer: unknown) => unknown
}

export const STRANGER: Address = '0x00000000000000000000000000000000000057aE'
export const GAS_USED = 21_000n
export const GAS_PRICE = 3n
/** The code of an account that is delegated to a contract (EIP-7702). */
export const DELEGATION: Hex = `0xef0100${'ab'.repeat(20)}`
export const START_BALANCE = 10n ** 12n
/** Time of block 0, in seconds. */
export const GENESIS = 1_750_000_000
const OTHER_TOKEN: Address = '0x0000000000000000000000000000000000000bad'

/** The hash of a block's n-th transaction. */
export function txHash(block: number, index: number): Hash {
  return numberToHex(block * 1000 + index + 1, { size: 32 })
}

function blockHash(block: number): Hash {
  return pad(numberToHex(block + 1), { dir: 'right', size: 32 })
}

/** The account's balance and nonce after each block. */
export function statesOf({
  blocks,
  delegatedIn,
}: FakeChain): { readonly balance: bigint; readonly nonce: number }[] {
  let balance = START_BALANCE
  let nonce = 0
  return blocks.map(({ actions }, number) => {
    if (number === delegatedIn) nonce++
    for (const action of actions) {
      if (action.kind === 'internal' || (action.kind === 'direct' && action.succeeds)) balance += action.value
      if (action.kind === 'own' && action.succeeds) balance -= action.value
      if (action.kind === 'own' || action.kind === 'self') balance -= GAS_USED * GAS_PRICE
      if (action.kind === 'lent' || action.kind === 'taken') balance -= action.value
      if (action.kind === 'own' || action.kind === 'self' || action.kind === 'lent') nonce++
    }
    return { balance, nonce }
  })
}

/**
 * A node of the chain. `behavior` is called once per group of requests, because each group may go to another
 * node.
 */
export function fakeNode(chain: FakeChain, tokens: readonly Address[], behavior: () => FakeMood): Rpc {
  const faults = new WeakMap<object, FakeMood>()
  const answer = chainAnswers(chain, tokens)
  return async (method, params = [], together = {}) => {
    const present = faults.get(together) ?? behavior()
    faults.set(together, present)
    if (present.refuses) throw new RpcError(-32005, 'limit exceeded')
    const honest = answer(method, params, present)
    return present.bend ? present.bend(method, honest) : honest
  }
}

function chainAnswers(chain: FakeChain, tokens: readonly Address[]) {
  const { account, blocks } = chain
  const states = statesOf(chain)
  const transactions = blocks.map(({ actions }, number) =>
    actions.flatMap((action, index) => {
      if (action.kind === 'internal' || action.kind === 'lent' || action.kind === 'taken') return []
      return [
        {
          ...transactionOf(action, account),
          hash: txHash(number, index),
          blockHash: blockHash(number),
          action,
        },
      ]
    }),
  )

  return (method: string, params: readonly unknown[], behavior: FakeMood): unknown => {
    const head = blocks.length - 1 - (behavior.behind ?? 0)
    const oldestBlock = head - (behavior.blockDepth ?? Infinity)
    const stateAt = () => {
      const number = Number(params[1])
      const state = states[number]
      if (!state || number > head) throw new RpcError(-32000, 'header not found')
      if (number < head - (behavior.stateDepth ?? Infinity)) throw new RpcError(-32000, 'missing trie node')
      return state
    }
    switch (method) {
      case 'eth_blockNumber':
        return quantity(head)
      case 'eth_getBalance':
        return quantity(stateAt().balance)
      case 'eth_getTransactionCount':
        return quantity(stateAt().nonce)
      case 'eth_getCode':
        stateAt()
        return Number(params[1]) >= (chain.delegatedIn ?? Infinity) ? DELEGATION : '0x'
      case 'eth_getBlockByNumber': {
        const number = Number(params[0])
        if (number > head || number < oldestBlock) return null
        return {
          number: quantity(number),
          hash: blockHash(number),
          timestamp: quantity(GENESIS + number),
          transactions: params[1] ? transactions[number]?.map(({ action: _, ...fields }) => fields) : [],
        }
      }
      case 'eth_getTransactionReceipt': {
        const number = Math.floor((Number(params[0]) - 1) / 1000)
        const found = transactions[number]?.find(({ hash }) => hash === params[0])
        if (!found || number > head) return null
        return {
          status: found.action.succeeds ? '0x1' : '0x0',
          transactionHash: found.hash,
          blockNumber: quantity(number),
          blockHash: blockHash(number),
          from: found.from,
          to: found.to,
          gasUsed: quantity(GAS_USED),
          effectiveGasPrice: quantity(GAS_PRICE),
          logs: [],
        }
      }
      case 'eth_getLogs': {
        const [{ fromBlock, toBlock, address }] = params as [
          { fromBlock: Hex; toBlock: Hex; address: Address[] },
        ]
        const [from, to] = [Number(fromBlock), Number(toBlock)]
        if (to - from + 1 > (behavior.range ?? Infinity)) throw new RpcError(-32602, 'range exceeds limit')
        return blocks.flatMap((block, number) =>
          number < from || number > to || number > head || number < oldestBlock
            ? []
            : block.tokens.flatMap((_, index) => {
                const log = logOf(chain, tokens, number, index)
                return address.includes(log.address) ? [log] : []
              }),
        )
      }
      default:
        throw new RpcError(-32601, `the method ${method} does not exist`)
    }
  }
}

function transactionOf(action: Extract<Action, { succeeds: boolean }>, account: Address) {
  const from = action.kind === 'direct' ? STRANGER : account
  const to = action.kind === 'own' ? STRANGER : account
  return { from, to, value: quantity(action.value), type: '0x0' }
}

/** A log in the node's format. */
function logOf({ account, blocks }: FakeChain, tokens: readonly Address[], block: number, index: number) {
  const { token, value } = blocks[block]?.tokens[index] ?? { token: 0, value: 0n }
  return {
    address: tokens[token] ?? OTHER_TOKEN,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      pad(STRANGER).toLowerCase(),
      pad(account).toLowerCase(),
    ],
    data: word(value),
    blockNumber: quantity(block),
    transactionHash: txHash(block, 500 + index),
    logIndex: quantity(index),
    removed: false,
  }
}
