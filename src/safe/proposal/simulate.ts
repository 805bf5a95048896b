import * as v from 'valibot'
import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  toHex,
} from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import { isRevert, type Rpc, RpcError, readChain } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { hex } from '#chain/schemas.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { safeAbi } from '#safe/tx/SafeContract.ts'

/**
 * `simulate` of a Safe's fallback handler, which runs `calldataPayload` as a delegatecall in the Safe and
 * reverts it, and `simulate` of Safe's SimulateTxAccessor, which is run that way. Literal, so that no parser
 * is downloaded.
 */
export const handlerAbi = [
  {
    type: 'function',
    name: 'simulate',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'targetContract', type: 'address' },
      { name: 'calldataPayload', type: 'bytes' },
    ],
    outputs: [{ name: 'response', type: 'bytes' }],
  },
] as const

export const accessorAbi = [
  {
    type: 'function',
    name: 'simulate',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
    ],
    outputs: [
      { name: 'estimate', type: 'uint256' },
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ],
  },
] as const

type Contracts = {
  readonly accessors: readonly `0x${string}`[]
  readonly multiSends: readonly `0x${string}`[]
}

/**
 * SimulateTxAccessor and MultiSendCallOnly on BSC for each Safe version, the canonical one first (from
 * `@safe-global/safe-deployments`). 1.3.0 is listed twice, because an EIP-155 factory deployed it as well.
 */
export const simulationContracts: ReadonlyMap<string, Contracts> = new Map([
  [
    '1.3.0',
    {
      accessors: ['0x59AD6735bCd8152B84860Cb256dD9e96b85F69Da', '0x727a77a074D1E6c4530e814F89E618a3298FC044'],
      multiSends: [
        '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
        '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
      ],
    },
  ],
  [
    '1.4.1',
    {
      accessors: ['0x3d4BA2E0884aa488718476ca2FB8Efc291A46199'],
      multiSends: ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2'],
    },
  ],
  [
    '1.5.0',
    {
      accessors: ['0x07EfA797c55B5DdE3698d876b277aBb6B893654C'],
      multiSends: ['0xA83c336B20401Af773B6219BA5027174338D1836'],
    },
  ],
])

/**
 * The result of simulating calls of a Safe on one node right after `block`, with the Safe's real balances. It
 * ignores signatures, guards and the state at execution time, so it is advice and not proof. `reason` of
 * `would-fail` is the called contract's message, if any: untrusted text, in one line. `gas` covers only the
 * calls, without signatures and transaction data.
 */
export type SimulationResult =
  | { readonly kind: 'would-succeed'; readonly block: bigint; readonly gas: bigint }
  | { readonly kind: 'would-fail'; readonly block: bigint; readonly reason: string | null }
  | { readonly kind: 'not-possible'; readonly reason: string }

/** `keccak256('fallback_manager.handler.address')`, the slot of a Safe's fallback handler. */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/**
 * Simulates the calls of a Safe together, in order, without a signature or key: one `eth_call` to `simulate`
 * of its fallback handler and Safe's SimulateTxAccessor. A batch goes through the MultiSendCallOnly of the
 * Safe's version, as it would when proposed.
 * @throws PortalError `unreachable` when BSC could not be read
 */
export async function simulateCalls(
  rpc: Rpc,
  safe: Address,
  calls: readonly Call[],
): Promise<SimulationResult> {
  const [only] = calls
  if (only === undefined) return notPossible('There is nothing to try.')
  return readChain(async () => {
    const block = await getHead(rpc)
    const means = await findMeans(rpc, safe, block)
    if ('kind' in means) return means
    const { accessor, multiSend } = means
    const args =
      calls.length === 1
        ? ([only.to, only.value, only.data, 0] as const)
        : ([multiSend, 0n, MultiSend.encode(calls), 1] as const)
    const payload = encodeFunctionData({ abi: accessorAbi, functionName: 'simulate', args })
    const data = encodeFunctionData({ abi: handlerAbi, functionName: 'simulate', args: [accessor, payload] })
    const answer = await callAt(rpc, safe, data, block)
    const result = answer && readAnswer(answer)
    if (!result) return notPossible('The fallback handler of the Safe does not let transactions be tried.')
    if (!result.success) return { kind: 'would-fail', block, reason: reasonOf(result.returnData) }
    // A single token call does not revert when the token returns false.
    const isRefused = calls.length === 1 && asTransfer(only)?.token && saysNo(result.returnData)
    if (isRefused) return { kind: 'would-fail', block, reason: 'The token does not move the amount.' }
    return { kind: 'would-succeed', block, gas: result.gas }
  })
}

