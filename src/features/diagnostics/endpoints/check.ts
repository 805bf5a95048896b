import * as v from 'valibot'
import { PortalError } from '#chain/PortalError.ts'
import { BatchRefused } from '#chain/rpc/post.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { foreignWords } from '#features/diagnostics/foreignText.ts'
import type { Check } from './reading.ts'

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
  if (thrown instanceof TypeError) return 'cannot be reached: it is down, or does not let web pages ask'
  return 'answers something that cannot be read'
}

/** ms between two requests to one endpoint; four per second are acceptable to the strictest. */
export const PAUSE = 250

/** An error found by the probe itself, in words for a cell and for a sentence. */
export class ProbeFault extends Error {
  readonly short: string

  constructor(short: string, why: string) {
    super(why)
    this.short = short
  }
}

/** Runs a check; the value is null if the check fails. */
export type Ask = <T>(work: () => Promise<T>) => Promise<{ readonly check: Check; readonly value: T | null }>

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

/** The beginnings of `rpcFault` texts, and the short words for a cell. */
const shortWords: readonly (readonly [string, string])[] = [
  ['answers too much', 'too big'],
  ['answers something that is not JSON', 'no JSON'],
  ['answers without a result', 'no result'],
]
