import { type Address, concat, encodeFunctionData, isAddressEqual, pad } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import { causes, PortalError } from '#chain/PortalError.ts'
import { ask, isRevert, type Rpc, RpcError, readChain } from '#chain/rpc/Rpc.ts'
import { hex } from '#chain/schemas.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { joinSignatures, type OwnerSignature } from '#safe/signature/signatureQuorum.ts'
import { execAbi } from './executionOf.ts'
import type { ProposalReport } from './ProposalReport.ts'

/**
 * The signature of an owner who calls the Safe themselves: their address, and a last byte of 1, which the Safe accepts
 * from them alone (`checkNSignatures`).
 */
function bySending(owner: Address): OwnerSignature {
  return { owner, signature: concat([pad(owner), pad('0x'), '0x01']) }
}

/**
 * The call with which an owner executes a proposal (`execTransaction`): the proven signatures, and the owner's own by
 * sending. Null while signatures are missing, and for an account that is no owner.
 */
export function executionCall(report: ProposalReport, sender: Address): Call | null {
  const { safe, tx, owners, signers, status } = report
  if (!isOpen(status) || !owners?.some((owner) => isAddressEqual(owner, sender))) return null
  // By owner: a service may list one twice, and the Safe counts each owner once.
  const signed = new Map<Address, OwnerSignature>()
  for (const { address, signature, proof, isOwner } of signers) {
    if (proof === 'proven' && isOwner && signature !== null && !isAddressEqual(address, sender)) {
      signed.set(address, { owner: address, signature })
    }
  }
  const signatures = [...signed.values(), bySending(sender)]
  if (signatures.length < status.need) return null
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = tx
  const fields = [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver]
  return {
    to: safe,
    value: 0n,
    data: encodeFunctionData({
      abi: execAbi,
      functionName: 'execTransaction',
      args: [...fields, joinSignatures(signatures)],
    }),
  }
}

/** `true` as a contract returns it. */
const TRUE = pad('0x1')

/**
 * Tries an execution on one node, without sending it.
 * @throws PortalError `refused` if it would revert or its calls would fail, `unreachable` if no node answers
 */
export async function tryExecution(rpc: Rpc, from: Address, { to, data }: Call): Promise<void> {
  const answer = await readChain(() => ask(rpc, hex, 'eth_call', [{ from, to, data }, 'latest'])).catch(
    (cause: unknown) => {
      const revert = causes(cause).find((link) => link instanceof RpcError && isRevert(link))
      if (!(revert instanceof RpcError)) throw cause
      throw new PortalError('refused', `It would fail now${codeWords(revert.message)}`, { cause })
    },
  )
  // With gas reserved for it (`safeTxGas`), a failure does not revert: it uses up the nonce and pays nobody.
  if (answer !== TRUE) throw new PortalError('refused', 'It would fail now, and use up its nonce.')
}

/** The Safe's own error codes (`docs/error_codes.md` of its contracts) that a person can do something about. */
const CODES: Readonly<Record<string, string>> = {
  GS010: ': it needs more gas than one transaction may have.',
  GS013: ': one of its calls reverts. The balance may be too low.',
  GS025: ': a signature is for a hash that its owner has not approved.',
  GS026: ': a signature is not from an owner.',
}

function codeWords(message: string): string {
  const code = /GS\d{3}/.exec(message)?.[0] ?? ''
  return CODES[code] ?? (code ? `: the Safe says ${code}.` : '.')
}
