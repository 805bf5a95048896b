import type { Address, Hash } from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity, word } from './fakeRpc.ts'

const [BLOCK, HEAD] = [900, 1_000]

/** A node that knows one transaction, in a final block made at `at` (ms), with these logs. Its fee is 0.00002 BNB. */
export function minedNode(mined: {
  readonly hash: Hash
  readonly from: Address
  readonly to: Address
  readonly logs: readonly object[]
  readonly at?: number
}): Rpc {
  const { hash, from, to, logs, at = Date.now() } = mined
  const inBlock = { from, to, blockNumber: quantity(BLOCK), blockHash: word(BLOCK) }
  return fakeRpc({
    eth_getTransactionReceipt: ([asked]) =>
      asked === hash
        ? {
            status: '0x1',
            transactionHash: hash,
            ...inBlock,
            gasUsed: quantity(20_000),
            effectiveGasPrice: quantity(1_000_000_000),
            logs: logs.map((log, index) => ({ ...log, logIndex: quantity(index) })),
          }
        : null,
    eth_getTransactionByHash: ([asked]) =>
      asked === hash ? { hash, value: '0x0', nonce: '0x1', input: '0x', ...inBlock } : null,
    eth_getBlockByNumber: ([tag]) => ({
      number: quantity(tag === 'latest' || tag === 'finalized' ? HEAD : Number(tag)),
      timestamp: quantity(Math.floor(at / 1_000)),
    }),
    eth_blockNumber: quantity(HEAD),
    eth_getCode: '0x',
  })
}
