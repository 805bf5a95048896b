import type { Outcome, Submission } from '#account/Submission.ts'
import { getMinedCount, getNonceOf } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { missingTransfers, readFinalBlock, readSettlement } from '#chain/settlement.ts'
import { replacement } from './replacement.ts'

type Sent = Extract<Submission, { kind: 'sent' }>

/** Where the transactions of a wallet stand, from their receipts. The least settled of them speaks for all. */
export async function eoaOutcome(rpc: Rpc, submission: Sent): Promise<Outcome> {
  const { hashes, calls } = submission
  const outcomes = await Promise.all(hashes.map((_, index) => one(rpc, submission, index)))
  const last = hashes.at(-1)
  if (last === undefined) return { kind: 'unknown', reason: 'Nothing was sent.' }
  for (const kind of ['failed', 'replaced', 'unknown', 'waiting', 'confirming'] as const) {
    const found = outcomes.find((outcome) => outcome.kind === kind)
    if (found) return found
  }
  if (hashes.length < calls.length) {
    return {
      kind: 'failed',
      hash: last,
      reason: `Only ${hashes.length} of ${calls.length} payments were sent.`,
      // All that were sent are in final blocks.
      final: true,
      fates: calls.map((_, index) => (index < hashes.length ? 'paid' : 'not-paid')),
    }
  }
  // What was sped up in the wallet is done under another hash.
  return outcomes.at(-1) ?? { kind: 'done', hash: last }
}

async function one(rpc: Rpc, submission: Sent, index: number): Promise<Outcome> {
  const { hashes, calls, nonces, from } = submission
  const hash = hashes[index]
  const call = calls[index]
  if (!hash || !call) return { kind: 'unknown', reason: 'Nothing was sent.' }
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return unmined(rpc, submission, index, nonces[index] ?? null)
  const { receipt } = settlement
  const final = settlement.kind === 'final'
  if (receipt.status === '0x0') {
    return {
      kind: 'failed',
      hash,
      reason: 'The network executed it, and it failed. No money moved, only the fee.',
      final,
    }
  }
  if (missingTransfers(receipt, from, [call]).length > 0) {
    return { kind: 'failed', hash, reason: 'The token reported success, but moved nothing.', final }
  }
  return final ? { kind: 'done', hash } : { kind: 'confirming', hash }
}

/** Not in a block yet, or never: only a nonce that something else has used, for good, proves "never". */
async function unmined(rpc: Rpc, sent: Sent, index: number, nonce: number | null): Promise<Outcome> {
  const hash = sent.hashes[index] ?? null
  if (hash === null || nonce === null || (await getNonceOf(rpc, hash)) !== null)
    return { kind: 'waiting', hash }
  const used = await getMinedCount(rpc, sent.from, await readFinalBlock(rpc))
  if (used <= nonce) return { kind: 'waiting', hash }
  // It may have been mined between the two questions.
  const again = await readSettlement(rpc, hash)
  return again.kind === 'missing' ? replacement(rpc, sent, index, nonce) : { kind: 'waiting', hash }
}
