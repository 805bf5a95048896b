import type { Hash } from 'viem'
import type { Account, MessageSignature, Submission } from '#account/Account.ts'
import type { Exclusive } from '#account/exclusive.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { findPortalError, PortalError, withDeadline } from '#chain/PortalError.ts'
import { getNonceOf } from '#chain/rpc/questions.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { isSignable } from '#chain/text/label.ts'
import { eoaActivity } from './eoaActivity.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { readBatching, type WalletRequest } from './sendBatch.ts'
import { sendError, signError } from './walletError.ts'

/**
 * What an account in a wallet stands on. `send` asks the wallet for one transaction on BSC and gives its hash, `sign` for
 * the signature of a text (EIP-191), `request` for anything else; what they give is read as untrusted.
 */
export type EoaAccountParts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly send: (call: Call) => Promise<Hash>
  readonly sign: (text: string) => Promise<unknown>
  readonly request: WalletRequest
  readonly journal: Journal
  readonly exclusive: Exclusive
  /** Reads logs, see `recentPayments`. */
  readonly scanRpc?: Rpc
}

/**
 * The account of a connected wallet. One call is one transaction; several are one atomic batch, where the wallet can.
 */
export function eoaAccount(parts: EoaAccountParts): Account {
  return {
    kind: 'eoa',
    address: parts.address,
    safe: null,
    activity: eoaActivity(parts),
    async recentPayments(since) {
      const { recentPayments } = await import('./recentPayments.ts')
      return recentPayments(parts, since)
    },
    async status(submission) {
      const { submissionStatus } = await import('./entryStatus.ts')
      return readChain(() => submissionStatus(parts, submission))
    },
    batching: () => readBatching(parts.request, parts.address),
    submit: (calls, how) =>
      parts.exclusive(async () => {
        if (calls.length === 1) return sendOne(parts, calls, how.since)
        const { sendBatch } = await import('./sendBatch.ts')
        return sendBatch(parts, calls, how.since)
      }, how.signal),
    signMessage: (text) => parts.exclusive(() => signText(parts, text)),
    // A key signs at once or not at all: nobody keeps what was asked.
    messageSignature: async () => null,
  }
}

async function signText(parts: EoaAccountParts, text: string): Promise<MessageSignature> {
  if (!isSignable(text)) throw new PortalError('refused', 'The text holds halves of characters.')
  // Before anything is loaded: some phones open the wallet only directly after a tap.
  const answer = await parts.sign(text).catch((cause: unknown) => {
    throw signError(cause)
  })
  const { checkedAnswer } = await import('./signMessage.ts')
  return checkedAnswer(parts, text, answer)
}

async function sendOne(
  parts: EoaAccountParts,
  calls: readonly Call[],
  since: bigint | null,
): Promise<Submission> {
  const { address, journal } = parts
  const [call] = calls
  if (!call) throw new PortalError('refused', 'There is nothing to pay.')
  const entry: JournalEntry = {
    id: crypto.randomUUID(),
    calls,
    askedAt: Date.now(),
    hashes: [],
    nonces: [],
    state: 'asked',
    batchId: null,
    since,
  }
  // Before the question, so that a page that closes now still knows that it asked.
  journal.put(entry)
  const hash = await parts.send(call).catch((cause: unknown) => {
    const error = findPortalError(cause) ?? sendError(cause)
    if (error.kind !== 'unknown-result') journal.remove(entry.id)
    throw error
  })
  // Written at once: a page may die while it asks for the nonce.
  journal.put({ ...entry, hashes: [hash], nonces: [null], state: 'sent' })
  const nonce = await nonceOf(parts.rpc, hash)
  if (nonce !== null) journal.put({ ...entry, hashes: [hash], nonces: [nonce], state: 'sent' })
  return { kind: 'sent', from: address, calls, hash, nonce: nonce === null ? null : BigInt(nonce), since }
}

/** So long (ms) is waited for the nonce of what was sent: it only tells later whether something replaced it. */
const NONCE_DEADLINE = 4_000

/**
 * The nonce that the wallet really used, as two operators tell it; null otherwise. A guess from the pending count could be
 * another transaction's, and a nonce that one operator makes up would read as replaced.
 */
async function nonceOf(rpc: Rpc, hash: Hash): Promise<number | null> {
  const read = (node: Rpc) => getNonceOf(node, hash)
  const reported = await withDeadline(
    readWithQuorum(rpc, read, (nonce) => nonce?.toString() ?? null),
    NONCE_DEADLINE,
  ).catch(() => null)
  // Where there is one operator only, nothing is proven by it later either.
  const counts = reported?.kind === 'agreed' || (reported?.kind === 'alone' && rpc.witnesses === undefined)
  return counts ? reported.value : null
}
