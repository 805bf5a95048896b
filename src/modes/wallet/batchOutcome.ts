import type { Hash } from 'viem'
import type { Outcome, Submission } from '#account/Submission.ts'
import { type Carrier, callFates } from '#chain/callFates.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { getSentCall } from '#chain/sentCall.ts'
import { readSettlement } from '#chain/settlement.ts'
import { type CallsStatus, readCallsStatus } from './callsStatus.ts'
import type { Journal } from './journal.ts'
import type { WalletRequest } from './walletBatching.ts'

type Batched = Extract<Submission, { kind: 'batched' }>
type Parts = { readonly rpc: Rpc; readonly journal: Journal; readonly request: WalletRequest }

/**
 * Where an atomic batch of a wallet stands. The wallet's word only leads to its transactions; what they did is read
 * from the chain. @throws when the chain cannot be read
 */
export async function batchOutcome(parts: Parts, submission: Batched): Promise<Outcome> {
  const known = knownHashes(parts.journal, submission)
  const before = await judge(parts.rpc, submission, known, null)
  if (before.kind === 'done' || before.kind === 'confirming') return before
  const told = await readCallsStatus(parts.request, submission.id)
  if (told === null) return before
  const taken = hashesOfOthers(parts.journal, submission)
  const hashes = [...new Set([...known, ...told.hashes])].filter((hash) => !taken.has(hash))
  const outcome = await judge(parts.rpc, submission, hashes, told)
  // A part is judged by the wallet's word each time; only what is whole, or proven whole, can be told without it.
  const isWhole = told.stage === 'confirmed' && told.isWhole
  if (isWhole || outcome.kind === 'done') keep(parts.journal, submission, hashes)
  return outcome
}

/** What the hashes prove. @param told what the wallet says; null while it was not asked, or does not answer */
async function judge(
  rpc: Rpc,
  { from, calls }: Batched,
  hashes: readonly Hash[],
  told: CallsStatus | null,
): Promise<Outcome> {
  const hash = hashes.at(-1)
  if (hash === undefined) return withoutHash(told)
  const settlements = await Promise.all(hashes.map((each) => readSettlement(rpc, each)))
  const mined = settlements.flatMap((each) => (each.kind === 'missing' ? [] : [each]))
  const carriers = await Promise.all(
    mined.map(async ({ receipt }): Promise<Carrier> => {
      return { receipt, sent: await getSentCall(rpc, receipt.transactionHash) }
    }),
  )
  const final = mined.every(({ kind }) => kind === 'final')
  const fates = callFates(from, calls, carriers, told?.isWhole ?? true)
  if (fates.every((fate) => fate === 'paid')) {
    return final ? { kind: 'done', hash } : { kind: 'confirming', hash }
  }
  // What is not there yet may still come: with another transaction, or with the block of this one.
  if (mined.length < hashes.length || told?.stage === 'pending') return { kind: 'waiting', hash }
  const unpaid = fates.filter((fate) => fate === 'not-paid').length
  const unseen = fates.filter((fate) => fate === 'unknown').length
  if (unpaid === 0) {
    const reason = `It is in a block, but ${unseen} of its ${calls.length} payments cannot be seen in it. Look at the account before you pay again.`
    return { kind: 'unknown', reason, fates }
  }
  if (unpaid === calls.length && mined.every(({ receipt }) => receipt.status === '0x0')) {
    const reason = 'The network executed it, and it failed. No money moved, only the fee.'
    return { kind: 'failed', hash, reason, final, fates }
  }
  const rest = unseen > 0 ? ` Of ${unseen} more it cannot be told.` : ''
  const reason = `${unpaid} of its ${calls.length} payments did not happen.${rest}`
  return { kind: 'failed', hash, reason, final, fates }
}

/** Nothing leads to a transaction: what the wallet says is quoted, and proves neither that it was paid nor that not. */
function withoutHash(told: CallsStatus | null): Outcome {
  if (told?.stage === 'pending') return { kind: 'waiting', hash: null }
  const said = {
    confirmed: 'Your wallet calls it done, but names no transaction that shows it.',
    'not-sent': 'Your wallet says that it did not send it, which nothing on the chain can show.',
    reverted: 'Your wallet says that it failed, but names no transaction that shows it.',
    partial: 'Your wallet says that a part of it happened, but names no transaction that shows which.',
    other: 'Your wallet does not say what became of it.',
  }
  return {
    kind: 'unknown',
    reason: `${said[told?.stage ?? 'other']} Look at the account before you pay again.`,
  }
}

function knownHashes(journal: Journal, { id, hash }: Batched): readonly Hash[] {
  const kept = journal.list().find(({ batchId }) => batchId === id)?.hashes ?? []
  return [...new Set([...(hash ? [hash] : []), ...kept])]
}

/** A transaction proves one payment only: a wallet that names an old one would make this one look paid. */
function hashesOfOthers(journal: Journal, { id }: Batched): ReadonlySet<Hash> {
  return new Set(journal.list().flatMap(({ batchId, hashes }) => (batchId === id ? [] : hashes)))
}

function keep(journal: Journal, { id }: Batched, hashes: readonly Hash[]): void {
  const entry = journal.list().find(({ batchId }) => batchId === id)
  if (entry === undefined || hashes.length === entry.hashes.length) return
  journal.put({ ...entry, state: 'sent', hashes, nonces: hashes.map(() => null) })
}
