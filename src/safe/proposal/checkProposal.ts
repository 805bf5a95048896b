import { type Address, concat, type Hex, isAddressEqual } from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement } from '#chain/settlement/settlement.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { firstAnswer, type SafeSource, safeTxHashOf } from '#safe/service/SafeSource.ts'
import { type Executed, proveSignature } from '#safe/signature/proveSignature.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { gasRefund } from '#safe/tx/gasRefund.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import { executionOf } from './executionOf.ts'
import type { ProposalReport, Signer } from './ProposalReport.ts'
import { type ProposalId, proposalChecks, statusCheck } from './proposalChecks.ts'
import { hasGuard, type ProposalFacts, readProposalFacts } from './proposalReads.ts'
import { redFlags, worstFirst } from './redFlags.ts'
import { type SafeLeads, safeStatus } from './safeStatus.ts'

/** The sources for proposals of a Safe: the host first, if there is one, then the sources in order. */
export type ProposalParts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
  readonly host?: Pick<SafeSource, 'name' | 'transaction'>
}

/**
 * A proposal from the first source that knows it, computed and compared here; null if none knows it.
 * @throws PortalError when no source answered
 */
export async function readProposal(
  { address, sources, rpc, host }: ProposalParts,
  safeTxHash: SafeTxHash,
  signal: AbortSignal,
): Promise<ProposalReport | null> {
  const reported = await host?.transaction(safeTxHash, signal).catch(() => null)
  const found = reported
    ? { answer: reported, from: host?.name ?? '' }
    : await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal))
  if (!found) return null
  return checkProposal(
    rpc,
    { safe: address, safeTxHash },
    {
      details: found.answer,
      source: found.from,
      executedAt: executedAtBy({ address, sources }, signal),
    },
  )
}

