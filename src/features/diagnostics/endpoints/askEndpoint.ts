import * as v from 'valibot'
import { type Address, type Hash, zeroAddress } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { getTransferLogs } from '#chain/logs/logs.ts'
import { pinned } from '#chain/money/Token.ts'
import { post } from '#chain/rpc/post.ts'
import { getCode, getReceipt, hex, quantity } from '#chain/rpc/questions.ts'
import { contentOf } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { erc20Abi, readContract } from '#chain/rpc/readContract.ts'
import { createAsk, PAUSE, ProbeFault } from './check.ts'
import {
  BATCH_SIZES,
  type Check,
  type EndpointQuestion,
  type EndpointReading,
  LOG_RANGES,
} from './reading.ts'

/** USDT on BSC has 18 decimals; its contract exists on every copy of the chain. */
const USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
/**
 * Selectors of two functions without parameters: one returns a number of 32 bytes, the other a longer text.
 */
const [DECIMALS, SYMBOL] = ['0x313ce567', '0x95d89b41'] as const
/** At most 52 bits: block numbers and seconds, so that a node cannot send absurd values. */
const smallQuantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,13}$/),
  v.transform((text) => Number(text)),
)
const block = v.object({ number: smallQuantity, timestamp: smallQuantity })
const tokens = pinned.flatMap(({ address }) => address ?? [])

/**
 * Checks one endpoint for everything the portal needs, sequentially, with the portal's own request, timeout
 * and parsers. Never throws. Runs in Node and in a web page.
 * @param sample a transaction in a final block; null if none was found
 * @param pause ms between two requests
 */
export async function askEndpoint(
  url: string,
  sample: Hash | null | Promise<Hash | null>,
  pause: number = PAUSE,
): Promise<EndpointReading> {
  const ask = createAsk(url, pause)
  const rpc = rpcOf(url)
  const checks: { [Q in EndpointQuestion]?: Check } = {}
  const put = async <T>(question: EndpointQuestion, work: () => Promise<T>): Promise<T | null> => {
    const { check, value } = await ask(work)
    checks[question] = check
    return value
  }

  let chainId: number | null = null
  await put('chain', async () => {
    chainId = Number(v.parse(quantity, await rpc('eth_chainId')))
    if (chainId !== BSC_CHAIN_ID)
      throw new ProbeFault(`chain ${chainId}`.slice(0, 12), `is on chain ${chainId}`)
  })
  const reading = { chainId, head: null, final: null, receipt: null, checks }
  // Skip the other checks for an endpoint that is down, silent or on another chain, and save their timeouts.
  if (checks.chain?.kind !== 'yes') return reading

  const { value: head } = await ask(async () => {
    const { number, timestamp } = v.parse(block, await rpc('eth_getBlockByNumber', ['latest', false]))
    return { number, time: timestamp, at: Date.now() }
  })
  const final = await put('finalized', async () => {
    const found = v.parse(v.nullable(block), await rpc('eth_getBlockByNumber', ['finalized', false]))
    if (found === null) throw new ProbeFault('null', 'knows no final block')
    return found.number
  })
  let receipt: string | null = null
  const known = await sample
  if (known !== null) {
    receipt = await put('receipt', async () => {
      const found = await getReceipt(rpc, known)
      if (found === null) throw new ProbeFault('null', 'has no receipt of a transaction in a final block')
      return contentOf(found)
    })
  }
  const last = final ?? head?.number ?? null
  for (const range of last === null ? [] : LOG_RANGES) {
    const to = BigInt(last ?? 0)
    // A young chain has fewer blocks than the larger ranges.
    const from = to >= BigInt(range) ? to - BigInt(range) + 1n : 0n
    // Tokens are rarely sent to the zero address, so the range decides, not the number of logs.
    const subject = { account: zeroAddress, tokens, side: 'to' } as const
    await put(`logs${range}`, () => getTransferLogs(rpc, subject, from, to))
  }
  for (const size of BATCH_SIZES) await put(`batch${size}`, () => callMany(url, size))
  await put('call', async () => {
    const decimals = await readContract(rpc, { address: USDT, abi: erc20Abi }, 'decimals')
    if (Number(decimals) !== 18) throw new ProbeFault('wrong', 'gives USDT other decimals than 18')
  })
  await put('code', async () => {
    if ((await getCode(rpc, USDT)) === null) throw new ProbeFault('empty', 'has no code of USDT')
  })
  return { ...reading, head, final, receipt }
}

/** One request per check: no separate chain check, no cache, no second endpoint. */
function rpcOf(url: string): Rpc {
  return async (method, params = []) => {
    const [answer] = await post(url, [{ method, params }], Date.now())
    if (answer?.error) throw answer.error
    return answer?.result
  }
}

/**
 * Calls with different answers, so that an endpoint that mixes them up is detected. @throws unless all are
 * answered
 */
async function callMany(url: string, size: number): Promise<void> {
  const questions = Array.from({ length: size }, (_, index) => ({
    method: 'eth_call',
    params: [{ to: USDT, data: index % 2 === 0 ? DECIMALS : SYMBOL }, 'latest'],
  }))
  const answers = await post(url, questions, Date.now())
  answers.forEach(({ result, error }, index) => {
    if (error) throw error
    const isNumber = v.parse(hex, result).length === 66
    if (isNumber !== (index % 2 === 0)) throw new ProbeFault('mixed up', 'mixes up the answers of a batch')
  })
}
