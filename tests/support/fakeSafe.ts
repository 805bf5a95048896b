import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  type Hex,
  hashTypedData,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { domain, type SafeTx, safeTxTypes } from '#safe/tx/SafeTx.ts'
import { callOf, fakeRpc, quantity, word } from './fakeRpc.ts'
import { codeOf, SINGLETON } from './safeCode.ts'
import { OWNERS, SAFE } from './safeExamples.ts'

const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[], address)',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

/** The caller of another contract, in lower case, and the block of the call: its number in hex, or `latest`. */
export type Asked = { readonly from: string | null; readonly block: unknown }

/** A Safe on a fake chain, and the history of that chain. */
export type FakeSafe = {
  readonly address: Address
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly nonce: bigint
  readonly version: string
  readonly modules: readonly Address[]
  /** `<owner> <hash>` in lower case for each hash approved on the chain. */
  readonly approved: readonly string[]
  /** Other contracts, in lower case: they return an answer to a call, or throw. */
  readonly contracts: Readonly<Record<string, (data: Hex, asked: Asked) => Hex>>
  readonly receipts: Readonly<Record<Hash, unknown>>
  readonly transactions: Readonly<Record<Hash, unknown>>
  readonly finalized: number
  /** The contract with its code, and its guard. */
  readonly singleton: Address
  readonly guard: Address
  /** The code at every address; null for a chain on which the account is a genuine Safe. */
  readonly code: Hex | null
  /** The Safe's events, in the format of `eth_getLogs`. */
  readonly executions: readonly unknown[]
}

/** The 2-of-3 Safe of the examples, at its payout's nonce. */
export const exampleSafe: FakeSafe = {
  address: SAFE,
  owners: OWNERS,
  threshold: 2,
  nonce: 12n,
  version: '1.4.1',
  modules: [],
  approved: [],
  contracts: {},
  receipts: {},
  transactions: {},
  finalized: 1_000,
  singleton: SINGLETON,
  guard: zeroAddress,
  code: null,
  executions: [],
}

/** An honest node of that chain. viem, not the portal, computes the Safe's own hash. */
export function safeRpc(safe: FakeSafe = exampleSafe): Rpc {
  return twoNodes(oneSafeNode(safe))
}

/** One such node. */
export function oneSafeNode(safe: FakeSafe = exampleSafe): Rpc {
  return fakeRpc({
    eth_getCode: ([address]) => safe.code ?? codeOf(address, [safe.address]),
    eth_call(params) {
      const { to, data } = callOf(params)
      if (to === safe.address.toLowerCase()) return safeAnswer(safe, data as Hex)
      const [{ from = null }, block] = params as [{ from?: string | null }, unknown]
      return safe.contracts[to]?.(data as Hex, { from: from?.toLowerCase() ?? null, block }) ?? '0x'
    },
    eth_getTransactionReceipt: ([hash]) => safe.receipts[hash as Hash] ?? null,
    eth_getTransactionByHash: ([hash]) => safe.transactions[hash as Hash] ?? null,
    eth_getBlockByNumber: () => ({ number: quantity(safe.finalized) }),
    eth_blockNumber: quantity(safe.finalized),
    eth_getStorageAt: ([, slot]) => pad(slot === '0x0' ? safe.singleton : safe.guard),
    eth_getLogs: () => safe.executions,
  })
}

/** The same chain from two operators that agree, which the portal accepts as proof. */
export function twoNodes(node: Rpc): Rpc {
  const both: Rpc = (...question) => node(...question)
  return Object.assign(both, { witnesses: [node, node] })
}

