import type { LocalAccount } from 'viem/accounts'
import type { Confirmation } from './executeSafeTx.ts'
import * as Proposal from './Proposal.ts'
import type { SafeRef } from './SafeRef.ts'

/** A queued transaction whose hash was recomputed. */
export type Queued = ReturnType<typeof Proposal.verified>

/** A queued transaction by its id or safeTxHash. Throws if the service's hash differs, and ServiceError. */
export async function read(gatewayUrl: string, safe: SafeRef, id: string): Promise<Queued> {
  return Proposal.verified(safe, await Proposal.details(gatewayUrl, id))
}

/** Adds an owner's signature, and returns it. Throws with the service's message. */
export async function confirm(
  gatewayUrl: string,
  safe: SafeRef,
  account: LocalAccount,
  { tx, hashes }: Queued,
): Promise<Confirmation> {
  const signature = await Proposal.sign(account, safe, tx)
  await Proposal.confirm(gatewayUrl, hashes.safeTxHash, signature)
  return { owner: account.address, signature }
}

/** The signatures to execute with. If some are missing, `add` gives one more: the executor's own. */
export async function gather(
  { info }: Queued,
  add: () => Promise<Confirmation>,
): Promise<readonly Confirmation[]> {
  const confirmations: Confirmation[] = info.confirmations.flatMap(({ signer: { value }, signature }) =>
    signature ? [{ owner: value, signature }] : [],
  )
  // The service's next answer may still be a copy without it.
  if (confirmations.length < info.confirmationsRequired) confirmations.push(await add())
  return confirmations
}
