import { type Address, concatHex, type Hex, isAddressEqual } from 'viem'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { oldSafeContracts } from '../../chain/oldSafeContracts.ts'
import { safeContracts, safeContracts150 } from '../../chain/safeContracts.ts'
import { Refusal } from '../http/Reply.ts'
import * as Multisig from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import * as Signature from '../read/Signature.ts'
import { addConfirmation, delegatesOf } from '../store/Store.ts'
import { requireSafe, type World } from '../World.ts'

export type ProposalRequest = {
  readonly safe: Address
  readonly tx: SafeTx.SafeTx
  readonly contractTransactionHash: Hex
  readonly sender: Address
  readonly signature: Hex | null
  readonly origin: string | null
}

/** Besides the MultiSends of 1.3.0 and later. */
const libraries = [
  safeContracts.signMessageLib,
  safeContracts150.signMessageLib,
  oldSafeContracts.signMessageLib130,
  oldSafeContracts.multiSend111,
]

/** Contracts that a delegatecall may target: Safe's MultiSends and SignMessageLib. */
export function isTrustedForDelegateCall(to: Address): boolean {
  return MultiSend.isKnown(to) || libraries.some(({ address }) => isAddressEqual(address, to))
}

/** Stores a proposal after the transaction service's checks, in its order. Throws a 422 Refusal. */
export async function propose(world: World, request: ProposalRequest): Promise<void> {
  const { safe, tx, sender } = request
  const state = await requireSafe(world, safe)
  if (tx.operation === 1 && !isTrustedForDelegateCall(tx.to)) {
    throw invalid('Operation DELEGATE_CALL is not allowed')
  }
  const { domainHash, messageHash, safeTxHash } = SafeTx.hashes(safe, tx, state.version, world.network.id)
  if (safeTxHash !== request.contractTransactionHash) {
    const given = request.contractTransactionHash
    throw invalid(`Contract-transaction-hash=${safeTxHash} does not match provided contract-tx-hash=${given}`)
  }
  await refuseExecuted(world, safe, tx, safeTxHash)

  const delegates = delegatesOf(world.store, safe, state.owners, world.now())
  const signed = { hash: safeTxHash, preimage: concatHex(['0x1901', domainHash, messageHash]) }
  const signatures = request.signature === null ? [] : await parse(request.signature, safeTxHash)
  const allowed = [...state.owners, ...delegates.map(({ delegate }) => delegate)]
  refuseStranger('Sender', sender, allowed, state)
  await checkSignatures(world, state, allowed, signatures, signed)
  if (signatures.length > 0 && !signatures.some(({ owner }) => owner === sender)) {
    const owners = signatures.map(({ owner }) => owner).join(', ')
    throw invalid(`Signature does not match sender=${sender}. Calculated owners=[${owners}]`)
  }

  const now = world.now()
  const isOwner = state.owners.includes(sender)
  const delegator = delegates.find(({ delegate }) => delegate === sender)?.delegator ?? sender
  const known = world.store.proposals.get(safeTxHash)
  world.store.proposals.set(safeTxHash, {
    safe,
    tx,
    safeTxHash,
    submitted: known?.submitted ?? now,
    modified: now,
    origin: known?.origin ?? jsonOrigin(request.origin),
    proposer: known?.proposer ?? (isOwner ? sender : delegator),
    proposedByDelegate: known === undefined ? (isOwner ? null : sender) : known.proposedByDelegate,
    trusted: known?.trusted === true || signatures.length > 0,
  })
  for (const { owner, encoded, type } of signatures) {
    if (!state.owners.includes(owner)) continue
    addConfirmation(world.store, safeTxHash, {
      owner,
      signature: encoded,
      signatureType: type,
      submitted: now,
      txHash: null,
    })
  }
  world.changed({ kind: 'multisig', safe, safeTxHash })
}

async function refuseExecuted(
  world: World,
  safe: Address,
  tx: SafeTx.SafeTx,
  safeTxHash: Hex,
): Promise<void> {
  const rivals = (await Multisig.ofSafe(world, safe)).filter((entry) => entry.tx.nonce === tx.nonce)
  for (const { safeTxHash: hash, execution } of rivals) {
    if (execution === null) continue
    const what = hash === safeTxHash ? `Tx with safe-tx-hash=${hash} for safe=${safe} was` : null
    throw invalid(
      `${what ?? `Tx with nonce=${tx.nonce} for safe=${safe}`} already executed in tx-hash=${execution.txHash}`,
    )
  }
}

async function checkSignatures(
  world: World,
  state: SafeState,
  allowed: readonly Address[],
  signatures: readonly Signature.Signature[],
  signed: Signature.Signed,
): Promise<void> {
  const seen = new Set<Address>()
  for (const signature of signatures) {
    const { owner, encoded } = signature
    if (!(await Signature.isValid(world.client, state.address, signature, signed))) {
      throw invalid(`Signature=${encoded} for owner=${owner} is not valid`)
    }
    if (!state.owners.includes(owner) && allowed.includes(owner) && signatures.length > 1) {
      throw invalid('Just one signature is expected if using delegates')
    }
    refuseStranger('Signer', owner, allowed, state)
    if (seen.has(owner)) throw invalid(`Signature for owner=${owner} is duplicated`)
    seen.add(owner)
  }
}

function refuseStranger(
  what: string,
  account: Address,
  allowed: readonly Address[],
  { owners }: SafeState,
): void {
  if (allowed.includes(account)) return
  const delegates = allowed.slice(owners.length).join(', ')
  throw invalid(
    `${what}=${account} is not an owner or delegate. Current owners=[${owners.join(', ')}]. Delegates={${delegates}}`,
  )
}

async function parse(signature: Hex, hash: Hex): Promise<readonly Signature.Signature[]> {
  return Signature.parse(signature, hash).catch((cause: Error) => {
    throw invalid(cause.message)
  })
}

/** A client's origin is stored as JSON, a plain text as a JSON string. */
function jsonOrigin(origin: string | null): string {
  if (origin === null || origin === '') return '{}'
  try {
    JSON.parse(origin)
    return origin
  } catch {
    return JSON.stringify(origin)
  }
}

function invalid(message: string): Refusal {
  return new Refusal(422, { nonFieldErrors: [message] })
}
