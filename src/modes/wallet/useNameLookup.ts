import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getEnsNameQueryKey } from 'wagmi/query'
import type { Address } from '#chain/money/Address.ts'
import { isBnbName } from '#chain/names/bnbName.ts'
import { setAccountName } from './accountName.ts'

/** RainbowKit looks up names on Ethereum only. */
const ETHEREUM_ID = 1

/** Looks up the name of the connected account, for the header and for RainbowKit's dialog. */
export function useNameLookup(address: Address | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    setAccountName(null)
    if (!address) return
    let wanted = true
    void lookUp(client, address).then((name) => {
      if (wanted && name !== null) setAccountName({ address, name })
    })
    return () => {
      wanted = false
    }
  }, [client, address])
}

/**
 * RainbowKit never queries Ethereum here, because wagmi only has BSC, but it shows the cached answer under wagmi's
 * key for Ethereum. So BSC's answer is stored there, for as long as any name.
 */
async function lookUp(client: QueryClient, address: Address): Promise<string | null> {
  const queryKey = getEnsNameQueryKey({ address, chainId: ETHEREUM_ID })
  try {
    const name = await client.fetchQuery<unknown>({
      queryKey,
      // The endpoints have already been tried in turn.
      retry: false,
      async queryFn() {
        const [{ bscRpc }, { readName }] = await Promise.all([
          import('#chain/rpc/bscRpc.ts'),
          import('#chain/names/spaceId.ts'),
        ])
        return readName(bscRpc, address)
      },
    })
    return isBnbName(name) ? name : null
  } catch {
    // An account without a name is shown by its address; no message is needed.
    client.removeQueries({ queryKey })
    return null
  }
}
