import { useQuery } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { erc20Abi, readContract } from '#chain/rpc/readContract.ts'

/** Decimals of a token by its contract, from the chain; null while that is not known. */
export function useTokenDecimals(contract: Address | null) {
  return useQuery({
    queryKey: ['decimals', 56, contract],
    queryFn: () =>
      readChain(() =>
        contract === null
          ? Promise.resolve(null)
          : readContract(bscRpc, { address: contract, abi: erc20Abi }, 'decimals'),
      ),
    enabled: contract !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
