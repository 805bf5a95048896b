import { RpcError } from './RpcError.ts'

let counter = 0

/** Sends a request to the node; forwards its error codes and data. */
export async function node(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  counter += 1
  const body = JSON.stringify({ jsonrpc: '2.0', id: counter, method, params })
  let answer: { result?: unknown; error?: { code: number; message: string; data?: unknown } }
  try {
    const headers = { 'content-type': 'application/json' }
    answer = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
  } catch {
    throw new RpcError(-32603, 'The wallet does not reach its node.')
  }
  if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}
