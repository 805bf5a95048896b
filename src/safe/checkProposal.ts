import { type Address, concat, type Hex, isAddressEqual } from 'viem'
import type { Rpc } from '#chain/Rpc.ts'
import { decodeProposal } from './decodeProposal.ts'
import type { TransactionDetails } from './detailsDocument.ts'
import type { ProposalReport, Signer } from './ProposalReport.ts'
import { proposalChecks } from './proposalChecks.ts'
import { type ProposalFacts, readProposalFacts } from './proposalReads.ts'
import { proposalStatus } from './proposalStatus.ts'
import { proveSignature } from './proveSignature.ts'
import { redFlags } from './redFlags.ts'
import * as SafeTx from './SafeTx.ts'
import { toSafeTx } from './verifyDetails.ts'

/** What is asked: a proposal of a Safe, by the hash that its owners sign. */
export type Asked = { readonly safe: Address; readonly safeTxHash: SafeTx.SafeTxHash }

/** What a source told about a proposal. */
export type Told = {
  readonly details: TransactionDetails
  readonly source: string
  /** Asks the same sources what was executed with a nonce of the Safe. */
  readonly executedAt: (
    nonce: bigint,
  ) => Promise<readonly { readonly rejection: boolean; readonly hash: Hex | null }[]>
}

/**
 * Computes from the signed fields what a proposal does, and compares everything that can be compared: the hashes with
 * the one that was asked for and with the contract's own, the signatures with their owners, and what the service tells
 * with the chain. Never throws because the chain is away: what could not be checked is listed as such.
 */
export async function checkProposal(rpc: Rpc, asked: Asked, told: Told): Promise<ProposalReport> {
  const { safe, safeTxHash } = asked
  const { details, source } = told
  const info = details.detailedExecutionInfo
  const tx = toSafeTx(details)
  const facts = await readProposalFacts(rpc, safe, tx)
  const hashes = hashesOf(asked, tx, facts)
  const content = decodeProposal(safe, tx)
  const preimage = hashes && concat(['0x1901', hashes.domainHash, hashes.messageHash])
  const signers = await signersOf(rpc, asked, preimage, details, facts)
  const { status, check } = await proposalStatus(rpc, asked, told, tx, facts, signers, content)
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
        asked,
        details,
        tx,
        content,
        hashes,
        facts,
        signers,
        isOpen: status.kind === 'awaiting' || status.kind === 'ready',
      }),
      ...(check ? [check] : []),
    ],
    flags: [
      ...redFlags(tx, content, { version: facts.state?.version ?? null, modules: facts.modules }),
      ...strangers(signers),
    ],
    signers,
    missing:
      owners?.filter(
        (owner) => !signers.some(({ address, proof }) => proof !== 'wrong' && isAddressEqual(address, owner)),
      ) ?? null,
    owners,
    version: facts.state?.version ?? null,
    status,
    submittedAt: info.submittedAt ?? null,
    proposer: info.proposer ?? null,
    note: details.note || null,
    appName: details.safeAppInfo?.name || null,
    source,
  }
}

/** Both ways of hashing that there are; which one gives the hash that was asked for needs nobody's word. */
function hashesOf(
  { safe, safeTxHash }: Asked,
  tx: SafeTx.SafeTx,
  facts: ProposalFacts,
): SafeTx.SafeTxHashes | null {
  const version = facts.state?.version
  if (version !== undefined && /^\d+\.\d+\.\d+/.test(version)) return SafeTx.hashes(safe, tx, version)
  const ways = ['1.4.1', '1.1.1'].map((way) => SafeTx.hashes(safe, tx, way))
  return ways.find((hashes) => hashes.safeTxHash === safeTxHash.toLowerCase()) ?? null
}

async function signersOf(
  rpc: Rpc,
  { safe, safeTxHash }: Asked,
  preimage: Hex | null,
  { txHash, detailedExecutionInfo: { confirmations } }: TransactionDetails,
  { state }: ProposalFacts,
): Promise<readonly Signer[]> {
  return Promise.all(
    confirmations.map(async ({ signer, signature, submittedAt }) => ({
      address: signer,
      at: submittedAt ?? null,
      proof: preimage
        ? await proveSignature(
            rpc,
            { safe, safeTxHash, preimage },
            signer,
            signature ?? null,
            Boolean(txHash),
          )
        : ('unknown' as const),
      isOwner: state?.owners.some((owner) => isAddressEqual(owner, signer)) ?? null,
    })),
  )
}

function strangers(signers: readonly Signer[]) {
  return signers
    .filter(({ isOwner }) => isOwner === false)
    .map(({ address }) => ({
      level: 'look' as const,
      words: `${address} has signed and is not an owner now: this signature does not count.`,
    }))
}
