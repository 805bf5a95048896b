import { toHex } from 'viem'
import { node } from '../node.ts'
import { invalidParams, unauthorized, unknownMethod } from '../RpcError.ts'
import { sameAddress } from '../sendTransaction.ts'
import type { Wallet } from '../Wallet.ts'

/** `wallet_getCapabilities` (EIP-5792), in the form of the wallet's settings. */
export async function capabilities(wallet: Wallet, params: unknown): Promise<object> {
  const { batches } = wallet.faults
  if (batches === '') throw unknownMethod('wallet_getCapabilities')
  if (!Array.isArray(params)) throw invalidParams('address')
  if (!sameAddress(params[0], wallet.visible()[0])) throw unauthorized()
  if (batches === 'legacy') return { [toHex(wallet.config.network.id)]: { atomicBatch: { supported: true } } }
  const isReady = batches === 'ready' && !(await isUpgraded(wallet))
  return { [toHex(wallet.config.network.id)]: { atomic: { status: isReady ? 'ready' : 'supported' } } }
}

/** Whether the account is delegated to a contract (EIP-7702), which lasts until it revokes that. */
export async function isUpgraded(wallet: Wallet): Promise<boolean> {
  const code = await node(wallet.config.rpcUrl, 'eth_getCode', [wallet.account().address, 'latest'])
  return String(code).startsWith('0xef0100')
}
