import type { Address, Hex } from 'viem'
import { Refusal } from '../http/Reply.ts'
import * as Signature from '../read/Signature.ts'
import type { Delegate } from '../store/Store.ts'
import type { World } from '../World.ts'
import { delegateHashes } from './typedAuth.ts'

/** Adds a delegate who may propose for an owner. Throws a 400 Refusal without the owner's signature. */
export async function addDelegate(world: World, delegate: Delegate, signature: Hex): Promise<void> {
  await requireDelegator(world, delegate.safe, delegate.delegator)
  if (delegate.expiryDate !== null && Date.parse(delegate.expiryDate) <= world.now()) {
    throw new Refusal(400, { expiryDate: ['`expiry_date` cannot be previous to the current timestamp'] })
  }
  if (!(await isSignedBy(world, delegate.delegate, signature, [delegate.delegator]))) {
    throw invalid(`Signature does not match provided delegator=${delegate.delegator}`)
  }
  const { delegates } = world.store
  const known = delegates.findIndex(
    (entry) =>
      entry.safe === delegate.safe &&
      entry.delegate === delegate.delegate &&
      entry.delegator === delegate.delegator,
  )
  if (known >= 0) delegates[known] = delegate
  else delegates.push(delegate)
  world.changed({ kind: 'delegate', safe: delegate.safe })
}

/**
 * Removes a delegate, signed by the owner or the delegate; without a Safe, for all of them. Throws a 400
 * Refusal, or a 404 if there is no such delegate.
 */
export async function removeDelegate(
  world: World,
  { safe, delegate, delegator }: { safe: Address | null; delegate: Address; delegator: Address },
  signature: Hex,
): Promise<void> {
  await requireDelegator(world, safe, delegator)
  if (!(await isSignedBy(world, delegate, signature, [delegator, delegate]))) {
    throw invalid(`Signature does not match provided delegate=${delegate} or delegator=${delegator}`)
  }
  const { delegates } = world.store
  const kept = delegates.filter(
    (entry) =>
      entry.delegate !== delegate || entry.delegator !== delegator || (safe !== null && entry.safe !== safe),
  )
  if (kept.length === delegates.length) throw new Refusal(404)
  delegates.splice(0, delegates.length, ...kept)
  world.changed({ kind: 'delegate', safe })
}

async function requireDelegator(world: World, safe: Address | null, delegator: Address): Promise<void> {
  if (safe === null) return
  const facts = world.indexer.facts()
  const state = facts.creations.has(safe) ? await world.safes.state(safe) : null
  if (state === null) throw invalid(`Safe=${safe} does not exist or it's still not indexed`)
  if (!state.owners.includes(delegator)) {
    throw invalid(`Provided delegator=${delegator} is not an owner of Safe=${safe}`)
  }
}

async function isSignedBy(
  world: World,
  delegate: Address,
  signature: Hex,
  signers: readonly Address[],
): Promise<boolean> {
  for (const hash of delegateHashes(world.network.id, delegate, world.now())) {
    const parts = await Signature.parse(signature, hash).catch(() => [])
    const [part] = parts
    if (part === undefined) throw invalid('Signature is not valid')
    if (parts.length > 1) throw invalid('More than one signatures detected, just one is expected')
    const valid = await Signature.isValid(world.client, part.owner, part, { hash, preimage: hash })
    if (valid && signers.includes(part.owner)) return true
  }
  return false
}

function invalid(message: string): Refusal {
  return new Refusal(400, { nonFieldErrors: [message] })
}
