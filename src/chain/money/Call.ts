import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  prepareEncodeFunctionData,
  zeroAddress,
} from 'viem'
import { isBytes } from '#chain/hex.ts'
import { erc20Abi } from '#chain/rpc/rpcMethods.ts'
import type * as Amount from './Amount.ts'

/** One call made by an account; `value` in wei. */
export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex }

/** A plain transfer made by a call: BNB (`token` null) or an ERC-20 token, in base units. */
export type Transfer = { readonly token: Address | null; readonly to: Address; readonly value: bigint }

/**
 * The call that pays `amount` to `to`: a BNB send or an ERC-20 `transfer`. The portal requests no other
 * calls.
 */
export function transfer(to: Address, amount: Amount.Amount): Call {
  return fromTransfer(transferTo(to, amount))
}

/** The transfer of `amount` to `to`. */
export function transferTo(to: Address, { token, value }: Amount.Amount): Transfer {
  return { token: token.address, to, value }
}

/** Prepared once: its selector is a hash. */
const transferFunction = prepareEncodeFunctionData({ abi: erc20Abi, functionName: 'transfer' })

/** Builds the call for a transfer; `asTransfer` is the inverse. */
export function fromTransfer({ token, to, value }: Transfer): Call {
  if (token === null) return { to, value, data: '0x' }
  return {
    to: token,
    value: 0n,
    data: encodeFunctionData({ ...transferFunction, args: [to, value] }),
  }
}

/** The transfers that calls make. Non-transfers are skipped. */
export function transfersOf(calls: readonly Call[]): readonly Transfer[] {
  return calls.flatMap((call) => asTransfer(call) ?? [])
}

/**
 * Decodes a call as the transfer it makes. Null for anything else, including a wrong length, trailing bytes,
 * non-zero padding, BNB value alongside token data, the zero address as a token, and any other function.
 */
export function asTransfer(call: Call): Transfer | null {
  if (call.data === '0x') return { token: null, to: call.to, value: call.value }
  if (call.value !== 0n || call.to === zeroAddress || call.data.length !== TRANSFER_LENGTH) return null
  const data = call.data.toLowerCase()
  if (!data.startsWith(TRANSFER_START) || !isBytes(data)) return null
  return { token: call.to, to: getAddress(`0x${data.slice(34, 74)}`), value: BigInt(`0x${data.slice(74)}`) }
}

/**
 * `transfer(address,uint256)` up to the address, whose padding is zero: contracts differ in how they treat any other.
 * Decoded by hand for speed, as a batch has hundreds, and to check the encoder with independent code.
 */
const TRANSFER_START = `0xa9059cbb${'0'.repeat(24)}`
const TRANSFER_LENGTH = TRANSFER_START.length + 40 + 64

/**
 * A transfer as one line of text: token, payee, base units. Transfers with the same key are the same payment.
 */
export function transferKey({ token, to, value }: Transfer): string {
  return `${token ?? 'bnb'} ${to} ${value}`.toLowerCase()
}

/** The transfers that are not among the known ones; equal transfers count one by one. */
export function withoutTransfers(
  transfers: readonly Transfer[],
  known: readonly Transfer[],
): readonly Transfer[] {
  const left = known.map(transferKey)
  return transfers.filter((transfer) => {
    const at = left.indexOf(transferKey(transfer))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** True if two lists contain exactly the same calls in the same order. */
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
