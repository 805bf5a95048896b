import { createPublicClient, formatEther, http, type PublicClient, parseEther } from 'viem'
import type { HostPage } from '../../safe-app/local/playwright.ts'
import { ask, granted } from './sdkCalls.ts'

let serial = 0n

/** An amount in wei that no other test of this worker sends, to identify its row in the queue. */
export function unique(): bigint {
  serial += 1n
  return parseEther('0.001') + serial * 10n ** 12n
}

/** Reads the chain directly, without the service or the host. */
export function chainReader(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl) })
}

/** An app's send request: BNB to one receiver. */
export function sendingTo(to: string, value: bigint) {
  return [{ to, value: value.toString(), data: '0x' }]
}

/** Moves the transaction before all queued ones, so that it can be executed without them. */
export async function takeCurrentNonce(host: HostPage): Promise<void> {
  const { nonce } = granted(await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getInfo()))
  await host.fillNonce(nonce)
}

/** The nonce in the service's details. */
export function nonceOf(details: { detailedExecutionInfo?: unknown }): number {
  return (details.detailedExecutionInfo as { nonce: number }).nonce
}

/** The name of a row in the queue; the amount distinguishes it from others at the same nonce. */
export function rowName(nonce: number, value: bigint, to: string): RegExp {
  return new RegExp(`^Nonce ${nonce}: Send ${formatEther(value).replace('.', '\\.')} BNB to ${to}`)
}
