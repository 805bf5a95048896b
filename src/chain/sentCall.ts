import * as v from 'valibot'
import type { Hash } from 'viem'
import { address, hex, quantity } from './questions.ts'
import type { Rpc } from './Rpc.ts'

const sentCall = v.object({
  hash: hex,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  input: hex,
})

/** What a transaction asked of the chain: `value` in wei, `input` in lower case, `to` null when it makes a contract. */
export type SentCall = Omit<v.InferOutput<typeof sentCall>, 'hash'>

/** What a transaction asked for; null when the node does not know it. @throws when the answer is of another one */
export async function getSentCall(rpc: Rpc, hash: Hash): Promise<SentCall | null> {
  const found = v.parse(v.nullable(sentCall), await rpc('eth_getTransactionByHash', [hash]))
  if (found && found.hash !== hash.toLowerCase()) throw new Error('Another transaction')
  return found
}
