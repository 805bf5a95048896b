import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { componentEnv } from './componentEnv.ts'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** A node, or the failure of its endpoint: with a response of its own, or with none (`null`). */
export type FakeNode = Rpc | Failing | null
type Sending = { readonly body?: string; readonly signal?: AbortSignal }
type Failing = () => Response | Promise<Response>

/** The texts that the page has sent in this test: URLs and bodies. */
export type SentTexts = readonly string[]

/**
 * Answers the page's requests from now on, so that the portal's own clients run.
 * @param nodes one for each operator of `componentEnv.ts`, or one for both
 * @param service answers the Safe gateway; without it, nothing does
 */
export function answerNodes(
  nodes: FakeNode | readonly FakeNode[],
  service: ((path: string) => Response | Promise<Response>) | null = null,
): SentTexts {
  const sent: string[] = []
  const answer = async (target: string | URL, { body = '', signal }: Sending = {}) => {
    const url = String(target)
    sent.push(`${url} ${body}`)
    return Promise.race([answerFetch(url, body), aborted(signal)])
  }
  // Not a stub, which a test may undo while its page is still asking: that would reach the network.
  globalThis.fetch = answer as typeof fetch
  async function answerFetch(url: string, body: string): Promise<Response> {
    const place = componentEnv.rpcUrls.indexOf(url)
    const node = Array.isArray(nodes) ? (nodes[place] as FakeNode) : (nodes as FakeNode)
    if (place < 0 && service) return service(url.replace(componentEnv.gatewayUrl, ''))
    if (place < 0 || node === null) throw new TypeError('Failed to fetch')
    if (node.length === 0) return (node as Failing)()
    const document = JSON.parse(body) as Call | readonly Call[]
    const calls = [document].flat() as readonly Call[]
    const answers = await Promise.all(calls.map((call) => answerOne(node as Rpc, call)))
    return new Response(JSON.stringify(Array.isArray(document) ? answers : answers[0]))
  }
  return sent
}

/** Rejects when the page stops waiting. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

async function answerOne(rpc: Rpc, { id, method, params }: Call): Promise<object> {
  try {
    const result = method === 'eth_chainId' ? await chainOf(rpc) : await rpc(method, params)
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    // The client remembers for an hour, beyond the test, that a method is not served.
    const isOwn = error instanceof RpcError && error.code !== NOT_SERVED
    const { code, message, data } = isOwn
      ? error
      : { code: -32603, message: `internal: ${error}`, data: undefined }
    return { jsonrpc: '2.0', id, error: { code, message, data } }
  }
}

/** The code of a method that a node does not have. */
const NOT_SERVED = -32601

/** Nodes are of BNB Smart Chain by default. */
function chainOf(rpc: Rpc): Promise<unknown> {
  return rpc('eth_chainId').catch(() => '0x38')
}
