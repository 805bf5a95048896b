import type { Hash } from 'viem'
import type { Submission } from '#account/Account.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchStatus } from '#chain/settlement/walletStatus.ts'
import { readCallsStatus } from './callsStatus.ts'
import type { Journal } from './journal.ts'
import type { WalletRequest } from './walletBatching.ts'

type Batched = Extract<Submission, { kind: 'batched' }>
type Parts = { readonly rpc: Rpc; readonly journal: Journal; readonly request: WalletRequest }

/**
 * Where the payments of a wallet's batch stand. The wallet's word only leads to its transactions; what they did is read
 * from the chain. @throws when the chain cannot be read
 */
export async function batchedStatus(
  { rpc, journal, request }: Parts,
  submission: Batched,
): Promise<readonly PaymentStatus[]> {
  const { id, hash } = submission
  const { entries } = journal.list()
  const entry = entries.find(({ batchId }) => batchId === id)
  const known = [...new Set([...(hash ? [hash] : []), ...(entry?.hashes ?? [])])]
  const before = await batchStatus(rpc, submission, { hashes: known, isPending: false, claim: null })
  const isDone = (statuses: readonly PaymentStatus[]) =>
    statuses.every(({ kind }) => kind === 'paid' || kind === 'short' || kind === 'confirming')
  if (known.length > 0 && isDone(before)) return before
  const told = id === '' ? null : await readCallsStatus(request, id)
  if (told === null) return before
  // A transaction proves one payment only: a wallet that names an old one would make this one look paid.
  const taken = new Set(entries.flatMap(({ batchId, hashes }) => (batchId === id ? [] : hashes)))
  const hashes = [...new Set([...known, ...told.hashes])].filter((one) => !taken.has(one))
  const claim =
    told.stage === 'confirmed' ? 'done' : told.stage === 'pending' || told.stage === 'other' ? null : 'failed'
  const statuses = await batchStatus(rpc, submission, {
    hashes,
    isPending: told.stage === 'pending',
    claim,
  })
  // Only what is whole, or proven whole, can be followed without the wallet's word later.
  const isWhole = told.stage === 'confirmed' && told.isWhole
  if (entry && (isWhole || isDone(statuses))) keep(journal, entry.id, hashes)
  return statuses
}

function keep(journal: Journal, id: string, hashes: readonly Hash[]): void {
  const entry = journal.list().entries.find((one) => one.id === id)
  if (!entry || hashes.length === entry.hashes.length) return
  journal.put({ ...entry, state: 'sent', hashes, nonces: hashes.map(() => null) })
}
