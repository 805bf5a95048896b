import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { erc20Abi } from '#chain/rpc/readContract.ts'
import type * as Amount from './Amount.ts'

/** One call that an account makes: `value` in wei. */
export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex }

/** A plain transfer that a call makes: of BNB (`token` null) or of an ERC-20 token, in base units. */
export type Transfer = { readonly token: Address | null; readonly to: Address; readonly value: bigint }

/** The call that pays `amount` to `to`: a BNB send or an ERC-20 `transfer`. Nothing else is ever asked of a wallet. */
export function transfer(to: Address, amount: Amount.Amount): Call {
  return fromTransfer({ token: amount.token.address, to, value: amount.value })
}

/** The call that makes a transfer; `asTransfer` reads the same back. */
export function fromTransfer({ token, to, value }: Transfer): Call {
  if (token === null) return { to, value, data: '0x' }
  return {
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }),
  }
}

/** The transfers that calls make; what is none is left out. */
export function transfersOf(calls: readonly Call[]): readonly Transfer[] {
  return calls.flatMap((call) => asTransfer(call) ?? [])
}

/**
 * Reads a call back as the transfer it makes, or null when it is anything else: wrong length, trailing bytes,
 * dirty padding, value beside token data and every other function are "anything else".
 */
export function asTransfer(call: Call): Transfer | null {
  if (call.data === '0x') return { token: null, to: call.to, value: call.value }
  // Contracts differ on what dirt in the padding of an address means.
  const words = call.value === 0n ? TRANSFER_CALL.exec(call.data) : null
  if (!words) return null
  return { token: call.to, to: getAddress(`0x${words[1]}`), value: BigInt(`0x${words[2]}`) }
}

/** `transfer(address,uint256)`. Read by hand: a batch has hundreds, and it is another way than they were encoded in. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i

/** True when two lists ask exactly the same of the chain, in the same order. */
export function sameList(a: readonly Call[], b: readonly Call[]): boolean {
  return (
    a.length === b.length &&
    a.every((call, index) => {
      const other = b[index]
      return (
        other !== undefined &&
        call.to.toLowerCase() === other.to.toLowerCase() &&
        call.value === other.value &&
        call.data.toLowerCase() === other.data.toLowerCase()
      )
    })
  )
}
