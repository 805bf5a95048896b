import type { Address } from 'viem'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { sendSync } from '../../safe-app/chain/sendSync.ts'

/** Nobody's account, so that no one's nonce, balance or history changes. */
const PASSER_BY: Address = '0x00000000000000000000000000000000B05Bb10c'

/** Time between two transactions (ms). The portal looks for one in about a hundred blocks. */
const EVERY = 60_000

/**
 * Puts a transaction on the chain every minute. On BNB Smart Chain no block is empty, and an RPC that shows no recent
 * transaction is a fault there. Returns a function that ends it.
 */
export async function keepBusy(client: ChainClient): Promise<() => void> {
  await client.impersonateAccount({ address: PASSER_BY })
  await client.setBalance({ address: PASSER_BY, value: 10n ** 21n })
  const timer = setInterval(() => {
    // A chain that has stopped needs no transactions.
    sendSync(client, { from: PASSER_BY, to: PASSER_BY, gas: 21_000n }).catch(() => {})
  }, EVERY)
  return () => clearInterval(timer)
}
