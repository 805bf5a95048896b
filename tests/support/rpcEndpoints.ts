import { readJson } from '../../safe-app/service/http/answer.ts'
import { type Listening, listen } from '../../safe-app/service/http/listen.ts'

export type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
export type Row = { readonly id: number; readonly result?: unknown; readonly error?: unknown }
/** An endpoint's whole answer, instead of single rows. */
export type Whole = {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}
export type Endpoint = Listening & { readonly requests: Asked[][] }

/** Every server that a test started here; `stopEndpoints` stops them. */
export const running: Listening[] = []

export async function stopEndpoints(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()))
}

/** An endpoint on chain 56 that answers every method with its own name and the method's name. */
export const honest =
  (name: string, chainId: unknown = '0x38') =>
  ({ id, method }: Asked): Row => ({ id, result: method === 'eth_chainId' ? chainId : `${name}:${method}` })

/**
 * Starts an endpoint; `answer` returns one row of the batch. If `whole` does not return null, it sets the
 * body and status instead.
 */
export async function endpoint(
  answer: (asked: Asked) => Row | null,
  whole?: (asked: Asked[]) => Whole | null,
): Promise<Endpoint> {
  const requests: Asked[][] = []
  const server = await listen(0, async (request, response) => {
    const body = (await readJson(request)) as Asked | Asked[]
    const asked = Array.isArray(body) ? body : [body]
    requests.push(asked)
    const rows = asked.flatMap((one) => answer(one) ?? [])
    const {
      status,
      body: text,
      headers,
    } = whole?.(asked) ?? {
      status: 200,
      body: JSON.stringify(Array.isArray(body) ? rows : rows[0]),
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
  })
  running.push(server)
  return { ...server, requests }
}

/** A URL without a server. */
export async function deadUrl(): Promise<string> {
  const { url, stop } = await listen(0, async () => {})
  await stop()
  return url
}
