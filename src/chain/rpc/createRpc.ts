import {
  createEndpoint,
  createEndpointMemory,
  type Endpoint,
  type EndpointMemory,
  operatorOf,
  type Question,
  unitsOf,
} from './Endpoint.ts'
import type { Answer, RpcCall } from './post.ts'
import { isRevert, type Rpc } from './Rpc.ts'

/** Calls within this time (ms) share one request. */
const BATCH_WAIT = 10
/** If an endpoint has not answered after this time (ms), the next one is tried in parallel. */
const PATIENCE = 500
/** If only rate-limited endpoints are left, retry them for up to this time (ms). */
const LONGEST_REST = 5_000
/** Operators are used mostly to read receipts, so this method decides their order. */
const WITNESSED = 'eth_getTransactionReceipt'

type WaitingQuestion = Question & {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  isSettled: boolean
  lastError?: Error
}

/** Options of a client; all have defaults. */
type RpcOptions = {
  /** ms since the epoch. */
  readonly now?: () => number
  /** Facts about endpoints, by URL, shared between several clients. */
  readonly memories?: Map<string, EndpointMemory>
}

/**
 * JSON-RPC over several endpoints. Each must first prove, in the same request, that it is BSC. One that is
 * down, slow, busy, refusing or on another chain only delays the answer. Custom, because a general client
 * with failover is ten times the size and checks neither the chain nor the operator of an endpoint.
 * @param urls in order of preference among endpoints that are equally good for a method
 */
export function createRpc(urls: readonly string[], options: RpcOptions = {}): Rpc {
  const { now = Date.now, memories = new Map<string, EndpointMemory>() } = options
  const endpoints = urls.map((url) => {
    const memory = memories.get(url) ?? createEndpointMemory()
    memories.set(url, memory)
    return createEndpoint(url, memory, now)
  })
  const rpc = clientOf(endpoints, now)
  const operators = [...new Set(urls.map(operatorOf))].map((operator) => {
    const own = endpoints.filter(({ url }) => operatorOf(url) === operator)
    return { own, rpc: clientOf(own, now) }
  })
  if (operators.length < 2) return rpc
  const witnessesFor = (method: string) => {
    const place = ({ own: [one] }: (typeof operators)[number]) =>
      one?.placeFor([method]) ?? Number.POSITIVE_INFINITY
    return operators.toSorted((a, b) => place(a) - place(b)).map((operator) => operator.rpc)
  }
  Object.assign(rpc, { witnessesFor })
  return Object.defineProperty(rpc, 'witnesses', { get: () => witnessesFor(WITNESSED) })
}

/** A client for the given endpoints that batches simultaneous calls. */
function clientOf(endpoints: readonly Endpoint[], now: () => number): Rpc {
  let waiting: WaitingQuestion[] = []
  const flush = () => {
    // Calls with the same ranking of endpoints share requests.
    const lanes = new Map<string, WaitingQuestion[]>()
    for (const unit of unitsOf(waiting)) {
      const name = inOrder(endpoints, unit)
        .map(({ url }) => url)
        .join(' ')
      lanes.set(name, [...(lanes.get(name) ?? []), ...unit])
    }
    waiting = []
    for (const questions of lanes.values()) void settleAll(endpoints, questions, now)
  }
  return (method, params = [], together, isAnswer) =>
    new Promise((resolve, reject) => {
      const count = waiting.push({ method, params, together, isAnswer, resolve, reject, isSettled: false })
      if (count === 1) setTimeout(flush, BATCH_WAIT)
    })
}

/** The endpoints that may receive all of these calls, best first. */
function inOrder(endpoints: readonly Endpoint[], unit: readonly RpcCall[]): readonly Endpoint[] {
  return endpoints
    .flatMap((endpoint) => {
      const place = endpoint.placeFor(unit.map(({ method }) => method))
      return place === null ? [] : { endpoint, place }
    })
    .sort((a, b) => a.place - b.place)
    .map(({ endpoint }) => endpoint)
}

/**
 * Settles every call: with an endpoint's answer, with the last endpoint's error, or with the reason why none was
 * asked.
 */
async function settleAll(
  endpoints: readonly Endpoint[],
  questions: readonly WaitingQuestion[],
  now: () => number,
): Promise<void> {
  const began = now()
  let open = questions
  for (;;) {
    const from = now()
    open = await askInTurn(inOrder(endpoints, open), open)
    // Only rate-limited endpoints are left, so a short wait is worthwhile.
    const rests = endpoints.flatMap((one) => one.rest() ?? []).filter(({ until }) => until > from)
    const [rest] = rests.sort((a, b) => a.until - b.until)
    if (open.length === 0 || !rest || rest.until > began + LONGEST_REST) {
      for (const { reject, lastError } of open) {
        reject(lastError ?? rest?.reason ?? new Error('There is no endpoint to ask.'))
      }
      return
    }
    await pause(rest.until - now())
  }
}

/** Tries one endpoint after another; returns the calls that none of them settled. */
async function askInTurn(
  endpoints: readonly Endpoint[],
  questions: readonly WaitingQuestion[],
): Promise<readonly WaitingQuestion[]> {
  const attempts: Promise<void>[] = []
  let open = questions
  const notSettled = ({ isSettled }: WaitingQuestion) => !isSettled
  for (const endpoint of endpoints) {
    const attempt = askOne(endpoint, open)
    attempts.push(attempt)
    await Promise.race([attempt, pause(PATIENCE)])
    open = open.filter(notSettled)
    if (open.length === 0) return open
  }
  await Promise.all(attempts)
  return open.filter(notSettled)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Sends an endpoint the calls that it has not refused before, and settles the final answers. */
async function askOne(endpoint: Endpoint, questions: readonly WaitingQuestion[]): Promise<void> {
  const asked = without(questions, (question) => endpoint.refusalOf(question))
  if (asked.length === 0) return
  try {
    const answers = await endpoint.ask(asked)
    const open = asked.filter(({ isSettled }) => !isSettled)
    for (const question of without(open, (one) => faultOf(one, answers.get(one)))) {
      const { result, error } = answers.get(question) ?? {}
      question.isSettled = true
      if (error) question.reject(error)
      else question.resolve(result)
    }
  } catch (error) {
    for (const question of asked) question.lastError = error as Error
  }
}

/** Removes calls that have a fault, and the calls that belong together with them. */
function without(
  questions: readonly WaitingQuestion[],
  faultOf: (question: WaitingQuestion) => Error | null,
): WaitingQuestion[] {
  const faulty = new Map<object, Error>()
  for (const question of questions) {
    const fault = faultOf(question)
    if (fault) faulty.set(question.together ?? question, fault)
  }
  return questions.filter((question) => {
    const fault = faulty.get(question.together ?? question)
    if (fault) question.lastError = fault
    return !fault
  })
}

/** Why to try another endpoint; null for a result, or for a revert, which every node would report. */
function faultOf({ method }: RpcCall, { result, error }: Answer = {}): Error | null {
  if (error) return isRevert(error) ? null : error
  return result === undefined ? new Error(`No answer to ${method}`) : null
}
