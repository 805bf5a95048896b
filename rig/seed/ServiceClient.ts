import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { sign } from './SafeActs.ts'
import type { SeededSafe } from './safes.ts'

/** A proposal for the service with its signatures. `at` is unix ms, the date that will be shown. */
export type Proposal = {
  readonly safe: SeededSafe
  readonly tx: SafeTx.SafeTx
  /** The first proposes, the others confirm. */
  readonly signers: readonly [Persona, ...Persona[]]
  readonly note?: string
  readonly at: number
}

const HOUR = 3_600_000

/**
 * Proposes through the service's own routes, like a wallet. Does nothing if the service has the transaction.
 */
export async function propose(serviceUrl: string, { safe, tx, signers, note, at }: Proposal): Promise<void> {
  const chain = `${serviceUrl}/v1/chains/${BSC_CHAIN_ID}`
  const safeTxHash = SafeTx.hash(safe.address, tx, safe.version)
  if ((await fetch(`${chain}/transactions/${safeTxHash}`)).ok) return
  const [proposer, ...others] = signers
  await post(`${serviceUrl}/rig/clock`, { now: at })
  try {
    await post(`${chain}/transactions/${safe.address}/propose`, {
      to: tx.to,
      value: `${tx.value}`,
      data: tx.data,
      nonce: `${tx.nonce}`,
      operation: tx.operation,
      safeTxGas: `${tx.safeTxGas}`,
      baseGas: `${tx.baseGas}`,
      gasPrice: `${tx.gasPrice}`,
      gasToken: tx.gasToken,
      refundReceiver: tx.refundReceiver,
      safeTxHash,
      sender: proposer.address,
      signature: await sign(safe, tx, proposer),
      origin: JSON.stringify({
        url: 'http://localhost:5173',
        name: 'Influencer Portal',
        ...(note ? { note } : {}),
      }),
    })
    for (const [index, signer] of others.entries()) {
      await post(`${serviceUrl}/rig/clock`, { now: at + (index + 1) * HOUR })
      await post(`${chain}/transactions/${safeTxHash}/confirmations`, {
        signature: await sign(safe, tx, signer),
      })
    }
  } finally {
    await post(`${serviceUrl}/rig/clock`, { now: null })
  }
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`The service answered ${response.status} to ${url}: ${answer}`)
}
