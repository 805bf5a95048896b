import * as Call from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { influencers, owners } from '../../safe-app/accounts.ts'
import { amountOf } from './amountOf.ts'
import { type Proposal, propose } from './ServiceClient.ts'
import { treasury } from './safes.ts'
import { TREASURY_NONCE } from './story.ts'

const [ada, ben, cleo] = owners
const [, , , , hana, ivo] = influencers
const HOUR = 3_600_000

/** The treasury's queue: a payment that one owner wants and another rejects, and one after it. */
export function waiting(now: number): readonly Proposal[] {
  const first = SafeTx.fromCall(Call.transfer(hana.address, amountOf('400', 'USDT')), TREASURY_NONCE)
  const second = SafeTx.fromCall(Call.transfer(ivo.address, amountOf('150', 'USDC')), TREASURY_NONCE + 1n)
  const rejection = SafeTx.rejection(treasury.address, TREASURY_NONCE)
  return [
    { safe: treasury, tx: first, signers: [ada], note: 'Campaign 9, hiking series', at: now - 20 * HOUR },
    { safe: treasury, tx: rejection, signers: [ben], at: now - 18 * HOUR },
    { safe: treasury, tx: second, signers: [cleo], note: 'Campaign 9, ink tutorial', at: now - 2 * HOUR },
  ]
}

/** Proposes the queue to the service; proposals that it has stay unchanged. */
export async function fillQueue(serviceUrl: string, now: number): Promise<void> {
  for (const proposal of waiting(now)) await propose(serviceUrl, proposal)
}
