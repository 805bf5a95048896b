import { vi } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** Every JSON-RPC call that the page has sent in this test. */
export type SentCalls = readonly Pick<Call, 'method' | 'params'>[]

/**
 * Lets `rpc` answer for both operators of `componentEnv.ts`, over `fetch`, so that the portal's own client runs.
 * `null`: nobody answers. Returns the calls that arrive from now on.
 */
export function answerNodes(rpc: Rpc | null): SentCalls {
  const sent: Call[] = []
  vi.stubGlobal('fetch', async (_url: unknown, { body }: { readonly body: string }) => {
    if (rpc === null) throw new TypeError('Failed to fetch')
    const document = JSON.parse(body) as Call | readonly Call[]
    const calls = [document].flat() as readonly Call[]
    sent.push(...calls.filter(({ method }) => method !== 'eth_chainId'))
    const answers = await Promise.all(calls.map((call) => answerOne(rpc, call)))
    return new Response(JSON.stringify(Array.isArray(document) ? answers : answers[0]))
  })
  return sent
}

async function answerOne(rpc: Rpc, { id, method, params }: Call): Promise<object> {
  if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x38' }
  try {
    return { jsonrpc: '2.0', id, result: await rpc(method, params) }
  } catch (error) {
    const { code, message, data } = error instanceof RpcError ? error : { code: -32603, message: `${error}` }
    return { jsonrpc: '2.0', id, error: { code, message, data } }
  }
}
