import {
  type Abi,
  type AbiParameter,
  type Address,
  decodeFunctionData,
  getAbiItem,
  type Hex,
  isAddressEqual,
  parseAbi,
  size,
} from 'viem'
import * as Token from '#chain/money/Token.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { safeContracts } from '../../chain/safeContracts.ts'

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

/** A decoded call, or null if its function is unknown or its data does not match. */
export function decodeData(data: Hex | null, to: Address | null): DataDecoded | null {
  if (data === null || size(data) < 4) return null
  let call: { functionName: string; args?: readonly unknown[] | undefined }
  try {
    call = decodeFunctionData({ abi: knownCalls as Abi, data })
  } catch {
    return null
  }
  const item = getAbiItem({ abi: knownCalls as Abi, name: call.functionName })
  const inputs: readonly AbiParameter[] = item?.type === 'function' ? item.inputs : []
  const rows = call.functionName === 'multiSend' ? MultiSend.decode(data) : null
  const parameters = inputs.map(({ name = '', type }, index) => {
    const value = plain(call.args?.[index])
    return rows === null ? { name, type, value } : { name, type, value, valueDecoded: rows.map(decodeRow) }
  })
  return {
    method: call.functionName,
    parameters,
    accuracy: isKnown(to) ? 'FULL_MATCH' : 'ONLY_FUNCTION_MATCH',
  }
}

function decodeRow({ operation, to, value, data }: MultiSend.MultiSendRow): DecodedRow {
  return { operation, to, value: `${value}`, data, dataDecoded: decodeData(data, to) }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'bigint' || typeof value === 'number' ? `${value}` : value
}

function isKnown(to: Address | null): boolean {
  if (to === null) return false
  return (
    Token.find(to) !== undefined ||
    Object.values(safeContracts).some(({ address }) => isAddressEqual(address, to))
  )
}
