import { createClient, defineChain, http } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Network } from '../../chain/Network.ts'

let counter = 0

/** Forwards one JSON-RPC call unchanged; throws with the node's message if it answers with an error. */
export async function request(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  counter += 1
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: counter, method, params }),
  })
  const body = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (body.error) throw new Error(body.error.message)
  return body.result
}

/**
 * A client of the local chain for viem's single actions, which keep the page small. With an account, it signs
 * locally: the node only gets raw transactions.
 */
export function client({ id, name, coin }: Network, rpcUrl: string, account: LocalAccount) {
  const chain = defineChain({
    id,
    name: `${name} (local)`,
    nativeCurrency: { name: coin.name, symbol: coin.symbol, decimals: coin.decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createClient({ account, chain, transport: http(rpcUrl), pollingInterval: 100 })
}
