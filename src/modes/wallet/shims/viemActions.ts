import type * as Actions from 'original:viem/actions'

/**
 * Wraps `viem/actions` for wagmi and RainbowKit. What reads the chain, 25 kB gzip, is loaded when it
 * is first called: the dialog opens without it.
 *
 * RainbowKit's list of recent transactions marks a transaction "failed" when viem has waited for five minutes or
 * met an error. Only the chain can decide that, so it is polled until it does.
 * Written for viem 2.57.1.
 */
export * from 'original:viem/actions'

export const getBalance: typeof Actions.getBalance = async (client, parameters) =>
  (await import('./chainReads.ts')).getBalance(client, parameters)

export const getEnsAvatar: typeof Actions.getEnsAvatar = async (client, parameters) =>
  (await import('./chainReads.ts')).getEnsAvatar(client, parameters)

export const getEnsName: typeof Actions.getEnsName = async (client, parameters) =>
  (await import('./chainReads.ts')).getEnsName(client, parameters)

export const waitForTransactionReceipt: typeof Actions.waitForTransactionReceipt = async (
  client,
  { hash },
) => {
  const [{ bscRpc }, { settled }, { getTransactionReceipt }] = await Promise.all([
    import('#chain/rpc/bscRpc.ts'),
    import('#modes/wallet/entryStatus.ts'),
    import('./chainReads.ts'),
  ])
  await settled(bscRpc, hash)
  return getTransactionReceipt(client, { hash })
}
