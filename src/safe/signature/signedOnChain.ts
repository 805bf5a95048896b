import * as v from 'valibot'
import { type Address, encodeFunctionData, toHex } from 'viem'
import { hex } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import { type ContractWord, twoNodesSay } from './testimony.ts'

const abi = [
  {
    type: 'function',
    name: 'signedMessages',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** What the contract keeps for a message that was signed. */
const ONE = `0x${'1'.padStart(64, '0')}`

/**
 * Whether the owners of a Safe have signed a message by a transaction (`SignMessageLib`), which the contract remembers by
 * its hash. Read from there and not by an empty signature to `isValidSignature`: an account of another kind may take an
 * empty one for anything. Two nodes must say the same. Never throws.
 */
export function signedOnChain(rpc: Rpc, safe: Address, hash: SafeMessageHash): Promise<ContractWord> {
  const data = encodeFunctionData({ abi, args: [hash] })
  return twoNodesSay(rpc, async (node, block) => {
    const at = toHex(block)
    const [code, kept] = await Promise.allSettled([
      node('eth_getCode', [safe, at]),
      node('eth_call', [{ to: safe, data }, at]),
    ])
    if (code.status === 'rejected') throw code.reason
    if (v.parse(hex, code.value) === '0x') return 'none'
    if (kept.status === 'rejected') {
      // A contract without such a memory.
      if (kept.reason instanceof RpcError && isRevert(kept.reason)) return 'no'
      throw kept.reason
    }
    // What is no bytes is a node's own trouble; a contract without such a memory may answer anything that is.
    return v.parse(hex, kept.value) === ONE ? 'yes' : 'no'
  })
}
