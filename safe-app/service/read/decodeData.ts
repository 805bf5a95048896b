import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  type Hex,
  isAddressEqual,
  parseAbi,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { findToken, type Network } from '../../chain/Network.ts'
import { everySafeDeployment } from '../../chain/oldSafeContracts.ts'

/** A decoded call, in the decoder service's format. */
export type DataDecoded = {
  readonly method: string
  readonly parameters: readonly DecodedParameter[]
  /** How certain it is that the contract at the address has this meaning. */
  readonly accuracy: 'FULL_MATCH' | 'ONLY_FUNCTION_MATCH'
}

export type DecodedParameter = {
  readonly name: string
  readonly type: string
  readonly value: unknown
  /** The rows of a multisend. */
  readonly valueDecoded?: readonly DecodedRow[]
}

/** One row of a multisend. */
export type DecodedRow = {
  readonly operation: 0 | 1
  readonly to: Address
  readonly value: string
  readonly data: Hex
  readonly dataDecoded: DataDecoded | null
}

/** Calls of the portal, of its users' wallets and of Safe's own settings. Others are not decoded. */
const knownCalls = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function multiSend(bytes transactions)',
  'function signMessage(bytes _data)',
  'function setup(address[] _owners, uint256 _threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function approveHash(bytes32 hashToApprove)',
  'function addOwnerWithThreshold(address owner, uint256 _threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 _threshold)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 _threshold)',
  'function enableModule(address module)',
  'function disableModule(address prevModule, address module)',
  'function setFallbackHandler(address handler)',
  'function setGuard(address guard)',
])

/** A contract whose calls the service decodes. */
export type KnownContract = {
  readonly abi: Abi
  /** Null if the ABI may belong to any address. */
  readonly address: Address | null
}

/** A decoded call, or null if its function is unknown or its data does not match. */
export type Decode = (data: Hex | null, to: Address | null) => DataDecoded | null

/** The functions of a contract by selector: a contract may have several functions of one name. */
type Functions = ReadonlyMap<Hex, AbiFunction>

/** Selectors are hashed once: a page of a history has thousands of rows. */
function functionsOf(abi: Abi): Functions {
  const functions = abi.filter((item) => item.type === 'function')
  return new Map(functions.map((item) => [toFunctionSelector(item), item]))
}

/** A decoder of Safe's and tokens' calls, and of those of some other contracts, whose own ABI comes first. */
export function createDecode(network: Network, contracts: readonly KnownContract[]): Decode {
  const known = functionsOf(knownCalls)
  const described = contracts.map(({ abi, address }) => ({ functions: functionsOf(abi), address }))
  const isAt = (address: Address | null, to: Address | null) =>
    address !== null && to !== null && isAddressEqual(address, to)
  const decode: Decode = (data, to) => {
    if (data === null || size(data) < 4) return null
    const own = described.filter(({ address }) => isAt(address, to))
    const others = described.filter(({ address }) => !isAt(address, to))
    const inOrder = [...own, { functions: known }, ...others]
    for (const { functions } of inOrder) {
      const call = decodeWith(functions, data, decode)
      if (call === null) continue
      const isKnown = own.length > 0 || isKnownAddress(network, to)
      return { ...call, accuracy: isKnown ? 'FULL_MATCH' : 'ONLY_FUNCTION_MATCH' }
    }
    return null
  }
  return decode
}

function decodeWith(functions: Functions, data: Hex, decode: Decode): Omit<DataDecoded, 'accuracy'> | null {
  const item = functions.get(slice(data, 0, 4))
  if (item === undefined) return null
  const { name: method, inputs } = item
  let args: readonly unknown[]
  try {
    args = inputs.length > 0 ? decodeAbiParameters(inputs, slice(data, 4)) : []
  } catch {
    return null
  }
  const rows = method === 'multiSend' ? MultiSend.decode(data) : null
  const parameters = inputs.map((input, index) => {
    const { name = '' } = input
    const type = typeOf(input)
    const value = plain(args[index])
    if (rows === null) return { name, type, value }
    return { name, type, value, valueDecoded: rows.map((row) => decodeRow(row, decode)) }
  })
  return { method, parameters }
}

function decodeRow({ operation, to, value, data }: MultiSend.MultiSendRow, decode: Decode): DecodedRow {
  return { operation, to, value: `${value}`, data, dataDecoded: decode(data, to) }
}

/** A parameter's type, with the parts of a struct in parentheses. */
function typeOf(parameter: AbiParameter): string {
  if (!('components' in parameter)) return parameter.type
  return parameter.type.replace('tuple', `(${parameter.components.map(typeOf).join()})`)
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(plain)
  return typeof value === 'bigint' || typeof value === 'number' ? `${value}` : value
}

function isKnownAddress(network: Network, to: Address | null): boolean {
  if (to === null) return false
  return (
    findToken(network, to) !== undefined ||
    everySafeDeployment.some(({ address }) => isAddressEqual(address, to))
  )
}
