import type { RecentPayments, Since } from '#account/Activity.ts'
import { safePayments } from '#account/safe/safePayments.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import type { Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { recentPayments } from '#modes/wallet/recentPayments.ts'
import { exampleSafe, oneSafeNode } from '#tests/support/fakeSafe.ts'
import { loggingNode, timeOfBlock } from '#tests/support/loggingNode.ts'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { parseEnv } from '../../src/parseEnv.ts'
import { print } from './figures.ts'

const HEAD = 50_000_000
const parsed = parseEnv({})
const since: Since = { at: timeOfBlock(HEAD - 600_000), block: null, tokens: [] }
const page = { items: [], cursor: null, unreadable: 0, source: '' }

type Question = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** The public nodes as they are known to behave: one serves no logs, one at most 50 blocks of them. */
function answerAsPublicNodes(): { readonly requests: () => number; readonly stop: () => void } {
  const node = loggingNode({ head: HEAD, logs: [], other: oneSafeNode({ ...exampleSafe, finalized: HEAD }) })
  const real = globalThis.fetch
  let requests = 0
  const answer = async (host: string, { id, method, params }: Question) => {
    if (method === 'eth_chainId') return { id, result: '0x38' }
    const [filter] = params as [{ readonly fromBlock?: string; readonly toBlock?: string }]
    const blocks = Number(filter?.toBlock) - Number(filter?.fromBlock)
    const limit = host.includes('bnbchain') ? -1 : host.includes('blastapi') ? 49 : 10_000
    if (method === 'eth_getLogs' && blocks > limit) {
      return { id, error: { code: -32_005, message: 'limit exceeded' } }
    }
    const result = await node(method, params).catch((error: RpcError) => error)
    return result instanceof Error ? { id, error: { code: -32_601, message: 'no' } } : { id, result }
  }
  globalThis.fetch = async (url, init) => {
    requests++
    const asked = JSON.parse(String(init?.body)) as Question | readonly Question[]
    const host = new URL(String(url)).host
    const answers = await Promise.all([asked].flat().map((one) => answer(host, one as Question)))
    return Response.json(Array.isArray(asked) ? answers : answers[0])
  }
  return {
    requests: () => requests,
    stop: () => {
      globalThis.fetch = real
    },
  }
}

/** How often nodes are asked before one payment: once for the review, and once more when it is requested. */
async function requestsFor(
  urls: readonly string[],
  look: (rpc: Rpc, scanRpc: Rpc) => Promise<RecentPayments>,
) {
  const memories = new Map()
  const [rpc, scanRpc] = [createRpc(urls, { memories }), createRpc(urls, { memories })]
  const nodes = answerAsPublicNodes()
  try {
    await look(rpc, scanRpc)
    await look(rpc, scanRpc)
    return nodes.requests()
  } finally {
    nodes.stop()
  }
}

/** The requests to nodes before one payment, and how many times those of a single endpoint that is. */
export async function paymentRequests(): Promise<void> {
  if (!parsed.ok) throw new Error(parsed.fault)
  const { rpcUrls } = parsed.env
  const single = rpcUrls.filter((url) => url.includes('48.club'))
  const activity = {
    queued: async () => page,
    history: async () => page,
    coverage: '',
    proposal: null,
  }
  const looks = {
    wallet: (rpc: Rpc, scanRpc: Rpc) => recentPayments({ address: OWNERS[0], rpc, scanRpc }, since),
    Safe: (rpc: Rpc, scanRpc: Rpc) =>
      safePayments({ address: SAFE, rpc, scanRpc, sources: [], activity }, since),
  }
  for (const [kind, look] of Object.entries(looks)) {
    const two = await requestsFor(rpcUrls, look)
    print(`Requests to nodes before a payment of a ${kind}`, two, '', '')
    print('  … as often as with one endpoint', two / (await requestsFor(single, look)), '×', '')
  }
}
