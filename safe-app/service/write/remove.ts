import type { Hex } from 'viem'
import { Refusal } from '../http/Reply.ts'
import * as Multisig from '../read/Multisig.ts'
import * as Signature from '../read/Signature.ts'
import { delegatesOf } from '../store/Store.ts'
import type { World } from '../World.ts'
import { deleteRequestHashes } from './typedAuth.ts'

/**
 * Deletes a queued transaction with its proposer's signature. Throws a 404 Refusal if it is unknown, a 400 if
 * it was executed or the signature is not the proposer's.
 */
export async function remove(world: World, safeTxHash: Hex, signature: Hex): Promise<void> {
  const multisig = await Multisig.find(world, safeTxHash)
  if (multisig === null) throw new Refusal(404, { detail: 'Multisig transaction not found' })
  if (multisig.execution !== null) throw invalid('Executed transactions cannot be deleted')
  const { proposer, proposedByDelegate } = multisig
  if (proposer === null) throw invalid('Old transactions without proposer cannot be deleted')

  for (const hash of deleteRequestHashes(world.network.id, multisig.safe, safeTxHash, world.now())) {
    const parts = await Signature.parse(signature, hash).catch(() => [])
    const [part] = parts
    if (part === undefined || parts.length !== 1) {
      throw invalid(`1 owner signature was expected, ${parts.length} received`)
    }
    if (part.type !== 'EOA' && part.type !== 'ETH_SIGN') {
      throw invalid('Only EOA and ETH_SIGN signatures are supported')
    }
    const isDelegate =
      part.owner === proposedByDelegate &&
      delegatesOf(world.store, multisig.safe, [proposer], world.now()).some(
        ({ delegate }) => delegate === part.owner,
      )
    if (part.owner === proposer || isDelegate) {
      world.store.proposals.delete(safeTxHash)
      world.store.confirmations.delete(safeTxHash)
      world.changed({ kind: 'multisig', safe: multisig.safe, safeTxHash })
      return
    }
  }
  throw invalid('Provided signer is not the proposer or the delegate user who proposed the transaction')
}

function invalid(message: string): Refusal {
  return new Refusal(400, { nonFieldErrors: [message] })
}
