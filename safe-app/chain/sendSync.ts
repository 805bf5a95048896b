import { type Address, type Hex, type RpcTransactionReceipt, toHex } from 'viem'
import type { ChainClient } from './chainClient.ts'

/**
 * A transaction from an account that the node signs for: a persona, or an impersonated one. Values in wei.
 */
export type Sent = {
  readonly from: Address
  /** Undefined for a contract creation. */
  readonly to: Address | undefined
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
  readonly gas: bigint
}

/** Sends and gets the receipt in one request (`eth_sendTransactionSync`, EIP-7966). Throws if it reverts. */
export async function sendSync(
  client: ChainClient,
  { from, to, value, data, gas }: Sent,
): Promise<RpcTransactionReceipt> {
  const transaction = {
    from,
    ...(to && { to }),
    value: toHex(value ?? 0n),
    data: data ?? '0x',
    gas: toHex(gas),
  }
  // viem supports this method only for signed transactions.
  const request = client.request as (call: {
    method: string
    params: unknown[]
  }) => Promise<RpcTransactionReceipt>
  const receipt = await request({ method: 'eth_sendTransactionSync', params: [transaction] })
  if (receipt.status !== '0x1') throw new Error(`${from} could not call ${to ?? 'a constructor'}`)
  return receipt
}
