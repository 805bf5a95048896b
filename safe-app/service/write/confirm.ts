import { concatHex, type Hex } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { Refusal } from '../http/Reply.ts'
import * as Multisig from '../read/Multisig.ts'
import * as Signature from '../read/Signature.ts'
import { addConfirmation } from '../store/Store.ts'
import { requireSafe, type World } from '../World.ts'

/**
 * Adds owners' signatures to a transaction. Throws a 404 Refusal if it is unknown, a 400 if a signature is
 * invalid.
 */
export async function confirm(world: World, safeTxHash: Hex, signature: Hex): Promise<void> {
  const multisig = await Multisig.find(world, safeTxHash)
  if (multisig === null) {
    throw new Refusal(404, { detail: `Multisig transaction with safe-tx-hash=${safeTxHash} was not found` })
  }
  if (multisig.execution !== null) {
    throw invalid(`Transaction with safe-tx-hash=${safeTxHash} was already executed`)
  }
  const state = await requireSafe(world, multisig.safe)
  const { domainHash, messageHash } = SafeTx.hashes(
    multisig.safe,
    multisig.tx,
    state.version,
    world.network.id,
  )
  const signed = { hash: safeTxHash, preimage: concatHex(['0x1901', domainHash, messageHash]) }
  const parts = await Signature.parse(signature, safeTxHash).catch((cause: Error) => {
    throw invalid(cause.message)
  })
  const seen = new Set<string>()
  for (const part of parts) {
    if (!state.owners.includes(part.owner)) {
      throw invalid(`Signer=${part.owner} is not an owner. Current owners=[${state.owners.join(', ')}]`)
    }
    if (!(await Signature.isValid(world.client, multisig.safe, part, signed))) {
      throw invalid(`Signature=${part.encoded} for owner=${part.owner} is not valid`)
    }
    if (seen.has(part.owner)) throw invalid(`Signature for owner=${part.owner} is duplicated`)
    seen.add(part.owner)
  }
  for (const { owner, encoded, type } of parts) {
    addConfirmation(world.store, safeTxHash, {
      owner,
      signature: encoded,
      signatureType: type,
      submitted: world.now(),
      txHash: null,
    })
  }
  world.changed({ kind: 'multisig', safe: multisig.safe, safeTxHash: multisig.safeTxHash })
}

function invalid(message: string): Refusal {
  return new Refusal(400, { signature: [message] })
}
