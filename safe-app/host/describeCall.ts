import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem'
import type * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import { findToken, type Network } from '../chain/Network.ts'

/** A call in words. The user may change `amount` in the dialog, as in the real host. */
export type CallDescription = {
  readonly verb: 'Send' | 'Approve' | 'Call'
  /** The receiver, spender or called contract. */
  readonly target: Address
  readonly amount: Amount.Amount | null
  readonly contract: Address | null
}

/** Reads a call as a send of coins, an ERC-20 transfer or approval, or an unknown contract call. */
export function describeCall(network: Network, call: Call): CallDescription {
  if (call.data === '0x') {
    return {
      verb: 'Send',
      target: call.to,
      amount: { token: network.coin, value: call.value },
      contract: null,
    }
  }
  const decoded = erc20(call)
  if (!decoded) {
    const amount = call.value > 0n ? { token: network.coin, value: call.value } : null
    return { verb: 'Call', target: call.to, amount, contract: call.to }
  }
  const token = findToken(network, call.to) ?? {
    address: call.to,
    symbol: 'units',
    name: 'Unknown token',
    decimals: 0,
  }
  return {
    verb: decoded.functionName === 'approve' ? 'Approve' : 'Send',
    target: decoded.to,
    amount: { token, value: decoded.value },
    contract: call.to,
  }
}

/** The same call with another amount in base units. */
export function withAmount(call: Call, value: bigint): Call {
  const decoded = erc20(call)
  if (!decoded) return { ...call, value }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: decoded.functionName,
    args: [decoded.to, value],
  })
  return { ...call, data }
}

function erc20(call: Call): { functionName: 'transfer' | 'approve'; to: Address; value: bigint } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data })
    if (functionName !== 'transfer' && functionName !== 'approve') return null
    return { functionName, to: args[0], value: args[1] }
  } catch {
    return null
  }
}
