import type { Hex } from 'viem'
import { newProof, type Proof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import type { Persona } from '../../safe-app/accounts.ts'

const DAY = 86_400_000

/** A new proof of an account, as the page creates it; `ago` is its age in days at `now` (ms). */
export function begunProof(
  { address }: Pick<Persona, 'address'>,
  { uri = 'https://elsewhere.example/', name = 'ada_example', ago = 0, days = 90, now = Date.now() } = {},
): Proof {
  const handle = { platform: 'x', name } as const
  const fill = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)
  return newProof({ address, handle, post: null, uri, days }, now - ago * DAY, fill)
}

/** The text of a proof's link, signed with a persona's key. */
export async function signedBy(by: Persona, proof: Proof): Promise<string> {
  return encodeProof({ proof, signature: await signatureBy(by, proof) })
}

/** A persona's signature of a proof. */
export function signatureBy({ account }: Persona, proof: Proof): Promise<Hex> {
  return account.signMessage({ message: proofMessage(proof) })
}
