import * as v from 'valibot'
import { type Address, type Hash, isAddressEqual } from 'viem'
import type { SafeOwner } from '#account/Account.ts'
import type { Exclusive } from '#account/exclusive.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { bytes32 } from '#chain/schemas.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { readProposal } from '#safe/proposal/checkProposal.ts'
import { executionCall, tryExecution } from '#safe/proposal/executionCall.ts'
import {
  differences,
  isStrangeRefund,
  type ProposalReport,
  STRANGE_REFUND,
  warningsOf,
} from '#safe/proposal/ProposalReport.ts'
import { firstAnswer, type SafeSource } from '#safe/service/SafeSource.ts'
import type { ProposalService } from '#safe/service/txServiceProposals.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { signSafeTx, type WalletRequest } from './sendBatch.ts'
import { sendError } from './walletFault.ts'

/** Dependencies of `safeOwner`. */
type OwnerParts = {
  /** The wallet's account. */
  readonly owner: Address
  readonly rpc: Rpc
  readonly request: WalletRequest
  /** Requests one transaction on BSC. Its answer is untrusted. */
  readonly send: (call: Call) => Promise<unknown>
  /** The wallet's own lock: it gets one request at a time. */
  readonly exclusive: Exclusive
  /** Accepts signatures; null if there is no service. */
  readonly service: Pick<ProposalService, 'confirm'> | null
  /** Sources of proposals. The first is the service that accepts signatures, if there is one. */
  readonly sources: readonly SafeSource[]
}

/** A wallet's account as an owner of Safes, see `SafeOwner`. */
export function safeOwner(parts: OwnerParts): Required<SafeOwner> {
  const { owner, rpc, request, send, exclusive, service, sources } = parts
  return {
    sign: (safe, safeTxHash, seen) =>
      exclusive(async () => {
        if (!service) throw new PortalError('refused', 'No transaction service takes signatures.')
        const { tx, version, owners } = await readOpen(parts, safe, safeTxHash, seen)
        if (version === null) throw new PortalError('refused', 'We couldn’t read the version of this Safe.')
        if (!owners?.some((one) => isAddressEqual(one, owner))) throw noOwner()
        const signed = await signSafeTx({ request, account: owner }, { safe, version }, tx)
        try {
          await service.confirm(safeTxHash, signed.signature)
        } catch (error) {
          // The service may have stored it and failed afterwards.
          if (!(await hasSigned(sources, safeTxHash, owner))) throw error
        }
      }),
    execute: (safe, safeTxHash, seen) =>
      exclusive(async () => {
        const report = await readOpen(parts, safe, safeTxHash, seen)
        const { status, owners } = report
        if (!owners?.some((one) => isAddressEqual(one, owner))) throw noOwner()
        if (isOpen(status) && status.turn.next !== status.turn.own) {
          throw new PortalError('refused', `It is not its turn: nonce ${status.turn.next} comes first.`)
        }
        const call = executionCall(report, owner)
        if (!call) throw new PortalError('refused', 'It needs more signatures before it can be executed.')
        await tryExecution(rpc, owner, call)
        return hashOf(
          await send(call).catch((cause: unknown) => {
            throw findPortalError(cause) ?? sendError(cause)
          }),
        )
      }),
  }
}

/**
 * The proposal as it is now.
 * @throws PortalError `refused` if it contradicts itself, is not open any more, may not be signed, or warns of what
 * nobody has `seen`, or when it could not be read
 */
async function readOpen(
  { rpc, sources }: OwnerParts,
  safe: Address,
  safeTxHash: SafeTxHash,
  seen: readonly string[],
): Promise<ProposalReport> {
  const { signal } = new AbortController()
  const report = await readProposal({ address: safe, sources, rpc }, safeTxHash, signal)
  if (!report) throw new PortalError('refused', 'No service knows this proposal any more.')
  const [difference] = differences(report)
  if (difference !== undefined) throw new PortalError('refused', `Don’t sign this. ${difference}`)
  if (report.hashes?.safeTxHash !== safeTxHash || !isOpen(report.status)) {
    throw new PortalError('refused', 'It isn’t open any more, or we couldn’t read that it is.')
  }
  if (isStrangeRefund(report)) throw new PortalError('refused', STRANGE_REFUND)
  const unseen = warningsOf(report).find((words) => !seen.includes(words))
  if (unseen !== undefined)
    throw new PortalError('refused', `Something changed: ${unseen} Read it, then try again.`)
  return report
}

async function hasSigned(
  sources: readonly SafeSource[],
  safeTxHash: SafeTxHash,
  owner: Address,
): Promise<boolean> {
  const found = await firstAnswer(sources, (source) => source.transaction(safeTxHash)).catch(() => null)
  const confirmations = found?.answer.detailedExecutionInfo.confirmations ?? []
  return confirmations.some(({ signer }) => isAddressEqual(signer, owner))
}

function hashOf(answer: unknown): Hash {
  const read = v.safeParse(bytes32, answer)
  if (read.success) return read.output
  throw new PortalError('unknown-result', 'Your wallet answered with something that is not a transaction.')
}

function noOwner(): PortalError {
  return new PortalError('refused', 'Your account is not an owner of this Safe.')
}