/** The Safe contract's answer to a call. */
export function safeAnswer(safe: FakeSafe, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi, data })
  switch (functionName) {
    case 'getOwners':
      return encodeAbiParameters([{ type: 'address[]' }], [safe.owners])
    case 'getThreshold':
      return word(safe.threshold)
    case 'nonce':
      return word(safe.nonce)
    case 'VERSION':
      return encodeAbiParameters([{ type: 'string' }], [safe.version])
    case 'getModulesPaginated': {
      const end = '0x0000000000000000000000000000000000000001'
      return encodeAbiParameters(
        [{ type: 'address[]' }, { type: 'address' }],
        [safe.modules.slice(0, Number(args[1])), end],
      )
    }
    case 'approvedHashes':
      return word(safe.approved.includes(`${args[0]} ${args[1]}`.toLowerCase()) ? 1 : 0)
    case 'getTransactionHash': {
      const [to, value, bytes, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce] =
        args
      const gas = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
      return contractHash(safe, { to, value, data: bytes, operation: operation as 0 | 1, ...gas, nonce })
    }
  }
}

const hashed = new Map<string, Hash>()

/** The contract's hash of the fields; cached, because properties request the same ones repeatedly. */
function contractHash({ address, version }: FakeSafe, tx: SafeTx): Hash {
  const key = [address, version, ...Object.values(tx)].join()
  const known = hashed.get(key)
  if (known) return known
  const hash = hashTypedData({
    domain: domain(address, version),
    types: safeTxTypes,
    primaryType: 'SafeTx',
    message: tx,
  })
  if (hashed.size < 1_000) hashed.set(key, hash)
  return hash
}

/** A node's revert error. */
export function revert(): never {
  throw new RpcError(3, 'execution reverted: GS026')
}

const EVENTS = {
  success: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  failure: '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
}

/** The Safe's event; before 1.4.1 the hash is not indexed. */
export function executionLog(
  safeTxHash: Hash,
  event: 'success' | 'failure',
  { version = '1.4.1', safe = SAFE }: Pick<Execution, 'version' | 'safe'> = {},
): object {
  const indexed = !version.startsWith('1.3')
  return {
    address: safe.toLowerCase(),
    topics: [EVENTS[event], ...(indexed ? [safeTxHash] : [])],
    data: indexed ? word(0) : `${safeTxHash}${word(0).slice(2)}`,
  }
}

/** An execution's receipt in a node's format; before 1.4.1 the hash is not indexed. */
export function executionReceipt(
  hash: Hash,
  safeTxHash: Hash,
  { event = 'success', version = '1.4.1', safe = SAFE, block = 900, logs = [] }: Execution = {},
): unknown {
  const own = executionLog(safeTxHash, event, { version, safe })
  return { status: '0x1', blockNumber: quantity(block), transactionHash: hash, logs: [...logs, own] }
}

type Execution = {
  readonly event?: 'success' | 'failure'
  readonly version?: string
  readonly safe?: Address
  readonly block?: number
  readonly logs?: readonly unknown[]
}

/** The log of a token transfer. */
export function transferLog(token: Address, from: Address, to: Address, value: bigint): object {
  const topic = (address: Address) => word(BigInt(address))
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  return { address: token.toLowerCase(), topics: [TRANSFER, topic(from), topic(to)], data: word(value) }
}

const execAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
])

/** The transaction that executes it, in a node's format. */
export function executionOfSafe(hash: Hash, tx: SafeTx, to: Address = SAFE): WireTransaction {
  const { value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = tx
  const input = encodeFunctionData({
    abi: execAbi,
    functionName: 'execTransaction',
    args: [tx.to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, '0x'],
  })
  return { hash, from: OWNERS[0].toLowerCase(), to: to.toLowerCase(), value: '0x0', input, nonce: '0x1' }
}

/** A transaction in a node's format. */
export type WireTransaction = Readonly<Record<'hash' | 'from' | 'to' | 'value' | 'nonce', string>> & {
  readonly input: Hex
}

/** A transaction hash made from a number. */
export const txHash = (number: number): Hash => toHex(number, { size: 32 })

/** An unused address made from a number. */
export const someAddress = (number: number): Address =>
  `0x${number.toString().padStart(zeroAddress.length - 2, '0')}`
