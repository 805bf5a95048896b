import type { Rpc } from '#chain/rpc/Rpc.ts'
import { callOf, fakeRpc, quantity, word } from './fakeRpc.ts'

/** A node's data about the accounts that pay and are paid. */
type Facts = {
  /** Base units of BNB and of every token that any account holds. */
  readonly balance?: bigint
  /** Addresses of contracts besides the tokens. */
  readonly contracts?: readonly string[]
  /** Decimals that every token reports. */
  readonly decimals?: number
  /** When the block of every transaction was made (ms); by default the node knows of no transaction. */
  readonly minedAt?: number
}

/** An honest node for payments that are reviewed: balances, decimals, gas, and which accounts are contracts. */
export function payNode(facts: Facts = {}): Rpc {
  const { balance = 10n ** 24n, contracts = [], decimals = 18, minedAt } = facts
  const known = new Set(contracts.map((address) => address.toLowerCase()))
  return fakeRpc({
    eth_getBalance: () => quantity(balance),
    eth_gasPrice: () => quantity(10n ** 9n),
    eth_estimateGas: () => quantity(50_000),
    eth_getCode: ([address]) => (known.has(`${address}`.toLowerCase()) ? '0x6000' : '0x'),
    eth_blockNumber: () => quantity(1_000),
    ...(minedAt !== undefined && {
      eth_getTransactionReceipt: ([hash]) => ({
        status: '0x1',
        transactionHash: hash,
        blockNumber: quantity(900),
        logs: [],
      }),
      eth_getTransactionByHash: null,
      eth_getBlockByNumber: ([tag]) => ({
        number: quantity(tag === 'latest' || tag === 'finalized' ? 1_000 : Number(tag)),
        timestamp: quantity(Math.floor(minedAt / 1_000)),
      }),
    }),
    // No fallback handler: a Safe whose proposals cannot be simulated.
    eth_getStorageAt: () => word(0),
    eth_call(params) {
      const { data } = callOf(params)
      return word(data.startsWith(DECIMALS) ? decimals : balance)
    },
  })
}

/** Selector of `decimals()`. */
const DECIMALS = '0x313ce567'
