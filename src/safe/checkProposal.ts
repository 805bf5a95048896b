import { type Address, concat, type Hex, isAddressEqual } from 'viem'
import type { Rpc } from '#chain/Rpc.ts'
import { decodeProposal, type ProposalContent } from './decodeProposal.ts'
import type { TransactionDetails } from './detailsDocument.ts'
import type { Check, ProposalReport, Signer } from './ProposalReport.ts'
import { type ProposalFacts, readProposalFacts } from './proposalReads.ts'
import { proposalStatus } from './proposalStatus.ts'
import { proveSignature } from './proveSignature.ts'
import { redFlags } from './redFlags.ts'
import * as SafeTx from './SafeTx.ts'
import { toldDifference } from './toldDifferences.ts'
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
      ...hashChecks(asked, details, hashes, facts),
      ...toldChecks(asked, details, tx, content),
      ...signatureChecks(signers),
      ...ruleChecks(details, facts, isOpen(status.kind)),
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

const same = (words: string): Check => ({ result: 'same', words })
const different = (words: string): Check => ({ result: 'different', words })
const unknown = (words: string): Check => ({ result: 'unknown', words })

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

function hashChecks(
  asked: Asked,
  details: TransactionDetails,
  hashes: SafeTx.SafeTxHashes | null,
  facts: ProposalFacts,
): Check[] {
  const wanted = asked.safeTxHash.toLowerCase()
  const named = details.detailedExecutionInfo.safeTxHash
  return [
    isAddressEqual(details.safeAddress, asked.safe)
      ? same('It belongs to this Safe.')
      : different(`It belongs to the Safe ${details.safeAddress}, not to ${asked.safe}.`),
    named === wanted
      ? same('The service names it by the safeTxHash that was asked for.')
      : different(`The service names it ${named}, not ${wanted}.`),
    hashes?.safeTxHash === wanted
      ? same('Its fields, hashed here, give that safeTxHash.')
      : different(`Its fields hash to ${hashes?.safeTxHash ?? 'something else'}, not to ${wanted}.`),
    facts.contractHash === null
      ? unknown('The Safe contract could not be asked for its own hash of the fields.')
      : facts.contractHash === wanted
        ? same('The Safe contract, asked on the chain, gives the same hash.')
        : different(`The Safe contract hashes the fields to ${facts.contractHash}, not to ${wanted}.`),
  ]
}

function toldChecks(
  { safe }: Asked,
  details: TransactionDetails,
  tx: SafeTx.SafeTx,
  content: ProposalContent,
): Check[] {
  const difference = toldDifference(safe, details.txInfo, tx, content)
  return [
    difference === null
      ? same('The service’s own description does not contradict the signed bytes.')
      : different(difference),
  ]
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

function signatureChecks(signers: readonly Signer[]): Check[] {
  if (signers.length === 0) return [same('Nobody has signed it yet.')]
  const proven = signers.filter(({ proof }) => proof === 'proven').length
  const checks: Check[] = []
  if (proven > 0)
    checks.push(
      same(`${proven} of ${signers.length} signatures recovered to the owners they are told to be of.`),
    )
  for (const { address, proof } of signers) {
    if (proof === 'wrong')
      checks.push(different(`The signature that is told to be of ${address} is not of that owner.`))
    if (proof === 'unknown') checks.push(unknown(`The signature of ${address} could not be checked.`))
  }
  return checks
}

/** Owners and threshold may change; only for what still waits must the service agree with the chain. */
function ruleChecks(
  { detailedExecutionInfo: info }: TransactionDetails,
  { state }: ProposalFacts,
  open: boolean,
): Check[] {
  if (state === null)
    return [unknown('Owners, threshold and nonce of the Safe could not be read from the chain.')]
  if (!open) return []
  const checks = [
    info.confirmationsRequired === state.threshold
      ? same(`The chain asks for ${state.threshold} signatures, as the service says.`)
      : different(
          `The service says that ${info.confirmationsRequired} signatures are needed; the chain asks for ${state.threshold}.`,
        ),
  ]
  if (!info.signers) return checks
  const lower = (list: readonly Address[]) =>
    list
      .map((owner) => owner.toLowerCase())
      .sort()
      .join()
  checks.push(
    lower(info.signers) === lower(state.owners)
      ? same(`The ${state.owners.length} owners that the service names are those on the chain.`)
      : different('The service names other owners than the chain.'),
  )
  return checks
}

function isOpen(kind: ProposalReport['status']['kind']): boolean {
  return kind === 'awaiting' || kind === 'ready'
}

function strangers(signers: readonly Signer[]) {
  return signers
    .filter(({ isOwner }) => isOwner === false)
    .map(({ address }) => ({
      level: 'look' as const,
      words: `${address} has signed and is not an owner now: this signature does not count.`,
    }))
}
