import type { SafeTx } from '#safe/tx/SafeTx.ts'
import type { SafeRef } from './SafeRef.ts'
import * as Service from './Service.ts'
import { isBefore130 } from './safeContracts.ts'

/**
 * A SafeTx with the service's estimate as `safeTxGas`, as Safe{Wallet} proposes it for a Safe before 1.3.0: there the call may
 * run out of gas, which uses up the nonce. Any later Safe's is returned unchanged. Throws ServiceError.
 */
export async function withEstimatedGas(gatewayUrl: string, safe: SafeRef, tx: SafeTx): Promise<SafeTx> {
  if (!isBefore130(safe.version)) return tx
  const path = `/safes/${safe.address}/multisig-transactions/estimations`
  const { safeTxGas } = await Service.post<{ safeTxGas: string }>(v2(gatewayUrl), path, {
    to: tx.to,
    value: `${tx.value}`,
    data: tx.data,
    operation: tx.operation,
  })
  return { ...tx, safeTxGas: BigInt(safeTxGas) }
}

/** The estimation has no route in the gateway's first version. */
function v2(gatewayUrl: string): string {
  return gatewayUrl.replace(/\/v1(?=\/chains\/\d+$)/, '/v2')
}
