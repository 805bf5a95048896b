import { hexToString, isHex, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Prompts } from './Prompts.ts'
import { invalidParams, RpcError, unauthorized } from './RpcError.ts'
import { sameAddress } from './sendTransaction.ts'
import type { Wallet } from './Wallet.ts'

/** `personal_sign [message, address]`: the message is hex of its bytes, or plain text. */
export async function signText(wallet: Wallet, prompts: Prompts, params: unknown): Promise<string> {
  const [message, address] = params as [unknown, string | undefined]
  if (typeof message !== 'string') throw invalidParams('message')
  if (!sameAddress(address, wallet.visible()[0])) throw unauthorized()
  const account = wallet.account()
  await prompts.ask({
    title: 'Sign a message',
    rows: [
      ['Account', `${account.name} ${account.address}`],
      ['Message', isHex(message) ? hexToString(message) : message],
    ],
  })
  const signer = privateKeyToAccount(account.key)
  return signer.signMessage({ message: isHex(message) ? { raw: message } : message })
}

/** `eth_signTypedData_v4 [address, json]`; the domain's chain must be the wallet's. */
export async function signTyped(wallet: Wallet, prompts: Prompts, params: unknown): Promise<string> {
  const [address, data] = params as [string | undefined, unknown]
  if (!sameAddress(address, wallet.visible()[0])) throw unauthorized()
  const typed = (typeof data === 'string' ? JSON.parse(data) : data) as TypedDataDefinition
  if (typeof typed !== 'object' || typed === null || !typed.primaryType) throw invalidParams('typed data')
  const domain = typed.domain as { name?: string; chainId?: number | string } | undefined
  if (domain?.chainId !== undefined && Number(domain.chainId) !== wallet.chainId()) {
    throw new RpcError(
      -32603,
      `Provided chainId "${domain.chainId}" must match the active chainId "${wallet.chainId()}"`,
    )
  }
  const account = wallet.account()
  await prompts.ask({
    title: 'Sign typed data',
    rows: [
      ['Account', `${account.name} ${account.address}`],
      ['Type', `${typed.primaryType}${domain?.name ? ` of ${domain.name}` : ''}`],
      ['Message', JSON.stringify(typed.message, null, 1)],
    ],
  })
  return privateKeyToAccount(account.key).signTypedData(typed)
}
