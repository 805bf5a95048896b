import * as v from 'valibot'
import type { Hash } from 'viem'
import type { Submission } from '#account/Account.ts'
import { visiblePause } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { getMinedCount } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement, type Settlement } from '#chain/settlement/settlement.ts'
import { walletStatus } from '#chain/settlement/walletStatus.ts'
import { batchedStatus } from './callsStatus.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { WalletRequest } from './sendBatch.ts'

/** How often (ms) the chain is asked. */
const POLL = 4_000

/** Who sent a transaction, and as which of theirs. */
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
 * Resolves when a transaction stands in a final block, as far as the configured operators can tell, however long that takes and whatever fails in between.
 * @throws when another transaction of the sender has used its nonce: this one can never be mined
 */
export async function settled(
  rpc: Rpc,
  hash: Hash,
  pause: (ms: number) => Promise<void> = visiblePause,
): Promise<void> {
  let sent: Sender | null = null
  for (;;) {
    let replaced = false
    try {
      const settlement = await readSettlement(rpc, hash)
      if (isAsFinalAsItGets(rpc, settlement)) return
      sent ??= v.parse(v.nullable(sender), await rpc('eth_getTransactionByHash', [hash]))
      replaced = settlement.kind === 'missing' && sent !== null && (await isReplaced(rpc, hash, sent))
    } catch {
      // A fault of the network says nothing about the transaction.
    }
    if (replaced) throw new Error(`Another transaction used nonce ${sent?.nonce}.`)
    await pause(POLL)
  }
}

/** Where one operator is all there is, its word on finality has to do: waiting for another one would never end. */
function isAsFinalAsItGets({ witnesses }: Rpc, settlement: Settlement): boolean {
  if (settlement.kind !== 'mined') return settlement.kind === 'final'
  return witnesses === undefined && settlement.lacks === 'second-operator'
}

async function isReplaced(rpc: Rpc, hash: Hash, { from, nonce }: Sender): Promise<boolean> {
  if ((await getMinedCount(rpc, from)) <= nonce) return false
  // It may have been mined between the two questions.
  return (await readSettlement(rpc, hash)).kind === 'missing'
}

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  readonly request: WalletRequest
}

/** Where the payments of what a wallet was asked for stand, in the order of its calls. @throws when the chain cannot be read */
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

/** Where what the journal holds stands: the least settled of its payments. @throws when the chain cannot be read */
export async function entryStatus(parts: Parts, entry: JournalEntry): Promise<PaymentStatus> {
  const { calls, hashes, nonces, batchId, since } = entry
  const from = parts.address
  // The name of a batch is known before the wallet is asked, so it can be asked after without an answer.
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
  // Once, calls were sent one by one: those behind the last hash were never answered, and the first do not speak for them.
  if (entry.state === 'asked' || sent.length === 0 || sent.length < calls.length) {
    return { kind: 'unknown', why: 'no-answer', hash: null }
  }
  return leastSettled(await Promise.all(sent.map((payment) => walletStatus(parts.rpc, payment))))
}
