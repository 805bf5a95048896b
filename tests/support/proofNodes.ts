import type { Hex } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { checkSignature } from '#domain/proof/checkSignature.ts'
import type { ProofSignature } from '#domain/proof/judgeProof.ts'
import type { Proof } from '#domain/proof/Proof.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import type { MessageDetails } from '#safe/service/detailsDocument.ts'
import { joinSignatures } from '#safe/signature/signatureQuorum.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { callOf, word } from './fakeRpc.ts'
import { revert } from './fakeSafe.ts'
import { usualProof } from './proofs.ts'
import { SAFE } from './safeExamples.ts'
import { type SigningSafe, signingSafeRpc, signMessageOf } from './signingSafe.ts'

/** Dated to these nodes' blocks, whatever the clock says. */
export const proof: Proof = {
  ...usualProof,
  address: SAFE,
  issuedAt: 1_700_000_000,
  expiresAt: 1_707_000_000,
}
export const TEXT = proofMessage(proof)
/** The value that a contract returns for a valid signature (ERC-1271). */
export const MAGIC = '0x1626ba7e'.padEnd(66, '0')

/** An unreachable node. */
export const away: Rpc = async () => {
  throw new TypeError('Failed to fetch')
}
/** A node that answers every request with something else. */
export const garbled: Rpc = async () => ({ result: 'none' })
/** A node that has the proof's Safe. */
export const honest = (safe: Partial<SigningSafe> = {}): Rpc => signingSafeRpc({ text: TEXT, ...safe })
/** A node without a contract at that address. */
export const bare = honest({ code: '0x' })
/** A node with changed answers to calls, if `answer` returns one. */
export const bent =
  (node: Rpc, answer: (data: string) => unknown): Rpc =>
  async (method, params = []) =>
    (method === 'eth_call' ? answer(callOf(params).data) : null) ?? node(method, params)
/** Accepts every signature, and reports every message as signed on the chain. */
export const yesSayer = (node = honest()) =>
  bent(node, (data) => {
    if (data.startsWith('0x1626ba7e')) return MAGIC
    return data.startsWith('0x5ae6bd37') ? word(1) : null
  })
/** Rejects every signature. */
export const noSayer = bent(honest(), (data) => (/^0x(1626ba7e|20c13b0b)/.test(data) ? revert() : null))
/** Several endpoints: like in `createRpc`, the first that answers serves common requests. */
export const several = (...witnesses: Rpc[]): Rpc =>
  Object.assign(
    async (...asked: Parameters<Rpc>) => {
      for (const node of witnesses) {
        try {
          return await node(...asked)
        } catch (error) {
          if (error instanceof RpcError && isRevert(error)) throw error
        }
      }
      throw new Error('No endpoint answered')
    },
    { witnesses },
  )
/** An unreachable message service. */
export const gone = () => {
  throw new PortalError('unreachable', 'The Safe service did not answer.')
}
/** The message service's answer. */
export type Reported = () => MessageDetails | null
/** A message service without the proof's message. */
export const nothing: Reported = () => null

/** The result of checking a proof with these sources; of the Safe unless another is given. */
export const check = (
  rpc: Rpc,
  signature: Hex | null = null,
  reported: Reported = nothing,
  of: Proof = proof,
): Promise<ProofSignature> =>
  checkSignature({ rpc, gateway: { message: async () => reported() } }, { proof: of, signature })
/** Only its kind. */
export const kindOf = async (...asked: Parameters<typeof check>) => (await check(...asked)).kind
/** Its kind, and the reason if there is one. */
export const wordsOf = async (...asked: Parameters<typeof check>) => {
  const checked = await check(...asked)
  return 'words' in checked ? `${checked.kind}: ${checked.words}` : checked.kind
}
/** One owner's signature of the proof. */
export const part = (person: Persona) => signMessageOf(person, TEXT)
/** Several owners' signatures, in the Safe's format. */
export const byAll = async (...signers: Persona[]): Promise<Hex> =>
  joinSignatures(
    await Promise.all(signers.map(async (one) => ({ owner: one.address, signature: await part(one) }))),
  )
