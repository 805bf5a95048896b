import type { Hash } from 'viem'
import type { MadePayment, PaymentsMade, Since } from '#account/PaymentsMade.ts'
import { batchName } from '#account/payout/Payout.ts'
import type { Address } from '#chain/Address.ts'
import { asTransfer, fromTransfer, transfersOf } from '#chain/Call.ts'
import { getBlockNumber, getMinedCount, getNonceOf } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import { readSentTransfers, type SentTransfer } from '#chain/sentTransfers.ts'
import { readSettlement } from '#chain/settlement.ts'
import * as Token from '#chain/Token.ts'
import type { Journal, JournalEntry } from './journal.ts'

type Parts = { readonly address: Address; readonly rpc: Rpc; readonly journal: Journal }

/** Blocks that are looked through without a block to begin at: some two hours, four questions. */
const USUAL_BLOCKS = 20_000n
/** So far back logs are asked for at most. */
const MOST_BLOCKS = 200_000n

/**
 * What a wallet's account has paid: what this browser asked for, and what token contracts logged. BNB leaves no log, and
 * nodes may refuse them, so what other wallets and devices sent can be missing: that is a gap, not an error.
 */
export async function paymentsMade(parts: Parts, since: Since): Promise<PaymentsMade> {
  const { address, rpc, journal } = parts
  const entries = journal.list().filter(({ askedAt }) => askedAt >= since.at)
  return readChain(async () => {
    const [block, nonce, remembered] = await Promise.all([
      getBlockNumber(rpc, 'latest'),
      getMinedCount(rpc, address),
      Promise.all(entries.map((entry) => ofEntry(rpc, address, entry))),
    ])
    const known = new Set(entries.flatMap(({ hashes }) => hashes.map((hash) => hash.toLowerCase())))
    const logged = await readLogged(rpc, address, entries, since.block, block)
    const others = [...(logged ?? [])].filter(([hash]) => !known.has(hash))
    return {
      payments: [
        ...remembered.flat(),
        ...(await Promise.all(others.map(([hash, transfers]) => ofLogs(rpc, address, hash, transfers)))),
      ],
      gaps:
        logged === null
          ? ['What other wallets and devices sent from this account could not be read.']
          : ['BNB that other wallets and devices sent from this account is not seen.'],
      position: { block, nonce: BigInt(nonce) },
    }
  })
}

/** One payment for each transaction that was sent, and one for a question that was never answered. */
async function ofEntry(rpc: Rpc, from: Address, entry: JournalEntry): Promise<readonly MadePayment[]> {
  const { id, calls, hashes, nonces, batchId, askedAt: at, state } = entry
  if (batchId !== null) {
    const [hash = null] = hashes
    const submission = { kind: 'batched' as const, from, calls, id: batchId, hash }
    const stands = hash ? await stateOf(rpc, hash) : state
    return [{ id: batchName(batchId), submission, state: stands, transfers: transfersOf(calls), at }]
  }
  const sent = await Promise.all(
    hashes.map(async (hash, index): Promise<MadePayment> => {
      const own = calls.slice(index, index + 1)
      return {
        id: hash.toLowerCase(),
        submission: { kind: 'sent', from, calls: own, hashes: [hash], nonces: [nonces[index] ?? null] },
        state: await stateOf(rpc, hash),
        transfers: transfersOf(own),
        at,
      }
    }),
  )
  const open = state === 'asked' ? calls.slice(hashes.length, hashes.length + 1) : []
  return open.length === 0
    ? sent
    : [...sent, { id, submission: null, state: 'asked', transfers: transfersOf(open), at }]
}

async function stateOf(rpc: Rpc, hash: Hash): Promise<'sent' | 'executed' | 'failed'> {
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return 'sent'
  return settlement.receipt.status === '0x0' ? 'failed' : 'executed'
}

/** Transfers by their transaction, from `first` or some hours ago; null where no node tells. */
async function readLogged(
  rpc: Rpc,
  from: Address,
  entries: readonly JournalEntry[],
  first: bigint | null,
  head: bigint,
): Promise<ReadonlyMap<Hash, readonly SentTransfer[]> | null> {
  const asked = entries.flatMap(({ calls }) => calls.flatMap((call) => asTransfer(call)?.token ?? []))
  const pinned = Token.pinned.flatMap(({ address }) => address ?? [])
  const start = first ?? head - USUAL_BLOCKS
  if (head - start > MOST_BLOCKS) return null
  try {
    const found = await readSentTransfers(
      rpc,
      from,
      [...new Set([...pinned, ...asked])],
      start > 0n ? start : 0n,
      head,
    )
    const byHash = new Map<Hash, SentTransfer[]>()
    for (const transfer of found) byHash.set(transfer.hash, [...(byHash.get(transfer.hash) ?? []), transfer])
    return byHash
  } catch {
    return null
  }
}

async function ofLogs(
  rpc: Rpc,
  from: Address,
  hash: Hash,
  logged: readonly SentTransfer[],
): Promise<MadePayment> {
  const transfers = logged.map(({ token, to, value }) => ({ token, to, value }))
  const calls = transfers.map(fromTransfer)
  const nonce = await getNonceOf(rpc, hash).catch(() => null)
  return {
    id: hash,
    submission:
      calls.length === 1
        ? { kind: 'sent', from, calls, hashes: [hash], nonces: [nonce] }
        : { kind: 'batched', from, calls, id: '', hash },
    state: 'executed',
    transfers,
    at: null,
  }
}
