import type { Hash } from 'viem'
import type { Account } from '#account/Account.ts'
import type { Attestation } from '#account/Attestation.ts'
import type { Exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/Address.ts'
import type { Call } from '#chain/Call.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { getBlockNumber, getNonceOf } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import { isSignable } from '#chain/signable.ts'
import { batchOutcome } from './batchOutcome.ts'
import { eoaActivity } from './eoaActivity.ts'
import { eoaOutcome } from './eoaOutcome.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { sendBatch } from './sendBatch.ts'
import { readBatching, type WalletRequest } from './walletBatching.ts'
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
}

/**
 * The account of a connected wallet. Several calls are several transactions, asked for one after another; or one atomic
 * batch, where the caller wants it and the wallet can.
 */
export function eoaAccount(parts: EoaAccountParts): Account {
  return {
    kind: 'eoa',
    address: parts.address,
    safe: null,
    activity: eoaActivity(parts),
    async paymentsMade(since) {
      const { paymentsMade } = await import('./paymentsMade.ts')
      return paymentsMade(parts, since)
    },
    outcome: async (submission) => {
      switch (submission.kind) {
        case 'sent':
          return readChain(() => eoaOutcome(parts.rpc, submission))
        case 'batched':
          return readChain(() => batchOutcome(parts, submission))
        default:
          return { kind: 'unknown', reason: 'Not sent by this wallet.' }
      }
    },
    batching: () => readBatching(parts.request, parts.address),
    submit: (calls, how) =>
      parts.exclusive(() =>
        how?.atomic && calls.length > 1 ? sendBatch(parts, calls) : sendAll(parts, calls),
      ),
    attest: (text) => parts.exclusive(() => signText(parts, text)),
    // A key signs at once or not at all: nobody keeps what was asked.
    attestation: async () => null,
  }
}

async function signText(parts: EoaAccountParts, text: string): Promise<Attestation> {
  if (!isSignable(text)) throw new PortalError('refused', 'The text holds halves of characters.')
  // Before anything is loaded: some phones open the wallet only directly after a tap.
  const answer = await parts.sign(text).catch((cause: unknown) => {
    throw signError(cause)
  })
  const { checkedAnswer } = await import('./attest.ts')
  return checkedAnswer(parts, text, answer)
}

async function sendAll(parts: EoaAccountParts, calls: readonly Call[]): Promise<Submission> {
  const { address, journal } = parts
  let entry: JournalEntry = {
    id: crypto.randomUUID(),
    calls,
    askedAt: Date.now(),
    hashes: [],
    nonces: [],
    state: 'asked',
    batchId: null,
    since: null,
  }
  // Not waited for: some phones open the wallet only directly after a tap.
  const block = getBlockNumber(parts.rpc, 'latest').catch(() => null)
  for (const call of calls) {
    // Before the question, so that a page that closes now still knows that it asked.
    journal.put({ ...entry, state: 'asked' })
    const hash = await parts.send(call).catch((cause: unknown) => {
      const error = findPortalError(cause) ?? sendError(cause)
      if (error.kind !== 'unknown-result') forget(journal, entry)
      if (entry.hashes.length > 0 && error.kind !== 'unknown-result') return null
      throw error
    })
    if (hash === null) break
    const [nonce, asked] = await Promise.all([nonceOf(parts.rpc, hash), block])
    const since = asked === null ? null : asked > SLOW_ANSWER ? asked - SLOW_ANSWER : 0n
    const [hashes, nonces] = [
      [...entry.hashes, hash],
      [...entry.nonces, nonce],
    ]
    entry = { ...entry, hashes, nonces, since, state: 'sent' }
    journal.put(entry)
  }
  const { hashes, nonces, since } = entry
  return { kind: 'sent', from: address, calls, hashes, nonces, ...(since !== null && { since }) }
}

/** Blocks that may pass before a node answers which one is the newest, while the wallet sends already. */
const SLOW_ANSWER = 100n

/** Nothing was sent by the last question: the entry goes, or falls back to what was sent before it. */
function forget(journal: Journal, entry: JournalEntry): void {
  if (entry.hashes.length === 0) journal.remove(entry.id)
  else journal.put(entry)
}

/** The nonce that the wallet really used; a guess from the pending count could be another transaction's. */
async function nonceOf(rpc: Rpc, hash: Hash): Promise<number | null> {
  try {
    return await getNonceOf(rpc, hash)
  } catch {
    return null
  }
}
