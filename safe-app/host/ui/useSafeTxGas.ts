import { useEffect, useState } from 'react'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import { withEstimatedGas } from '../chain/estimatedGas.ts'
import type { SafeRef } from '../chain/SafeRef.ts'
import { isBefore130 } from '../chain/safeContracts.ts'

type Answer = { readonly key: string; readonly gas: bigint | null; readonly fault: string | null }

/**
 * The `safeTxGas` to propose: that of the transaction, or the service's estimate for a Safe before 1.3.0. `gas` is null until
 * the estimate is there.
 */
export function useSafeTxGas(
  gatewayUrl: string,
  safe: SafeRef,
  tx: SafeTx | null,
): { readonly gas: bigint | null; readonly fault: string | null } {
  const estimated = tx !== null && isBefore130(safe.version)
  const key = estimated ? [safe.address, tx.to, tx.value, tx.data, tx.operation].join() : ''
  const [answer, setAnswer] = useState<Answer>({ key: '', gas: null, fault: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request
  useEffect(() => {
    if (!estimated) return
    let stale = false
    const keep = (gas: bigint | null, fault: string | null) => {
      if (!stale) setAnswer({ key, gas, fault })
    }
    withEstimatedGas(gatewayUrl, safe, tx).then(
      ({ safeTxGas }) => keep(safeTxGas, null),
      (error: unknown) => keep(null, error instanceof Error ? error.message : String(error)),
    )
    return () => {
      stale = true
    }
  }, [key, gatewayUrl])
  if (!estimated) return { gas: tx?.safeTxGas ?? null, fault: null }
  return answer.key === key ? answer : { gas: null, fault: null }
}
