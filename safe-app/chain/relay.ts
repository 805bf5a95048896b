import { type Hex, hexToNumber, isHex, toHex } from 'viem'
import { type Limits, needsHead, refusalOf } from './refuse.ts'

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
type Lies = Limits & {
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
  const head = behind > 0 || (lies && needsHead(lies)) ? await headOf(forward, behind) : 0
  const asked = behind > 0 ? calls.map((call) => atHead(call, head)) : calls
  const answers = await answerAll(asked, forward, (call) => lies && refusalOf(call, head, lies))
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

type Answer = { readonly id: unknown; readonly result?: unknown; readonly error?: unknown }

/** Forwards what is not refused; answers in the order of the calls. */
async function answerAll(
  calls: readonly Call[],
  forward: Forward,
  refuse: (call: Call) => unknown,
): Promise<readonly Answer[]> {
  const refusals = calls.map(refuse)
  const open = calls.filter((_, index) => !refusals[index])
  const answers = open.length > 0 ? ((await forward(open)) as readonly Answer[]) : []
  const rest = answers.values()
  return calls.map(({ id }, index) => {
    const error = refusals[index]
    return error ? { jsonrpc: '2.0', id: id ?? null, error } : (rest.next().value ?? { id })
  })
}

async function headOf(forward: Forward, behind: number): Promise<number> {
  const [answer] = (await forward([
    { jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] },
  ])) as readonly { result: Hex }[]
  return Math.max(0, hexToNumber(answer?.result ?? '0x0') - behind)
}

/** Names the older block wherever a request means the present one. */
function atHead(call: Call, head: number): Call {
  return { ...call, params: call.params?.map((param) => (tags.includes(param) ? toHex(head) : param)) ?? [] }
}
