import {
  type Address,
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  type Hex,
  size,
  toHex,
} from 'viem'
import type { Call } from '#chain/money/Call.ts'

/**
 * One packed row of a multisend. `operation` 1 is a delegatecall, which only the older MultiSend can make.
 */
export type MultiSendRow = Call & { readonly operation: 0 | 1 }

const multiSendAbi = [
  {
    type: 'function',
    name: 'multiSend',
    stateMutability: 'payable',
    inputs: [{ name: 'transactions', type: 'bytes' }],
    outputs: [],
  },
] as const

/** Safe's MultiSend and MultiSendCallOnly contracts on BSC, versions 1.3.0 to 1.5.0, lower case. */
const knownAddresses: ReadonlySet<string> = new Set(
  [
    '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    '0xA83c336B20401Af773B6219BA5027174338D1836',
    '0x218543288004CD07832472D464648173c77D7eB7',
    '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
    '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
    '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  ].map((address) => address.toLowerCase()),
)

/** True for a MultiSend contract deployed by Safe. A delegatecall to anything else is a red flag. */
export function isKnown(address: Address): boolean {
  return knownAddresses.has(address.toLowerCase())
}

const addresses150: ReadonlySet<string> = new Set([
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
])

/**
 * True for the MultiSend contracts of 1.5.0, where a row to the zero address is a call to the Safe itself.
 */
export function zeroIsSafe(multiSend: Address): boolean {
  return addresses150.has(multiSend.toLowerCase())
}

/** Calldata of `multiSend(bytes)` for plain calls, in order. */
export function encode(calls: readonly Call[]): Hex {
  const packed = calls.map((call) =>
    concatHex([
      '0x00',
      call.to,
      toHex(call.value, { size: 32 }),
      toHex(size(call.data), { size: 32 }),
      call.data,
    ]),
  )
  return encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [concatHex(packed)] })
}

/**
 * The rows of `multiSend(bytes)` calldata. Null for another function, a truncated row, an unknown operation,
 * or calldata that does not re-encode to the same bytes.
 */
export function decode(data: Hex): readonly MultiSendRow[] | null {
  let packed: Hex
  try {
    packed = decodeFunctionData({ abi: multiSendAbi, data }).args[0]
    const again = encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [packed] })
    if (again.toLowerCase() !== data.toLowerCase()) return null
  } catch {
    return null
  }
  return unpack(packed)
}

const ROW_HEAD = 1 + 20 + 32 + 32

function unpack(packed: Hex): readonly MultiSendRow[] | null {
  const rows: MultiSendRow[] = []
  const end = size(packed)
  // Sliced by hand: viem's `slice` copies the whole text for every part.
  const part = (from: number, to: number) => `0x${packed.slice(2 + 2 * from, 2 + 2 * to)}` as const
  let at = 0
  while (at < end) {
    if (at + ROW_HEAD > end) return null
    const operation = Number(part(at, at + 1))
    if (operation !== 0 && operation !== 1) return null
    const length = BigInt(part(at + 53, at + 85))
    if (length > BigInt(end - at - ROW_HEAD)) return null
    const dataEnd = at + ROW_HEAD + Number(length)
    rows.push({
      operation,
      to: getAddress(part(at + 1, at + 21)),
      value: BigInt(part(at + 21, at + 53)),
      data: part(at + ROW_HEAD, dataEnd),
    })
    at = dataEnd
  }
  return rows
}
