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
import { getHead, hex } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { safeAbi } from '#safe/tx/SafeContract.ts'
import { accessorAbi, handlerAbi, simulationContracts } from './simulationAbi.ts'

/**
 * What calls of a Safe would do, tried on one node right after `block` with the Safe's real balances. It says nothing of
 * signatures and guards, nor of the state at the time of the execution; it is advice and proves nothing. `reason` of
 * `would-fail` is what the called contract says, if it does: foreign text, in one line. `gas` is what the calls alone took:
 * neither signatures nor the data of the transaction are in it.
 */
export type Simulation =
  | { readonly kind: 'would-succeed'; readonly block: bigint; readonly gas: bigint }
  | { readonly kind: 'would-fail'; readonly block: bigint; readonly reason: string | null }
  | { readonly kind: 'not-possible'; readonly reason: string }

/** `keccak256('fallback_manager.handler.address')`, where a Safe keeps its fallback handler. */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/**
 * Tries the calls of a Safe together, in order, with no signature and no key: by `simulate` of its fallback handler
 * and Safe's SimulateTxAccessor in one `eth_call`. A batch goes through the MultiSendCallOnly of the Safe's version,
 * as it would be proposed.
 * @throws PortalError `unreachable` when BSC could not be read
 */
export async function simulateCalls(rpc: Rpc, safe: Address, calls: readonly Call[]): Promise<Simulation> {
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
    // One call of a token is not undone when the token says no.
    const isRefused = calls.length === 1 && asTransfer(only)?.token && saysNo(result.returnData)
    if (isRefused) return { kind: 'would-fail', block, reason: 'The token does not move the amount.' }
    return { kind: 'would-succeed', block, gas: result.gas }
  })
}

type Means = { readonly accessor: Address; readonly multiSend: Address }

/** The contracts that trying needs, or why it is not possible. */
async function findMeans(
  rpc: Rpc,
  safe: Address,
  block: bigint,
): Promise<Means | Extract<Simulation, { kind: 'not-possible' }>> {
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

/** The Safe's version without what comes after a plus sign; null when it has none to tell. */
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

/** What the call gives after a block; null when it reverts. @throws when no node answers */
async function callAt(rpc: Rpc, to: Address, data: Hex, block: bigint): Promise<Hex | null> {
  try {
    return v.parse(hex, await rpc('eth_call', [{ to, data }, toHex(block)]))
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null
    throw error
  }
}

/** The accessor's answer inside the handler's; null for anything that does not encode to the very same bytes again. */
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

/** `false` as a contract answers it; tokens that answer nothing at all say yes. */
function saysNo(returnData: Hex): boolean {
  return returnData !== '0x' && BigInt(returnData) !== 1n
}

/** `Error(string)`, as Solidity's `require` gives a reason. */
const ERROR = '0x08c379a0'
/** More of a foreign text is not read. */
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

function notPossible(reason: string): Extract<Simulation, { kind: 'not-possible' }> {
  return { kind: 'not-possible', reason }
}
