import { type Address, getAddress, type Hex, isAddress, zeroAddress } from 'viem'
import { Refusal } from '../http/Reply.ts'
import { moduleId, transferId } from '../indexer/ChainFacts.ts'
import type * as Multisig from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import type { World } from '../World.ts'
import { named, plain } from './AddressInfo.ts'
import type { Gateway } from './Gateway.ts'
import { noteOf, safeAppInfo } from './origin.ts'
import { multisigId, statusOf } from './summary.ts'
import { tamper } from './tamper.ts'
import { txData } from './txData.ts'
import { transferInfo, txInfo } from './txInfo.ts'
import { verifyListed } from './verifyListed.ts'

const invalidId = () =>
  new Refusal(400, { statusCode: 400, message: 'Invalid transaction ID', error: 'Bad Request' })

/** Everything about one transaction: `multisig_…`, `module_…`, `transfer_…` or a bare safeTxHash. Throws 404 or 400. */
export async function detailsOf(world: Gateway, id: string) {
  const [kind, safe = '', rest = ''] = id.split('_')
  if (kind === 'module') return moduleDetails(world, rest)
  if (kind !== 'multisig' && kind !== 'transfer') return multisigDetails(world, id as Hex, null)
  if (!isAddress(safe)) throw invalidId()
  return kind === 'transfer'
    ? transferDetails(world, getAddress(safe), rest)
    : multisigDetails(world, rest as Hex, getAddress(safe))
}

/** Details of a Safe's own transaction; `safe`, if given, must own it. Throws the gateway's 502 if it can't verify. */
export async function multisigDetails(world: Gateway, safeTxHash: Hex, safe: Address | null) {
  const entry = await world.documents.multisig(safeTxHash)
  const state = await world.documents.safe(safe ?? entry.safe)
  if (state.address !== entry.safe) throw invalidId()
  await verifyListed(world, entry, state)
  const details = {
    safeAddress: entry.safe,
    txId: multisigId(entry.safe, entry.safeTxHash),
    executedAt: entry.execution?.timestamp ?? null,
    txStatus: statusOf(world, entry, state),
    txInfo: await txInfo(world, entry.safe, entry.tx),
    txData: await txData(world, entry.tx),
    txHash: entry.execution?.txHash ?? null,
    detailedExecutionInfo: await executionDetails(world, entry, state),
    safeAppInfo: safeAppInfo(entry.origin),
    note: noteOf(world, entry.origin),
  }
  return tamper(world, details, entry)
}

async function executionDetails(world: Gateway, entry: Multisig.Multisig, safe: SafeState) {
  const { tx, execution } = entry
  const rivals = await world.documents.multisigs(entry.safe, `nonce ${tx.nonce}`)
  const rejection = rivals.find(
    (rival) =>
      rival.tx.nonce === tx.nonce &&
      rival.tx.to === entry.safe &&
      rival.tx.value === 0n &&
      rival.safeTxHash !== entry.safeTxHash,
  )
  return {
    type: 'MULTISIG',
    submittedAt: entry.submitted,
    nonce: Number(tx.nonce),
    safeTxGas: `${tx.safeTxGas}`,
    baseGas: `${tx.baseGas}`,
    gasPrice: `${tx.gasPrice}`,
    gasToken: tx.gasToken,
    fee: execution === null ? '0' : `${execution.gasUsed * execution.gasPrice}`,
    payment: `${execution?.payment ?? 0n}`,
    refundReceiver: await named(world, tx.refundReceiver),
    safeTxHash: entry.safeTxHash,
    executor: execution === null ? null : plain(execution.executor),
    signers: safe.owners.map(plain),
    confirmationsRequired: execution?.threshold ?? safe.threshold,
    confirmations: entry.confirmations.map(({ owner, signature, submitted }) => ({
      signer: plain(owner),
      signature,
      submittedAt: submitted,
    })),
    rejectors: rejection?.confirmations.map(({ owner }) => plain(owner)) ?? [],
    gasTokenInfo: tx.gasToken === zeroAddress ? null : await world.tokens.info(tx.gasToken),
    trusted: entry.trusted,
    proposer: entry.proposer === null ? null : plain(entry.proposer),
    proposedByDelegate: entry.proposedByDelegate === null ? null : plain(entry.proposedByDelegate),
  }
}

async function transferDetails(world: Gateway, safe: Address, id: string) {
  await world.documents.safe(safe)
  const facts = world.indexer.facts()
  const entry = facts.transfers.find((transfer) => transferId(transfer) === id)
  if (entry === undefined) throw unknown()
  return {
    safeAddress: safe,
    txId: `transfer_${safe}_${id}`,
    executedAt: entry.timestamp,
    txStatus: 'SUCCESS',
    txInfo: await transferInfo(world, safe, entry),
    txData: null,
    detailedExecutionInfo: null,
    txHash: entry.txHash,
    safeAppInfo: null,
    note: null,
  }
}

async function moduleDetails(world: World, id: string) {
  const facts = world.indexer.facts()
  const entry = facts.moduleExecutions.find((execution) => moduleId(execution) === id)
  if (entry === undefined) throw unknown()
  return {
    safeAddress: entry.safe,
    txId: `module_${entry.safe}_${id}`,
    executedAt: entry.timestamp,
    txStatus: entry.success ? 'SUCCESS' : 'FAILED',
    txInfo: await txInfo(world, entry.safe, entry),
    txData: await txData(world, entry),
    txHash: entry.txHash,
    detailedExecutionInfo: { type: 'MODULE', address: await named(world, entry.module) },
    safeAppInfo: null,
    note: null,
  }
}

function unknown(): Refusal {
  return new Refusal(404, { code: 404, message: 'An error occurred' })
}
