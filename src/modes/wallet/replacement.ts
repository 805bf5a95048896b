import type { Hash } from 'viem'
import type { Outcome, Submission } from '#account/Submission.ts'
import { asTransfer } from '#chain/Call.ts'
import { getBlockNumber, getNonceOf } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readSentTransfers } from '#chain/sentTransfers.ts'
import { readSettlement } from '#chain/settlement.ts'

type Sent = Extract<Submission, { kind: 'sent' }>

/** Blocks that are looked through where nobody wrote down when it was asked for: some two hours. */
const USUAL_BLOCKS = 20_000n
/** So far back logs are asked for at most. */
const MOST_BLOCKS = 200_000n

/**
 * What became of a payment whose nonce another transaction has used: a wallet that speeds it up pays under a new hash, one
 * that cancels it pays nothing. Only logs tell the two apart, so BNB and a node without logs leave it unknown.
 * @throws when the chain cannot be read
 */
export async function replacement(rpc: Rpc, sent: Sent, index: number, nonce: number): Promise<Outcome> {
  const transfer = sent.calls[index] ? asTransfer(sent.calls[index]) : null
  const head = await getBlockNumber(rpc, 'latest')
  const first = sent.since ?? head - USUAL_BLOCKS
  if (!transfer?.token || head - first > MOST_BLOCKS) return unknown(nonce)
  const { token, to, value } = transfer
  const logged = await readSentTransfers(rpc, sent.from, [token], first > 0n ? first : 0n, head).catch(
    () => null,
  )
  if (logged === null) return unknown(nonce)
  for (const other of logged) {
    if (other.to !== to || other.value !== value || sent.hashes.includes(other.hash)) continue
    const used = await getNonceOf(rpc, other.hash)
    // Without it nobody can say whether this is the replacement or a payment of its own.
    if (used === null) return unknown(nonce)
    if (used === nonce) return settled(rpc, other.hash)
  }
  // Not there says nothing where it may stand in a block before.
  if (sent.since === undefined) return unknown(nonce)
  return { kind: 'replaced', reason: `Another transaction used nonce ${nonce}. This one can never be paid.` }
}

async function settled(rpc: Rpc, hash: Hash): Promise<Outcome> {
  const { kind } = await readSettlement(rpc, hash)
  if (kind === 'missing') return { kind: 'waiting', hash }
  return kind === 'final' ? { kind: 'done', hash } : { kind: 'confirming', hash }
}

function unknown(nonce: number): Outcome {
  return {
    kind: 'unknown',
    reason: `Another transaction used nonce ${nonce}: it was sped up or cancelled in the wallet, and the chain does not tell which. Look at the account in the block explorer.`,
  }
}
