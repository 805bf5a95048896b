import { type Hex, hexToNumber, isHex, toHex } from 'viem'

/** A JSON-RPC request. */
export type Call = {
  readonly jsonrpc?: string
  readonly id?: unknown
  readonly method?: string
  readonly params?: readonly unknown[]
}

/** Hands a batch to the real chain. */
export type Forward = (calls: readonly Call[]) => Promise<unknown>

/** How the answers are to be wrong; null when they are not. */
type Lies = {
  readonly chainId: number | null
  readonly staleHead: number
  readonly rpcError: { readonly code: number; readonly message: string } | null
}

const tags: readonly unknown[] = ['latest', 'safe', 'finalized', 'pending']

/** Passes JSON-RPC requests on and bends the answers as the faults want it. Throws when the chain is gone. */
export async function relay(
  calls: readonly Call[],
  forward: Forward,
  lies: Lies | null,
): Promise<readonly unknown[]> {
  if (lies?.rpcError) {
    const { code, message } = lies.rpcError
    return calls.map(({ id }) => ({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }))
  }
  const behind = lies?.staleHead ?? 0
  const asked = behind > 0 ? await fallBehind(calls, forward, behind) : calls
  const answers = (await forward(asked)) as readonly { readonly id: unknown; readonly result?: unknown }[]
  return answers.map((answer, index) => {
    const method = calls[index]?.method
    if (method === 'eth_blockNumber' && behind > 0 && isHex(answer.result)) {
      return { ...answer, result: toHex(Math.max(0, hexToNumber(answer.result) - behind)) }
    }
    if (lies?.chainId == null) return answer
    if (method === 'eth_chainId') return { ...answer, result: toHex(lies.chainId) }
    return method === 'net_version' ? { ...answer, result: `${lies.chainId}` } : answer
  })
}

/** Names the older block wherever a request means the present one. */
async function fallBehind(
  calls: readonly Call[],
  forward: Forward,
  behind: number,
): Promise<readonly Call[]> {
  const [answer] = (await forward([
    { jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] },
  ])) as readonly { result: Hex }[]
  const head = toHex(Math.max(0, hexToNumber(answer?.result ?? '0x0') - behind))
  return calls.map((call) => ({
    ...call,
    params: call.params?.map((param) => (tags.includes(param) ? head : param)) ?? [],
  }))
}