type Means = { readonly accessor: Address; readonly multiSend: Address }

/** The contracts needed for the simulation, or why it is not possible. */
async function findMeans(
  rpc: Rpc,
  safe: Address,
  block: bigint,
): Promise<Means | Extract<SimulationResult, { kind: 'not-possible' }>> {
  const [version, slot] = await Promise.all([
    versionOf(rpc, safe, block),
    rpc('eth_getStorageAt', [safe, HANDLER_SLOT, toHex(block)]),
  ])
  if (version === null) return notPossible('There is no Safe at the address.')
  const contracts = simulationContracts.get(version)
  if (!contracts) return notPossible('The version of the Safe is not one whose transactions can be tried.')
  if (BigInt(v.parse(hex, slot)) === 0n) {
    return notPossible('The Safe has no fallback handler, without which nothing can be tried.')
  }
  const [accessor, multiSend] = await Promise.all([
    firstWithCode(rpc, contracts.accessors, block),
    firstWithCode(rpc, contracts.multiSends, block),
  ])
  if (!accessor || !multiSend) return notPossible('The contracts of Safe that trying needs are not there.')
  return { accessor, multiSend }
}

/** The Safe's version without the suffix after a plus sign; null if it reports none. */
async function versionOf(rpc: Rpc, safe: Address, block: bigint): Promise<string | null> {
  const asked = { abi: safeAbi, functionName: 'VERSION' } as const
  const data = await callAt(rpc, safe, encodeFunctionData(asked), block)
  try {
    return data && (decodeFunctionResult({ ...asked, data }).split('+')[0] ?? null)
  } catch {
    return null
  }
}

async function firstWithCode(
  rpc: Rpc,
  addresses: readonly Address[],
  block: bigint,
): Promise<Address | null> {
  const codes = await Promise.all(addresses.map((address) => rpc('eth_getCode', [address, toHex(block)])))
  return addresses.find((_, index) => v.parse(hex, codes[index]) !== '0x') ?? null
}

/**
 * The result of the call after a block; null if it reverts.
 * @throws when no node answers
 */
async function callAt(rpc: Rpc, to: Address, data: Hex, block: bigint): Promise<Hex | null> {
  try {
    return v.parse(hex, await rpc('eth_call', [{ to, data }, toHex(block)]))
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null
    throw error
  }
}

/** The accessor's answer inside the handler's; null if it does not re-encode to the same bytes. */
function readAnswer(
  answer: Hex,
): { readonly gas: bigint; readonly success: boolean; readonly returnData: Hex } | null {
  try {
    const response = decodeFunctionResult({ abi: handlerAbi, functionName: 'simulate', data: answer })
    const [{ outputs }] = accessorAbi
    const result = decodeAbiParameters(outputs, response)
    const isExact =
      encodeFunctionResult({ abi: handlerAbi, functionName: 'simulate', result: response }) === answer &&
      encodeAbiParameters(outputs, result) === response
    const [gas, success, returnData] = result
    return isExact ? { gas, success, returnData } : null
  } catch {
    return null
  }
}

/** `false` as a contract returns it. Tokens that return nothing count as success. */
function saysNo(returnData: Hex): boolean {
  return returnData !== '0x' && BigInt(returnData) !== 1n
}

/** `Error(string)`, the revert reason of Solidity's `require`. */
const ERROR = '0x08c379a0'
/** Untrusted text is truncated to this length (characters). */
const MAX_REASON = 200

function reasonOf(returnData: Hex): string | null {
  if (!returnData.startsWith(ERROR)) return null
  try {
    const [text] = decodeAbiParameters([{ type: 'string' }], `0x${returnData.slice(ERROR.length)}`)
    const line = text.slice(0, MAX_REASON).replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
    return line || null
  } catch {
    return null
  }
}

function notPossible(reason: string): Extract<SimulationResult, { kind: 'not-possible' }> {
  return { kind: 'not-possible', reason }
}
