import type { Address, Hex } from 'viem'
import type { ModuleExecution, Transfer } from '../indexer/ChainFacts.ts'
import { moduleId, transferId } from '../indexer/ChainFacts.ts'
import type { Multisig } from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import type { World } from '../World.ts'
import { type AddressInfo, named, plain } from './AddressInfo.ts'
import { noteOf, safeAppInfo } from './origin.ts'
import { transferInfo, txInfo } from './txInfo.ts'
import { verifyListed } from './verifyListed.ts'

export type TxStatus = 'AWAITING_CONFIRMATIONS' | 'AWAITING_EXECUTION' | 'CANCELLED' | 'FAILED' | 'SUCCESS'

/** A transaction as a row of a list. */
export type Summary = {
  readonly txInfo: { readonly type: string }
  readonly id: string
  readonly txHash: Hex | null
  readonly timestamp: number
  readonly txStatus: TxStatus
  readonly executionInfo:
    | null
    | { readonly type: 'MODULE'; readonly address: AddressInfo }
    | {
        readonly type: 'MULTISIG'
        readonly nonce: number
        readonly confirmationsRequired: number
        readonly confirmationsSubmitted: number
        readonly missingSigners: readonly AddressInfo[] | null
      }
  readonly safeAppInfo: ReturnType<typeof safeAppInfo>
  readonly note: string | null
}

/** How long (ms) a fully signed transaction with a used nonce may still be the executed one. */
const INDEXING_GRACE = 60_000

/** A transaction's status, given the Safe's current state. */
export function statusOf(world: World, entry: Multisig, safe: SafeState): TxStatus {
  if (entry.execution !== null) return entry.execution.success ? 'SUCCESS' : 'FAILED'
  const isFull = entry.confirmations.length >= safe.threshold
  if (BigInt(safe.nonce) > entry.tx.nonce) {
    const isPatient = !world.faults.get().early
    return isFull && isPatient && world.now() - entry.modified < INDEXING_GRACE
      ? 'AWAITING_EXECUTION'
      : 'CANCELLED'
  }
  return isFull ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS'
}

/** The gateway's id of a Safe's own transaction. */
export function multisigId(safe: Address, safeTxHash: Hex): string {
  return `multisig_${safe}_${safeTxHash}`
}

/** A Safe's own transaction as a row. Throws the gateway's 502 if it verifies and can't. */
export async function multisigSummary(world: World, entry: Multisig, safe: SafeState): Promise<Summary> {
  await verifyListed(world, entry, safe)
  const txStatus = statusOf(world, entry, safe)
  const signed = entry.confirmations.map(({ owner }) => owner)
  const missing = safe.owners.filter((owner) => !signed.includes(owner)).map(plain)
  return {
    txInfo: await txInfo(world, entry.safe, entry.tx),
    id: multisigId(entry.safe, entry.safeTxHash),
    txHash: entry.execution?.txHash ?? null,
    timestamp: entry.execution?.timestamp ?? entry.submitted,
    txStatus,
    executionInfo: {
      type: 'MULTISIG',
      nonce: Number(entry.tx.nonce),
      confirmationsRequired: entry.execution?.threshold ?? safe.threshold,
      confirmationsSubmitted: entry.confirmations.length,
      missingSigners: txStatus === 'AWAITING_CONFIRMATIONS' ? missing : null,
    },
    safeAppInfo: safeAppInfo(entry.origin),
    note: noteOf(world, entry.origin),
  }
}

/** A module's transaction as a row. */
export async function moduleSummary(world: World, entry: ModuleExecution): Promise<Summary> {
  return {
    txInfo: await txInfo(world, entry.safe, entry),
    id: `module_${entry.safe}_${moduleId(entry)}`,
    txHash: entry.txHash,
    timestamp: entry.timestamp,
    txStatus: entry.success ? 'SUCCESS' : 'FAILED',
    executionInfo: { type: 'MODULE', address: await named(world, entry.module) },
    safeAppInfo: null,
    note: null,
  }
}

/** A transfer not made by the Safe's own transaction, as a row. */
export async function transferSummary(world: World, safe: Address, entry: Transfer) {
  return {
    txInfo: await transferInfo(world, safe, entry),
    id: `transfer_${safe}_${transferId(entry)}`,
    txHash: entry.txHash,
    timestamp: entry.timestamp,
    txStatus: 'SUCCESS' as const,
    executionInfo: null,
    safeAppInfo: null,
    note: null,
  }
}

/** A Safe's creation as the last row of its history. */
export async function creationSummary(world: World, safe: Address): Promise<Summary | null> {
  const creation = world.indexer.facts().creations.get(safe)
  if (creation === undefined) return null
  const { creator, txHash, masterCopy, factory, saltNonce, timestamp } = creation
  const created = {
    type: 'Creation' as const,
    humanDescription: null,
    creator: plain(creator),
    transactionHash: txHash,
    implementation: masterCopy === null ? null : await named(world, masterCopy),
    factory: await named(world, factory),
    saltNonce,
  }
  return {
    txInfo: created,
    id: `creation_${safe}`,
    txHash,
    timestamp,
    txStatus: 'SUCCESS',
    executionInfo: null,
    safeAppInfo: null,
    note: null,
  }
}
