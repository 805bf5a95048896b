import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { domain, domainTypes, type SafeTx, safeTxTypes } from './SafeTx.ts'

/**
 * A Safe transaction on BSC as JSON for `eth_signTypedData_v4`; its hash is the safeTxHash. Amounts are
 * decimal strings, which every wallet parses exactly.
 * @param version since 1.3.0, because the chain id is part of the domain
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
