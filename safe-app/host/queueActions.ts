import { type Confirmation, executeSafeTx } from './chain/executeSafeTx.ts'
import * as Proposal from './chain/Proposal.ts'
import * as Toasts from './state/Toasts.ts'
import type { Host } from './ui/HostContext.tsx'
import { safeRef, signer } from './ui/HostContext.tsx'

/** A queued transaction with its hash recomputed; throws if the service's hash differs. */
export async function readQueued(host: Host, id: string) {
  const { config, store } = host
  const details = await Proposal.details(config.gatewayUrl, id)
  return Proposal.verified(safeRef(host, store.get()), details)
}

/** Adds the acting owner's signature, and returns it. Throws with the service's message. */
export async function confirmQueued(host: Host, id: string): Promise<Confirmation> {
  const { config, store } = host
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const { tx, hashes } = await readQueued(host, id)
  const signature = await Proposal.sign(account, safeRef(host, store.get()), tx)
  await Proposal.confirm(config.gatewayUrl, hashes.safeTxHash, signature)
  Toasts.show(store, 'success', 'Successfully signed.', hashes.safeTxHash)
  return { owner: account.address, signature }
}

/** Executes from the acting account, first adding its own signature if only that one is missing. */
export async function executeQueued(host: Host, id: string): Promise<void> {
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const queued = await readQueued(host, id)
  const confirmations: Confirmation[] = queued.info.confirmations.flatMap(
    ({ signer: { value }, signature }) => (signature ? [{ owner: value, signature }] : []),
  )
  // The service's next answer may still be a copy without it.
  if (confirmations.length < queued.info.confirmationsRequired) {
    confirmations.push(await confirmQueued(host, id))
  }
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