/** Asks the sources which transactions were executed with a nonce of the Safe. */
export function executedAtBy(
  { address, sources }: Pick<ProposalParts, 'address' | 'sources'>,
  signal: AbortSignal,
): SafeLeads['executedAt'] {
  return async (nonce) => {
    const found = await firstAnswer(sources, async (source) => {
      const executed = await source.executedAt(address, nonce, signal)
      // A source that lists none may be behind, and the next one may know more.
      return executed.length > 0 ? executed : null
    })
    return (found?.answer ?? []).map(({ id, txHash }) => ({
      hash: txHash ?? null,
      tx: async () => {
        const safeTxHash = safeTxHashOf(id)
        const details =
          safeTxHash &&
          (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer
        return details ? toSafeTx(details) : null
      },
    }))
  }
}

/** A source's report about a proposal. */
export type Reported = {
  readonly details: TransactionDetails
  readonly source: string
  /** Reads from the same sources which transactions were executed with a nonce of the Safe. */
  readonly executedAt: SafeLeads['executedAt']
}

/**
 * Decodes a proposal from its signed fields, and compares everything that can be compared: the hashes with the
 * requested one and with the contract's own, the signatures with their owners, and the service's report with the
 * chain. Never throws when the chain is unreachable; checks that could not be made are listed as such.
 */
export async function checkProposal(rpc: Rpc, id: ProposalId, reported: Reported): Promise<ProposalReport> {
  const { safe, safeTxHash } = id
  const { details, source } = reported
  const info = details.detailedExecutionInfo
  const tx = toSafeTx(details)
  const facts = await readProposalFacts(rpc, safe, tx)
  const hashes = hashesOf(id, tx, facts)
  const content = decodeProposal(safe, tx)
  const preimage = hashes && concat(['0x1901', hashes.domainHash, hashes.messageHash])
  const executed = await readExecuted(rpc, id, tx, details, facts)
  const signers = await signersOf(rpc, id, preimage, details, facts, executed)
  const payments = await statusOf(rpc, id, reported, { tx, hashes, facts, signers, content })
  const status = leastSettled(payments)
  const owners = facts.state?.owners ?? info.signers ?? null
  return {
    safe,
    safeTxHash,
    tx,
    hashes,
    preimage,
    content,
    checks: [
      ...proposalChecks({
        id,
        details,
        tx,
        content,
        hashes,
        facts,
        signers,
        isOpen: isOpen(status),
      }),
      statusCheck(details, tx, status),
    ],
    flags: worstFirst([
      ...redFlags(tx, content, {
        version: facts.state?.version ?? null,
        modules: facts.modules,
        singleton: facts.singleton,
        guard: hasGuard(facts) ? facts.guard : null,
      }),
      ...strangers(signers),
      ...(info.confirmations?.length === 0 && isOpen(status) ? [unsigned] : []),
    ]),
    signers,
    missing:
      (info.confirmations &&
        owners?.filter(
          (owner) =>
            !signers.some(({ address, proof }) => proof !== 'wrong' && isAddressEqual(address, owner)),
        )) ??
      null,
    owners,
    isDeployed: facts.isDeployed,
    version: facts.state?.version ?? null,
    payments,
    status,
    reported: details.txStatus,
    refund: gasRefund(tx),
    submittedAt: info.submittedAt ?? null,
    proposer: info.proposer ?? null,
    note: details.note || null,
    appName: appNameOf(details),
    source,
  }
}

type Computed = Pick<ProposalReport, 'tx' | 'hashes' | 'content' | 'signers'> & {
  readonly facts: ProposalFacts
}

/** The statuses of the proposal's transfers, judged by `safeStatus`. Never throws. */
async function statusOf(
  rpc: Rpc,
  { safe, safeTxHash }: ProposalId,
  { details, executedAt }: Reported,
  { tx, hashes, facts: { state }, signers, content }: Computed,
): Promise<readonly PaymentStatus[]> {
  const calls = content.rows.filter(({ meaning }) => meaning.kind === 'transfer')
  const all = (status: PaymentStatus) => (calls.length === 0 ? [status] : calls.map(() => status))
  const wanted = safeTxHash.toLowerCase()
  if (state === null) return all({ kind: 'unknown', why: 'unread', hash: details.txHash ?? null })
  // Fields that do not match the hash prove nothing about the transaction executed under it.
  if (hashes?.safeTxHash !== wanted) {
    return all({ kind: 'mismatch', differences: ['Its fields are not those of its safeTxHash.'] })
  }
  // Signatures that no source shows do not make it ready.
  const proven = signers.filter(({ isOwner, proof }) => isOwner && proof === 'proven')
  const signed = new Set(proven.map(({ address }) => address)).size
  const position = { nonce: state.nonce, threshold: state.threshold, signed }
  const proposal = { safe, safeTxHash: hashes.safeTxHash, tx, version: state.version, calls }
  try {
    const judged = await safeStatus(rpc, proposal, position, { hash: details.txHash ?? null, executedAt })
    // Without the signatures nobody knows how many are missing.
    const isUnsaid = details.detailedExecutionInfo.confirmations === null && judged.some(isOpen)
    return isUnsaid ? all({ kind: 'unknown', why: 'no-signatures', hash: null }) : judged
  } catch {
    return all({ kind: 'unknown', why: 'unread', hash: details.txHash ?? null })
  }
}

/**
 * Both hashing schemes. A match with the requested hash identifies the right one without trusting a source.
 */
function hashesOf(
  { safe, safeTxHash }: ProposalId,
  tx: SafeTx.SafeTx,
  facts: ProposalFacts,
): SafeTx.SafeTxHashes | null {
  const version = facts.state?.version
  if (version !== undefined && /^\d+\.\d+\.\d+/.test(version)) return SafeTx.hashes(safe, tx, version)
  const ways = ['1.4.1', '1.1.1'].map((way) => SafeTx.hashes(safe, tx, way))
  return ways.find((hashes) => hashes.safeTxHash === safeTxHash.toLowerCase()) ?? null
}

/** The execution of the proposal, and the account that sent it to the Safe; null if unknown. */
type Execution = { readonly at: Executed; readonly by: Address | null }

/**
 * Finds the execution of the proposal, if two operators show it in a final block. A used nonce shows only that the
 * proposal is not open any more.
 */
async function readExecuted(
  rpc: Rpc,
  { safe, safeTxHash }: ProposalId,
  { nonce }: SafeTx.SafeTx,
  { txHash }: TransactionDetails,
  { state }: ProposalFacts,
): Promise<Execution> {
  const isOver = Boolean(txHash) || (state !== null && state.nonce > nonce)
  const settlement = txHash ? await readSettlement(rpc, txHash).catch(() => null) : null
  const receipt = settlement?.kind === 'final' ? settlement.receipt : null
  if (!receipt || executionOf(receipt, safe, safeTxHash) === 'absent') return { at: isOver, by: null }
  const sent = settlement?.kind === 'final' ? settlement.sent : null
  return { at: receipt.blockNumber, by: sent?.to && isAddressEqual(sent.to, safe) ? sent.from : null }
}

async function signersOf(
  rpc: Rpc,
  { safe, safeTxHash }: ProposalId,
  preimage: Hex | null,
  { detailedExecutionInfo: { confirmations } }: TransactionDetails,
  { state }: ProposalFacts,
  executed: Execution,
): Promise<readonly Signer[]> {
  const signed = preimage && { safe, safeTxHash, preimage, version: state?.version ?? null }
  return Promise.all(
    (confirmations ?? []).map(async ({ signer, signature, submittedAt }) => ({
      address: signer,
      at: submittedAt ?? null,
      signature: signature ?? null,
      proof: approvedByExecuting(executed, signer, signature ?? null)
        ? ('proven' as const)
        : signed
          ? await proveSignature(rpc, signed, signer, signature ?? null, executed.at)
          : ('unknown' as const),
      isOwner: state?.owners.some((owner) => isAddressEqual(owner, signer)) ?? null,
    })),
  )
}

/**
 * True for the owner who signed by executing: the Safe counts its caller as a signer, and stores nothing about it
 * (`checkNSignatures`, a last byte of 1).
 */
function approvedByExecuting({ by }: Execution, signer: Address, signature: Hex | null): boolean {
  if (by === null || !isAddressEqual(by, signer)) return false
  return signature === null || signature === '0x' || /01$/.test(signature)
}

/** Services accept proposals in an owner's name without a signature. */
const unsigned = {
  level: 'look',
  words: 'No owner has signed it yet. Anyone can put such a proposal into the queue: ask who made it.',
} as const

function strangers(signers: readonly Signer[]) {
  return signers
    .filter(({ isOwner }) => isOwner === false)
    .map(({ address }) => ({
      level: 'look' as const,
      words: `${address} has signed and is not an owner now: this signature does not count.`,
    }))
}

/** Safe{Wallet} gives an app that was opened by its address, and not from a list, the name "unknown". */
function appNameOf({ safeAppInfo }: TransactionDetails): string | null {
  const name = safeAppInfo?.name
  return name && name !== 'unknown' ? name : null
}
