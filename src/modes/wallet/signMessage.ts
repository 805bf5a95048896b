import * as v from 'valibot'
import type { MessageSignature } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { hex } from '#chain/schemas.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import { usualForm } from './sendBatch.ts'

/**
 * Checks a wallet's answer to a signature request. A signature by another account, or of another text, is
 * rejected.
 * @throws PortalError `malformed`, `refused`, or `unreachable` when the account's contract could not be
 * called
 */
export async function checkedAnswer(
  { address, rpc }: { readonly address: Address; readonly rpc: Rpc },
  text: string,
  answer: unknown,
): Promise<MessageSignature> {
  const read = v.safeParse(hex, answer)
  if (!read.success) {
    throw new PortalError('malformed', 'Your wallet answered with something that is not a signature.')
  }
  const signature = usualForm(read.output)
  const checked = await checkTextSignature(rpc, address, text, signature)
  if (checked.kind === 'unknown') throw new PortalError('unreachable', checked.words)
  if (checked.kind === 'wrong') {
    throw new PortalError('refused', `Your wallet did not sign for ${address}. ${checked.words}`)
  }
  return { kind: 'signed', signature }
}
