import type { Address, Hex, SignedAuthorization } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Call } from '#chain/money/Call.ts'
import { node } from './node.ts'
import type { WalletAccount, WalletConfig } from './WalletConfig.ts'

/** A transaction's settings besides its call; fees in wei. */
export type Gas = {
  readonly gas: bigint
  /** The node's own price by default. */
  readonly gasPrice?: bigint | undefined
  /** The contract that the account delegates to with this transaction (EIP-7702). */
  readonly lendTo?: Address
  /** Another account's authorisation to include (EIP-7702). */
  readonly lease?: SignedAuthorization
}

/** Signs a transaction with the account's test key and sends it to the node. Returns its hash. */
export async function broadcast(
  { network, rpcUrl }: Pick<WalletConfig, 'network' | 'rpcUrl'>,
  account: WalletAccount,
  call: Call,
  { gas, gasPrice, lendTo, lease }: Gas,
): Promise<Hex> {
  const signer = privateKeyToAccount(account.key)
  const nonce = Number(await node(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']))
  const price = gasPrice ?? BigInt((await node(rpcUrl, 'eth_gasPrice', [])) as string)
  const transaction = { chainId: network.id, ...call, gas, nonce }
  // The account's own authorisation is processed after the transaction has used its nonce.
  const authorization =
    lease ??
    (lendTo && (await signer.signAuthorization({ address: lendTo, chainId: network.id, nonce: nonce + 1 })))
  if (authorization === undefined) {
    const raw = await signer.signTransaction({ type: 'legacy', ...transaction, gasPrice: price })
    return (await node(rpcUrl, 'eth_sendRawTransaction', [raw])) as Hex
  }
  const raw = await signer.signTransaction({
    type: 'eip7702',
    ...transaction,
    maxFeePerGas: price,
    maxPriorityFeePerGas: price,
    authorizationList: [authorization],
  })
  return (await node(rpcUrl, 'eth_sendRawTransaction', [raw])) as Hex
}
