import { type Address, getAddress, type Hex, isAddress, toHex } from 'viem'
import { broadcast } from './broadcast.ts'
import { describeCall } from './describeCall.ts'
import { failAfterBroadcast } from './failAfterBroadcast.ts'
import { node } from './node.ts'
import type { Prompts } from './Prompts.ts'
import { invalidParams, RpcError, unauthorized } from './RpcError.ts'
import { sendBundle } from './sendBundle.ts'
import type { Wallet } from './Wallet.ts'

/** Gas for a transaction whose estimate fails: enough to be mined and revert. */
const FALLBACK_GAS = 500_000n

type TransactionParams = {
  readonly from?: string
  readonly to?: string
  readonly value?: Hex
  readonly data?: Hex
  readonly gas?: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly nonce?: Hex
  readonly chainId?: Hex
}

/** `eth_sendTransaction`: asks, signs here and sends the raw transaction to the node. Returns its hash. */
export async function sendTransaction(wallet: Wallet, prompts: Prompts, params: unknown): Promise<unknown> {
  const [wanted] = params as [TransactionParams | undefined]
  const { network, rpcUrl } = wallet.config
  if (!wanted?.to || !isAddress(wanted.to, { strict: false })) throw invalidParams('to')
  if (!sameAddress(wanted.from, wallet.visible()[0])) throw unauthorized()
  if (wallet.chainId() !== network.id) {
    throw new RpcError(4901, `The Sandbox Wallet has no node on chain ${wallet.chainId()}.`)
  }
  if (wanted.chainId !== undefined && Number(wanted.chainId) !== network.id) throw invalidParams('chainId')
  const account = wallet.account()
  const call = {
    to: getAddress(wanted.to),
    value: BigInt(wanted.value ?? 0),
    data: wanted.data ?? '0x',
  }
  const gas = wanted.gas ? BigInt(wanted.gas) : await estimate(rpcUrl, account.address, call)
  await prompts.ask({
    title: 'Send a transaction',
    rows: [['From', `${account.name} ${account.address}`], ...describeCall(wallet.config, call)],
    ...(gas === null ? { warning: 'This transaction is likely to fail.' } : {}),
  })
  const price = wanted.gasPrice ?? wanted.maxFeePerGas
  const hash =
    wallet.faults.bundle === ''
      ? await broadcast(wallet.config, account, call, {
          gas: gas ?? FALLBACK_GAS,
          gasPrice: price === undefined ? undefined : BigInt(price),
        })
      : await sendBundle(wallet, [call])
  failAfterBroadcast(wallet)
  return hash
}

/** The node's estimate, or null if the transaction would revert. */
async function estimate(
  rpcUrl: string,
  from: Address,
  call: { to: Address; value: bigint; data: Hex },
): Promise<bigint | null> {
  try {
    const request = { from, to: call.to, value: toHex(call.value), data: call.data }
    return BigInt((await node(rpcUrl, 'eth_estimateGas', [request])) as string)
  } catch {
    return null
  }
}

/** True if a site's account is one that it may use. */
export function sameAddress(asked: string | undefined, visible: string | undefined): boolean {
  return asked !== undefined && visible !== undefined && asked.toLowerCase() === visible.toLowerCase()
}
