import * as v from 'valibot'
import { type Address, type Hash, zeroAddress } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { getTransferLogs } from '#chain/logs/logs.ts'
import { pinned } from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { BatchRefused, post } from '#chain/rpc/post.ts'
import { contentOf } from '#chain/rpc/quorum.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { erc20Abi, getCode, getReceipt, readContract } from '#chain/rpc/rpcMethods.ts'
import { hex, quantity, smallQuantity } from '#chain/schemas.ts'
import {
  BATCH_SIZES,
  type EndpointQuestion,
  type EndpointReading,
  LOG_RANGES,
  type ReadingCheck,
} from '#pages/settings/diagnostics/facts.ts'
import { foreignWords } from '#pages/settings/diagnostics/foreignText.ts'

/** USDT on BSC has 18 decimals; its contract exists on every copy of the chain. */
const USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
/** Selectors of two functions without parameters: one returns a number of 32 bytes, the other a longer text. */
const [DECIMALS, SYMBOL] = ['0x313ce567', '0x95d89b41'] as const
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
  const checks: { [Q in EndpointQuestion]?: ReadingCheck } = {}
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

/** Calls with different answers, so that an endpoint that mixes them up is detected. @throws unless all are answered */
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

/** Puts the error of a single-endpoint `Rpc` into words that follow the endpoint's name. */
export function rpcFault(thrown: unknown, url: string): string {
  const chainId = chainOf(thrown)
  return chainId === null ? wordsOf(thrown, url) : `is on chain ${chainId}`
}

/** The client checks the chain itself and reports a wrong one only in its message. */
function chainOf(thrown: unknown): number | null {
  const reported = thrown instanceof Error ? / is on chain (\d{1,15})$/.exec(thrown.message)?.[1] : undefined
  return reported === undefined ? null : Number(reported)
}

function wordsOf(thrown: unknown, url: string): string {
  if (!(thrown instanceof Error)) return 'fails'
  if (thrown instanceof RpcError) {
    const said = foreignWords(thrown.message, url)
    return `refuses: “${said || 'no words'}”${Number.isSafeInteger(thrown.code) ? ` (${thrown.code})` : ''}`
  }
  // The client's time limit for an endpoint.
  if (thrown.name === 'TimeoutError') return 'gives no answer within 3 s'
  if (thrown instanceof SyntaxError) return 'answers something that is not JSON'
  const status = / answered with error (\d{3})$/.exec(thrown.message)?.[1]
  if (status) return `answers HTTP ${status}`
  if (/ is on chain /.test(thrown.message)) return 'does not say which chain it is on'
  if (/ answered too much$/.test(thrown.message)) return 'answers too much to be read'
  if (/ answered nothing$|^No answer to /.test(thrown.message)) return 'answers without a result'
  // Browsers do not reveal to a page why a request failed.
  if (thrown instanceof TypeError) return 'is unreachable (down or blocked by CORS)'
  return 'answers something that cannot be read'
}

/** ms between two requests to one endpoint; four per second are acceptable to the strictest. */
const PAUSE = 250

/** An error found by the probe itself, in words for a cell and for a sentence. */
export class ProbeFault extends Error {
  readonly short: string

  constructor(short: string, why: string) {
    super(why)
    this.short = short
  }
}

/** Runs a check; the value is null if the check fails. */
export type Ask = <T>(
  work: () => Promise<T>,
) => Promise<{ readonly check: ReadingCheck; readonly value: T | null }>

/**
 * Creates the function that runs checks on one endpoint or service.
 * @param url of the endpoint or service: its keys are removed from quoted text
 * @param pause ms between two requests: public endpoints limit requests per second, and a rate limit is not a
 * finding
 */
export function createAsk(url: string, pause: number): Ask {
  let last = Number.NEGATIVE_INFINITY
  const paced = async <T>(work: () => Promise<T>, wait: number) => {
    const rest = last + wait - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    last = performance.now()
    const value = await work()
    return { check: { kind: 'yes', ms: Math.round(performance.now() - last) } as const, value }
  }
  return async (work) => {
    try {
      // A busy moment is not a finding either, so retry once.
      return await paced(work, pause).catch(() => paced(work, 4 * pause))
    } catch (error) {
      return { check: toFault(error, url), value: null }
    }
  }
}

/** Puts an error into words. Foreign text is cut and cleaned, because it may end up in a terminal. */
export function toFault(thrown: unknown, url: string): ReadingCheck {
  const no = (short: string, why: string): ReadingCheck => ({
    kind: 'no',
    short,
    why: foreignWords(why, url),
  })
  if (thrown instanceof ProbeFault) return no(thrown.short, thrown.message)
  if (thrown instanceof BatchRefused) return no('refused', 'refuses so many calls in one request')
  if (thrown instanceof PortalError) {
    const status = / answered with error (\d{3})\.$/.exec(thrown.message)?.[1]
    return no(status ? `HTTP ${status}` : (shortOf[thrown.kind] ?? 'fails'), `fails: ${thrown.message}`)
  }
  if (thrown instanceof Error && thrown.name === 'TimeoutError')
    return no('silent', 'gives no answer in time')
  if (thrown instanceof TypeError) {
    return no(
      'down',
      'document' in globalThis ? 'is unreachable (down or blocked by CORS)' : 'cannot be reached',
    )
  }
  const why = rpcFault(thrown, url)
  if (thrown instanceof RpcError)
    return no(Number.isSafeInteger(thrown.code) ? `${thrown.code}` : 'refused', why)
  if (v.isValiError(thrown)) return no('shape', 'answers something of another shape')
  const status = /^answers HTTP (\d{3})$/.exec(why)?.[1]
  if (status) return no(`HTTP ${status}`, why)
  const [, short = 'shape'] = shortWords.find(([words]) => why.startsWith(words)) ?? []
  return no(short, why)
}

const shortOf: Readonly<Record<string, string>> = { unreachable: 'down', malformed: 'shape' }

/** The beginnings of `rpcFault` texts, and the short words for a cell. */
const shortWords: readonly (readonly [string, string])[] = [
  ['answers too much', 'too big'],
  ['answers something that is not JSON', 'no JSON'],
  ['answers without a result', 'no result'],
]
