import { type Confirmation, executeSafeTx } from './chain/executeSafeTx.ts'
import * as Queue from './chain/Queue.ts'
import * as Toasts from './state/Toasts.ts'
import type { Host } from './ui/HostContext.tsx'
import { safeRef, signer } from './ui/HostContext.tsx'

/** A queued transaction with its hash recomputed; throws if the service's hash differs. */
export async function readQueued(host: Host, id: string): Promise<Queue.Queued> {
  return Queue.read(host.config.gatewayUrl, safeRef(host, host.store.get()), id)
}

/** Adds the acting owner's signature, and returns it. Throws with the service's message. */
export async function confirmQueued(host: Host, id: string): Promise<Confirmation> {
  const { config, store } = host
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const queued = await readQueued(host, id)
  const confirmation = await Queue.confirm(config.gatewayUrl, safeRef(host, store.get()), account, queued)
  Toasts.show(store, 'success', 'Successfully signed.', queued.hashes.safeTxHash)
  return confirmation
}

/** Executes from the acting account, first adding its own signature if only that one is missing. */
export async function executeQueued(host: Host, id: string): Promise<void> {
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const queued = await readQueued(host, id)
  const confirmations = await Queue.gather(queued, () => confirmQueued(host, id))
  const { config, store } = host
  const { safeTxHash } = queued.hashes
  Toasts.show(store, 'info', 'Validating...', safeTxHash)
  try {
    await executeSafeTx(config, account, store.get().settings.safe, queued.tx, confirmations)
    Toasts.show(store, 'success', 'Successfully executed.', safeTxHash)
  } catch (error) {
    Toasts.show(store, 'error', 'Execution failed.', safeTxHash)
    throw error
  }
}
