import * as v from 'valibot'
import { PortalError } from '#chain/PortalError.ts'
import { BatchRefused } from '#chain/rpc/post.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { foreignWords } from '#features/diagnostics/foreignText.ts'
import type { Check } from './reading.ts'

/** Puts what an `Rpc` of one endpoint threw into words that go on after the endpoint's name. */
export function rpcFault(thrown: unknown, url: string): string {
  const chainId = chainOf(thrown)
  return chainId === null ? wordsOf(thrown, url) : `is on chain ${chainId}`
}

/** The client checks the chain by itself and tells a wrong one in its message alone. */
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
  // The client gives an endpoint that long.
  if (thrown.name === 'TimeoutError') return 'gives no answer within 3 s'
  if (thrown instanceof SyntaxError) return 'answers something that is not JSON'
  const status = / answered with error (\d{3})$/.exec(thrown.message)?.[1]
  if (status) return `answers HTTP ${status}`
  if (/ is on chain /.test(thrown.message)) return 'does not say which chain it is on'
  if (/ answered too much$/.test(thrown.message)) return 'answers too much to be read'
  if (/ answered nothing$|^No answer to /.test(thrown.message)) return 'answers without a result'
  // Browsers do not tell a page why a request failed.
  if (thrown instanceof TypeError) return 'cannot be reached: it is down, or does not let web pages ask'
  return 'answers something that cannot be read'
}

/** ms between two requests to one endpoint; four in a second are few enough for the strictest. */
export const PAUSE = 250

/** A fault found by the probe itself, in the words of a cell and of a sentence. */
export class ProbeFault extends Error {
  readonly short: string

  constructor(short: string, why: string) {
    super(why)
    this.short = short
  }
}

/** Asks; the value is null when the check is a no. */
export type Ask = <T>(work: () => Promise<T>) => Promise<{ readonly check: Check; readonly value: T | null }>

/**
 * Makes what puts questions to one endpoint or service.
 * @param url of who is asked: its keys are taken out of what it says
 * @param pause ms between two requests: public endpoints count requests by the second, and a limit is no finding
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
      // A busy moment is no finding either, so a no is asked once more.
      return await paced(work, pause).catch(() => paced(work, 4 * pause))
    } catch (error) {
      return { check: toFault(error, url), value: null }
    }
  }
}

/** Puts what was thrown into words. What others said is cut and cleaned, since it ends in a terminal. */
export function toFault(thrown: unknown, url: string): Check {
  const no = (short: string, why: string): Check => ({ kind: 'no', short, why: foreignWords(why, url) })
  if (thrown instanceof ProbeFault) return no(thrown.short, thrown.message)
  if (thrown instanceof BatchRefused) return no('refused', 'refuses so many calls in one request')
  if (thrown instanceof PortalError) {
    const status = / answered with error (\d{3})\.$/.exec(thrown.message)?.[1]
    return no(status ? `HTTP ${status}` : (shortOf[thrown.kind] ?? 'fails'), `fails: ${thrown.message}`)
  }
  if (thrown instanceof Error && thrown.name === 'TimeoutError')
    return no('silent', 'gives no answer in time')
  if (thrown instanceof TypeError) {
    return no('down', 'document' in globalThis ? 'cannot be reached from a web page' : 'cannot be reached')
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

/** How what `rpcFault` says begins, and what a cell says instead. */
const shortWords: readonly (readonly [string, string])[] = [
  ['answers too much', 'too big'],
  ['answers something that is not JSON', 'no JSON'],
  ['answers without a result', 'no result'],
]
