import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Submission } from '#account/Account.ts'
import { visiblePause } from '#account/polling.ts'
import type { Journal, JournalEntry } from '#account/wallet/journal.ts'
import type { Address } from '#chain/money/Address.ts'
import { getMinedCount } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement, type Settlement } from '#chain/settlement/settlement.ts'
import { walletStatus } from '#chain/settlement/walletStatus.ts'
import { batchedStatus } from './callsStatus.ts'
import type { WalletRequest } from './sendBatch.ts'

/** How often (ms) the chain is polled. */
const POLL = 4_000

/** The sender of a transaction and its nonce. */
type Sender = { readonly from: Address; readonly nonce: number }

const sender = v.object({
  from: v.pipe(
    v.string(),
    v.regex(/^0x[0-9a-fA-F]{40}$/),
    v.transform((text) => text as Address),
  ),
  nonce: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,12}$/), v.transform(Number)),
})

/**
 * Resolves when a transaction is in a final block, as far as the configured operators can tell, with what became of
 * it there. Waits without a time limit and survives failed reads.
 * @throws when another transaction of the sender has used its nonce, so that this one can never be mined
 */
export async function settled(
  rpc: Rpc,
  hash: Hash,
  pause: (ms: number) => Promise<void> = visiblePause,
): Promise<'success' | 'reverted'> {
  let sent: Sender | null = null
  for (;;) {
    let replaced = false
    try {
      const settlement = await readSettlement(rpc, hash)
      if (settlement.kind !== 'missing' && isAsFinalAsItGets(rpc, settlement)) {
        return settlement.receipt.status === '0x1' ? 'success' : 'reverted'
      }
      sent ??= v.parse(v.nullable(sender), await rpc('eth_getTransactionByHash', [hash]))
      replaced = settlement.kind === 'missing' && sent !== null && (await isReplaced(rpc, hash, sent))
    } catch {
      // A network error says nothing about the transaction.
    }
    if (replaced) throw new Error(`Another transaction used nonce ${sent?.nonce}.`)
    await pause(POLL)
  }
}

/** With only one operator, its report of finality must do: a second one would never come. */
function isAsFinalAsItGets({ witnesses }: Rpc, found: Exclude<Settlement, { kind: 'missing' }>): boolean {
  return found.kind === 'final' || (witnesses === undefined && found.lacks === 'second-operator')
}

async function isReplaced(rpc: Rpc, hash: Hash, { from, nonce }: Sender): Promise<boolean> {
  if ((await getMinedCount(rpc, from)) <= nonce) return false
  // It may have been mined between the two reads.
  return (await readSettlement(rpc, hash)).kind === 'missing'
}

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  readonly request: WalletRequest
}

/**
 * The payment statuses of a wallet submission, in the order of its calls. @throws when the chain cannot be
 * read
 */
export async function submissionStatus(
  parts: Parts,
  submission: Submission,
): Promise<readonly PaymentStatus[]> {
  switch (submission.kind) {
    case 'sent': {
      const { from, calls, hash, nonce, since } = submission
      const [call] = calls
      return call ? [await walletStatus(parts.rpc, { from, call, hash, nonce, since })] : []
    }
    case 'batched':
      return batchedStatus(parts, submission)
    case 'proposed':
      return submission.calls.map(() => ({ kind: 'unknown', why: 'not-ours', hash: null }))
  }
}

/** The status of a journal entry: that of its least settled payment. @throws when the chain cannot be read */
export async function entryStatus(parts: Parts, entry: JournalEntry): Promise<PaymentStatus> {
  const { calls, hashes, nonces, batchId, since } = entry
  const from = parts.address
  // The batch id is known before the request, so the status can be queried without an answer.
  if (batchId !== null) {
    const submission = {
      kind: 'batched',
      from,
      calls,
      id: batchId,
      hash: hashes.at(-1) ?? null,
      since,
    } as const
    return leastSettled(await batchedStatus(parts, submission))
  }
  const sent = hashes.flatMap((hash, index) => {
    const nonce = nonces[index] ?? null
    return calls[index]
      ? [{ from, call: calls[index], hash, nonce: nonce === null ? null : BigInt(nonce), since }]
      : []
  })
  // Older entries sent calls one by one. Those after the last hash have no answer, and the first ones do not
  // decide their status.
  if (entry.state === 'asked' || sent.length === 0 || sent.length < calls.length) {
    return { kind: 'unknown', why: 'no-answer', hash: null }
  }
  return leastSettled(await Promise.all(sent.map((payment) => walletStatus(parts.rpc, payment))))
}
