import * as v from 'valibot'
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hash,
  type Hex,
  isAddressEqual,
  toHex,
} from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { pinned, type Token } from '#chain/money/Token.ts'
import { address, bytes32, hex, quantity } from '#chain/schemas.ts'
import { isHexAddress } from '../hex.ts'
import { readWithQuorum } from './quorum.ts'
import { ask, type Rpc } from './Rpc.ts'

// The portal's JSON-RPC calls, each with a check of its answer. All throw when the answer has the wrong type.

const receipt = v.object({
  status: v.picklist(['0x1', '0x0']),
  blockNumber: quantity,
  transactionHash: bytes32,
  logs: v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
})

/**
 * The fields of a transaction receipt that the portal uses; hex in lower case. `status` 0x1 succeeded, 0x0
 * reverted.
 */
export type Receipt = v.InferOutput<typeof receipt>

/** BNB of an address after a block, in wei. */
export async function getBalance(
  rpc: Rpc,
  address: Address,
  block: Hex | 'latest' = 'latest',
): Promise<bigint> {
  return ask(rpc, quantity, 'eth_getBalance', [address, block])
}

/** Gas price, in wei. */
export async function getGasPrice(rpc: Rpc): Promise<bigint> {
  return ask(rpc, quantity, 'eth_gasPrice')
}

/** The code at an address; null if there is none. */
export async function getCode(rpc: Rpc, address: Address): Promise<Hex | null> {
  const code = await ask(rpc, hex, 'eth_getCode', [address, 'latest'])
  return code === '0x' ? null : code
}

/** The receipt of a transaction; null while it is not in a block. */
export async function getReceipt(rpc: Rpc, hash: Hash): Promise<Receipt | null> {
  const found = await ask(rpc, v.nullable(receipt), 'eth_getTransactionReceipt', [hash])
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found
}

const feeReceipt = v.object({
  transactionHash: bytes32,
  from: hex,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
})

/** The payer of a mined transaction, in lower case, and its fee in wei; null while it is not in a block. */
export async function getFee(
  rpc: Rpc,
  hash: Hash,
): Promise<{ readonly payer: Hex; readonly value: bigint } | null> {
  const found = await ask(rpc, v.nullable(feeReceipt), 'eth_getTransactionReceipt', [hash])
  if (found && found.transactionHash !== hash.toLowerCase())
    throw new Error('A receipt of another transaction')
  return found && { payer: found.from, value: found.gasUsed * found.effectiveGasPrice }
}

const nonceOfSender = v.object({ from: address, nonce: quantity })

/**
 * The account nonce of a transaction, mined or pending; null if the node does not know it, or if another account sent
 * it: a relayer, a bundler, or the account that the person chose in the wallet.
 */
export async function getNonceOf(rpc: Rpc, from: Address, hash: Hash): Promise<number | null> {
  const found = await ask(rpc, v.nullable(nonceOfSender), 'eth_getTransactionByHash', [hash])
  return found && isAddressEqual(found.from, from) ? Number(found.nonce) : null
}

/** The number of mined transactions of an address, up to `block` if given. This is the next free nonce. */
export async function getMinedCount(rpc: Rpc, address: Address, block?: bigint): Promise<number> {
  const at = block === undefined ? 'latest' : `0x${block.toString(16)}`
  return Number(await ask(rpc, quantity, 'eth_getTransactionCount', [address, at]))
}

/** Number of the latest block, or of the latest final one. */
export async function getBlockNumber(rpc: Rpc, tag: 'latest' | 'finalized'): Promise<bigint> {
  return (await ask(rpc, v.object({ number: quantity }), 'eth_getBlockByNumber', [tag, false])).number
}

/** Number of the newest block that the node has, cheaper than the block. See `Rpc` for `together`. */
export async function getHead(rpc: Rpc, together?: object): Promise<bigint> {
  return ask(rpc, quantity, 'eth_blockNumber', [], together)
}

/** The functions of ERC-20 (EIP-20) that the portal calls. */
export const erc20Abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint8' }] },
] as const

/**
 * Reads one view function after a block. Simultaneous reads share one JSON-RPC batch, which makes
 * Multicall3 and viem's contract layer (16 kB gzip of the first screen) unnecessary.
 * @throws when the call reverts, the answer has the wrong type, or the chain cannot be reached
 */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  rpc: Rpc,
  contract: { address: Address; abi: abi },
  functionName: name,
  args?: args,
  block: Hex | 'latest' = 'latest',
): Promise<ContractFunctionReturnType<abi, 'view', name, args>> {
  const call = { ...contract, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0]
  const request = { to: contract.address, data: encodeFunctionData(call) }
  const data = await ask(rpc, hex, 'eth_call', [request, block])
  return decodeFunctionResult({ ...call, data } as never) as never
}

/** One balance; `null` means that it could not be read, which is not zero. */
export type Balance = { readonly token: Token; readonly value: bigint | null }

/**
 * BNB and the pinned tokens of an account, in the pinned order. A failed read does not affect the others.
 * @throws the error of the BNB balance, when nothing could be read
 */
export async function readBalances(rpc: Rpc, address: Address): Promise<readonly Balance[]> {
  const read = await Promise.allSettled(pinned.map((token) => readBalance(rpc, token, address)))
  const [native] = read
  if (native?.status === 'rejected' && read.every(({ status }) => status === 'rejected')) throw native.reason
  return pinned.map((token, index) => {
    const one = read[index]
    return { token, value: one?.status === 'fulfilled' ? one.value : null }
  })
}

/**
 * The balances of an account after a block on which two operators agree, in the pinned order; null where no two agree, for example
 * because they keep no state that old.
 */
export async function readBalancesAfter(
  rpc: Rpc,
  address: Address,
  block: bigint,
): Promise<readonly Balance[]> {
  return Promise.all(
    pinned.map(async (token) => {
      const read = (node: Rpc) => readBalance(node, token, address, toHex(block))
      const found = await readWithQuorum(rpc, read).catch(() => null)
      return { token, value: found?.kind === 'agreed' ? found.value : null }
    }),
  )
}

function readBalance(rpc: Rpc, token: Token, address: Address, block?: Hex): Promise<bigint> {
  return token.address === null
    ? getBalance(rpc, address, block)
    : readContract(rpc, { address: token.address, abi: erc20Abi }, 'balanceOf', [address], block)
}

/**
 * The kind of an account by the code at its address. The only place where code is told apart.
 * - `none` a key; or a contract that is not deployed yet, which only a signature can show (ERC-6492)
 * - `delegated` a key whose account runs the code of a contract that it named (EIP-7702). It is a person's wallet:
 *   its key signs and sends as before. But its BNB can also leave without a transaction of its own.
 * - `contract` code of its own and no key. Whether that is a Safe: `readIsGenuineSafe`, two operators required
 */
export type AccountCode = 'none' | 'delegated' | 'contract'

/** The bytes before the address of the contract, 23 bytes in all. No contract's code can begin so (EIP-3541). */
const DELEGATION = '0xef0100'

/** The kind of code that `eth_getCode` returned, or null for none. */
export function kindOfCode(code: Hex | null): AccountCode {
  if (code === null || code === '0x') return 'none'
  const isDelegation =
    code.toLowerCase().startsWith(DELEGATION) && isHexAddress(`0x${code.slice(DELEGATION.length)}`)
  return isDelegation ? 'delegated' : 'contract'
}
