import type { Address, Hex } from 'viem'
import type { SafeTx, SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { ChainFacts, Execution } from '../indexer/ChainFacts.ts'
import type { Confirmation, Proposal } from '../store/Store.ts'
import type { World } from '../World.ts'
import { parse } from './Signature.ts'

/** A Safe's transaction: the proposal together with its result on the chain. Times in ms. */
export type Multisig = {
  readonly safe: Address
  readonly tx: SafeTx
  readonly safeTxHash: SafeTxHash
  readonly submitted: number
  readonly modified: number
  readonly origin: string
  /** Null if it was never proposed and only found on the chain. */
  readonly proposer: Address | null
  readonly proposedByDelegate: Address | null
  readonly trusted: boolean
  readonly confirmations: readonly Confirmation[]
  readonly execution: Execution | null
}

/** All transactions of a Safe, highest nonce first, then the latest first. */
export async function ofSafe(world: World, safe: Address): Promise<readonly Multisig[]> {
  const facts = world.indexer.facts()
  const executed = new Map<Hex, Execution>()
  for (const execution of facts.executions) {
    if (execution.safe === safe) executed.set(execution.safeTxHash, execution)
  }
  const hashes = new Set<Hex>(executed.keys())
  for (const proposal of world.store.proposals.values()) {
    if (proposal.safe === safe) hashes.add(proposal.safeTxHash)
  }
  const all = await Promise.all([...hashes].map((hash) => merge(world, facts, hash, executed.get(hash))))
  return all
    .filter((entry) => entry !== null)
    .sort((a, b) => Number(b.tx.nonce - a.tx.nonce) || b.submitted - a.submitted)
}

/** One transaction; null if it was neither proposed nor found. */
export async function find(world: World, safeTxHash: Hex): Promise<Multisig | null> {
  const facts = world.indexer.facts()
  const executed = facts.executions.find((entry) => entry.safeTxHash === safeTxHash)
  return merge(world, facts, safeTxHash, executed)
}

/** Queued transactions, in execution order. */
export function waiting(all: readonly Multisig[], nonce: number, trusted: boolean): readonly Multisig[] {
  return all
    .filter((entry) => entry.execution === null && entry.tx.nonce >= nonce && (entry.trusted || !trusted))
    .sort((a, b) => Number(a.tx.nonce - b.tx.nonce) || a.submitted - b.submitted)
}

async function merge(
  world: World,
  facts: ChainFacts,
  safeTxHash: Hex,
  executed: Execution | undefined,
): Promise<Multisig | null> {
  const proposal = world.store.proposals.get(safeTxHash) ?? null
  const { indexLag } = world.faults.get()
  // Without a lag no clock is compared: a local chain's clock may be ahead of this one.
  const indexedUntil = indexLag === 0 ? Number.POSITIVE_INFINITY : world.now() - indexLag * 1_000
  const execution = executed !== undefined && executed.timestamp <= indexedUntil ? executed : null
  const confirmations = await confirmationsOf(world, facts, safeTxHash, execution)
  if (proposal !== null) {
    const modified = Math.max(
      proposal.modified,
      execution?.timestamp ?? 0,
      ...confirmations.map((c) => c.submitted),
    )
    const trusted = proposal.trusted || execution !== null || confirmations.length > 0
    return { ...fields(proposal), modified, trusted, confirmations, execution }
  }
  if (execution === null || execution.tx === null) return null
  return {
    safe: execution.safe,
    tx: execution.tx,
    safeTxHash: execution.safeTxHash,
    submitted: execution.timestamp,
    modified: execution.timestamp,
    origin: '{}',
    proposer: null,
    proposedByDelegate: null,
    trusted: true,
    confirmations,
    execution,
  }
}

function fields({ safe, tx, safeTxHash, submitted, origin, proposer, proposedByDelegate }: Proposal) {
  return { safe, tx, safeTxHash, submitted, origin, proposer, proposedByDelegate }
}

async function confirmationsOf(
  world: World,
  facts: ChainFacts,
  safeTxHash: Hex,
  execution: Execution | null,
): Promise<readonly Confirmation[]> {
  const confirmations = [...(world.store.confirmations.get(safeTxHash) ?? [])]
  const add = (confirmation: Confirmation) => {
    if (!confirmations.some(({ owner }) => owner === confirmation.owner)) confirmations.push(confirmation)
  }
  for (const { owner, timestamp, txHash, safeTxHash: hash } of facts.approvals) {
    if (hash !== safeTxHash) continue
    add({ owner, signature: approvedBy(owner), signatureType: 'APPROVED_HASH', submitted: timestamp, txHash })
  }
  for (const confirmation of execution === null ? [] : await signersOf(execution)) add(confirmation)
  return confirmations.sort((a, b) => a.submitted - b.submitted)
}

const signersByExecution = new WeakMap<Execution, Promise<readonly Confirmation[]>>()

/** The signers of an execution; recovered once, because they never change. */
function signersOf(execution: Execution): Promise<readonly Confirmation[]> {
  const known = signersByExecution.get(execution) ?? recoverSigners(execution)
  signersByExecution.set(execution, known)
  return known
}

async function recoverSigners({
  signatures,
  safeTxHash,
  timestamp,
  txHash,
}: Execution): Promise<readonly Confirmation[]> {
  const parts = signatures === null ? [] : await parse(signatures, safeTxHash)
  return parts.map(({ owner, encoded, type }) => ({
    owner,
    signature: encoded,
    signatureType: type,
    submitted: timestamp,
    txHash,
  }))
}

/** The signature part for an on-chain approval. */
function approvedBy(owner: Address): Hex {
  return `0x${owner.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}01`
}
