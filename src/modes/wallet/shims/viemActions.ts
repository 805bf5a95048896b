import type { Hash } from 'viem'
import type * as Actions from 'viem/actions'

/**
 * Wraps `viem/actions` for wagmi and RainbowKit. Code that reads the chain is loaded on its first call, because the
 * dialog opens without it.
 *
 * RainbowKit's list of recent transactions marks a transaction "failed" when viem has waited for five minutes or met
 * an error. Only the chain can decide that, so it is polled until it does. Written for viem 2.57.1.
 */
export * from 'viem/actions'

export const getBalance: typeof Actions.getBalance = async (client, parameters) =>
  (await import('./chainReads.ts')).getBalance(client, parameters)

export const getEnsAvatar: typeof Actions.getEnsAvatar = async (client, parameters) =>
  (await import('./chainReads.ts')).getEnsAvatar(client, parameters)

export const getEnsName: typeof Actions.getEnsName = async (client, parameters) =>
  (await import('./chainReads.ts')).getEnsName(client, parameters)

export const waitForTransactionReceipt: typeof Actions.waitForTransactionReceipt = async (_, { hash }) =>
  // RainbowKit reads nothing else of a receipt.
  ({ status: await statusOf(hash) }) as Awaited<ReturnType<typeof Actions.waitForTransactionReceipt>>

const load = () => Promise.all([import('#chain/rpc/bscRpc.ts'), import('#modes/wallet/submissionStatus.ts')])

/** Undefined if the code that asks the chain does not load: RainbowKit then leaves the transaction pending. */
export async function statusOf(
  hash: Hash,
  loading: ReturnType<typeof load> = load(),
): Promise<'success' | 'reverted' | undefined> {
  const code = await loading.catch(() => null)
  if (code === null) return undefined
  const [{ bscRpc }, { settled }] = code
  return settled(bscRpc, hash)
}
