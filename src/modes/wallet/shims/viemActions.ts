import { getTransactionReceipt, type waitForTransactionReceipt as wait } from 'original:viem/actions'

/**
 * Wraps `viem/actions`. RainbowKit's list of recent transactions marks a transaction "failed" when viem has
 * waited for five minutes or met an error. Only the chain can decide that, so it is polled until it does.
 * Written for viem 2.57.1.
 */
export * from 'original:viem/actions'

export const waitForTransactionReceipt: typeof wait = async (client, { hash }) => {
  const [{ bscRpc }, { settled }] = await Promise.all([
    import('#chain/rpc/bscRpc.ts'),
    import('#modes/wallet/entryStatus.ts'),
  ])
  await settled(bscRpc, hash)
  return getTransactionReceipt(client, { hash })
}
