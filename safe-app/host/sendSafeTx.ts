import type { Call } from '#chain/money/Call.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import * as AppRecord from './app/AppRecord.ts'
import type { SendFlow } from './bridge/Flow.ts'
import { otherHash } from './bridge/readTransaction.ts'
import { executeSafeTx } from './chain/executeSafeTx.ts'
import * as Proposal from './chain/Proposal.ts'
import * as Batch from './state/Batch.ts'
import * as Toasts from './state/Toasts.ts'
import { type Host, refuseIfTold, safeRef, signer } from './ui/HostContext.tsx'

/**
 * Adds calls to the host's batch. The app gets no answer. Their SafeTx is first posted to the service without a
 * signature, as Safe{Wallet} does. Throws ServiceError, and nothing is kept then.
 */
export async function addToBatch(host: Host, calls: readonly Call[], tx: SafeTx.SafeTx): Promise<void> {
  const { config, store, requests } = host
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const { settings, app, faults } = store.get()
  if (!faults.noDrafts) {
    await Proposal.propose(config.gatewayUrl, {
      safe: settings.safe,
      tx,
      safeTxHash: Proposal.hashesOf(safeRef(host, store.get()), tx).safeTxHash,
      sender: account.address,
      signature: null,
      // Safe{Wallet} passes its bare address here, which the gateway drops.
      origin: location.origin,
    })
  }
  Batch.add(store, calls, app.name)
  requests.abandon()
}

/**
 * Signs a SafeTx as the acting owner, proposes it, answers the app with its safeTxHash, and executes it on
 * request. The app is not notified of the execution, as with the real host.
 */
export async function sendSafeTx(
  host: Host,
  flow: SendFlow,
  tx: SafeTx.SafeTx,
  { execute, note }: { readonly execute: boolean; readonly note: string },
): Promise<void> {
  const { config, store, requests } = host
  const account = signer(host)
  if (!account) throw new Error('No wallet is connected.')
  const { settings } = store.get()
  const safe = safeRef(host, store.get())
  refuseIfTold(host)
  const signature = await Proposal.sign(account, safe, tx)
  const safeTxHash = Proposal.hashesOf(safe, tx).safeTxHash
  await Proposal.propose(config.gatewayUrl, {
    safe: settings.safe,
    tx,
    safeTxHash,
    sender: account.address,
    signature,
    origin: note === '' ? flow.origin : AppRecord.withNote(flow.origin, note),
  })
  Toasts.show(store, 'success', 'Successfully added to queue.', safeTxHash)
  if (flow.purpose === 'batch') Batch.clear(store)
  const reported = store.get().faults.lieHash ? await otherHash(config, store, safeTxHash) : safeTxHash
  requests.succeed(flow.requestId, { safeTxHash: reported })
  store.set({ actions: store.get().actions + 1 })
  if (!execute) {
    requests.finish({ kind: 'done', text: 'Proposed', note: null, safeTxHash, txHash: null })
    return
  }
  try {
    Toasts.show(store, 'info', 'Validating...', safeTxHash)
    const confirmations = [{ owner: account.address, signature }]
    const txHash = await executeSafeTx(config, account, settings.safe, tx, confirmations)
    Toasts.show(store, 'success', 'Successfully executed.', safeTxHash)
    requests.finish({ kind: 'done', text: 'Executed', note: null, safeTxHash, txHash })
  } catch (error) {
    // It was proposed, and the app has its hash: it stays in the queue.
    const note = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    Toasts.show(store, 'error', 'Execution failed.', safeTxHash)
    requests.finish({ kind: 'done', text: 'Proposed, not executed', note, safeTxHash, txHash: null })
  }
  store.set({ actions: store.get().actions + 1 })
}
