import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { domain, domainTypes, type SafeTx, safeTxTypes } from './SafeTx.ts'

/**
 * A transaction of a Safe on BSC as the JSON that `eth_signTypedData_v4` takes: its hash is the safeTxHash. Amounts are
 * decimal texts, which every wallet reads exactly. @param version since 1.3.0: the chain id is part of the domain
 */
export function safeTxTypedData(safe: Address, tx: SafeTx, version: string): string {
  return JSON.stringify(
    {
      types: { ...domainTypes, ...safeTxTypes },
      primaryType: 'SafeTx',
      domain: domain(safe, version, BSC_CHAIN_ID),
      message: tx,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  )
}
