import * as v from 'valibot'
import type { Address, Hash } from 'viem'
import { visiblePause } from '#account/polling.ts'
import { getMinedCount } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readSettlement, type Settlement } from '#chain/settlement/settlement.ts'

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
