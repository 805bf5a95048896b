import { BSC_CHAIN_ID } from './chainId.ts'
import { operatorOf } from './operators.ts'

/**
 * Asks BSC one JSON-RPC question. What comes back is unchecked: whoever asks reads it as hostile.
 * Questions of one moment with the same `together` object are answered by one endpoint, in their order, or all of
 * them are refused: what one answer says of the endpoint then holds for the others.
 * @throws RpcError when a node understood and said no, Error when no endpoint could be used
 */
export type Rpc = {
  (method: string, params?: readonly unknown[], together?: object): Promise<unknown>
  /** Each operator by itself, where there are several: a fact is proven by two of them, see `readWithQuorum`. */
  readonly witnesses?: readonly Rpc[]
}

/** A node's own "no": a revert, a refused range, an unknown method. `code` is the JSON-RPC code. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Questions of this time (ms) travel in one request. */
const BATCH_WAIT = 10
/** One endpoint may take this long (ms) before the next one is asked. */
const ENDPOINT_TIMEOUT = 3_000
/** An endpoint that failed is asked last for this long (ms). */
const COOL_DOWN = 30_000
/** An answer of more characters than this is not one of ours. */
const MAX_LENGTH = 20_000_000

type Question = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly together: object | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  lastError?: Error
}

/** The part of a question that travels. */
type Asked = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly together?: object | undefined
}

type Endpoint = { readonly url: string; isBsc: boolean; takesBatches: boolean; failedAt: number }

/**
 * JSON-RPC over the endpoints in order of preference. Each must first prove that it is BSC, in the same request; one
 * that is down, slow, busy, or on another chain only delays the answer. Written here because a general client with
 * failover costs ten times the bytes and does not check the chain.
 */
export function createRpc(urls: readonly string[], now: () => number = Date.now): Rpc {
  const endpoints: Endpoint[] = urls.map((url) => ({
    url,
    isBsc: false,
    takesBatches: true,
    failedAt: -Infinity,
  }))
  let waiting: Question[] = []

  const flush = async () => {
    let open = waiting
    waiting = []
    const cooling = (endpoint: Endpoint) => (now() - endpoint.failedAt < COOL_DOWN ? 1 : 0)
    for (const endpoint of endpoints.toSorted((a, b) => cooling(a) - cooling(b))) {
      open = await askEndpoint(endpoint, open, now)
      if (open.length === 0) return
    }
    for (const question of open)
      question.reject(question.lastError ?? new Error('No endpoint is configured.'))
  }

  const rpc: Rpc = (method, params = [], together) =>
    new Promise((resolve, reject) => {
      const count = waiting.push({ method, params, together, resolve, reject })
      if (count === 1) setTimeout(() => void flush(), BATCH_WAIT)
    })
  const operators = [...new Set(urls.map(operatorOf))]
  if (operators.length < 2) return rpc
  const urlsOf = (operator: string) => urls.filter((url) => operatorOf(url) === operator)
  return Object.assign(rpc, { witnesses: operators.map((operator) => createRpc(urlsOf(operator), now)) })
}

/** Puts the questions to one endpoint, settles those it answered and gives back the others. */
async function askEndpoint(
  endpoint: Endpoint,
  questions: Question[],
  now: () => number,
): Promise<Question[]> {
  try {
    // What was asked decides how the answers are read: another request may prove or fail the endpoint meanwhile.
    const proves = !endpoint.isBsc
    const asked = proves ? [{ method: 'eth_chainId', params: [] }, ...questions] : questions
    const answers = await ask(endpoint, asked)
    if (proves) {
      const chainId = Number(answers.shift()?.result)
      if (chainId !== BSC_CHAIN_ID) throw new Error(`${new URL(endpoint.url).host} is on chain ${chainId}`)
      endpoint.isBsc = true
    }
    return settleAll(questions, answers)
  } catch (error) {
    endpoint.isBsc = false
    endpoint.failedAt = now()
    for (const question of questions) question.lastError = error as Error
    return questions
  }
}

type Answer = { readonly result?: unknown; readonly error?: unknown }

/** Settles what is answered for good; gives back the other questions, and with them those asked together with one. */
function settleAll(questions: readonly Question[], answers: readonly (Answer | undefined)[]): Question[] {
  const refusals = questions.map(({ method }, index) => refusalOf(method, answers[index]))
  const groups = new Map<object, Error>()
  questions.forEach(({ together }, index) => {
    const refusal = refusals[index]
    if (together && refusal) groups.set(together, refusal)
  })
  return questions.filter((question, index) => {
    const refusal = refusals[index] ?? (question.together && groups.get(question.together))
    if (refusal) question.lastError = refusal
    else settle(question, answers[index])
    return Boolean(refusal)
  })
}

/** Why another endpoint is to be asked; null for a result, or a revert, which every other node would report as well. */
function refusalOf(method: string, answer: Answer | undefined): Error | null {
  const error = errorOf(answer)
  if (error) return isRevert(error) ? null : error
  return answer?.result === undefined ? new Error(`No answer to ${method}`) : null
}

function settle(question: Question, answer: Answer | undefined): void {
  const error = errorOf(answer)
  if (error) question.reject(error)
  else question.resolve(answer?.result)
}

function errorOf(answer: Answer | undefined): RpcError | null {
  if (answer?.error === undefined || answer.error === null) return null
  const { code, message, data } = answer.error as Record<string, unknown>
  return new RpcError(Number(code), String(message).slice(0, 300), data)
}

/** True for what the contract itself said, and every node would report; anything else is a node's own trouble. */
export function isRevert({ code, message }: RpcError): boolean {
  return code === 3 || /revert/i.test(message)
}

/** All questions in one request, or one by one where the endpoint refuses batches, as some free ones do. */
async function ask(endpoint: Endpoint, questions: readonly Asked[]): Promise<(Answer | undefined)[]> {
  if (endpoint.takesBatches) {
    const answers = await post(endpoint.url, questions)
    if (answers !== null) return answers
    endpoint.takesBatches = false
  }
  const one = async (question: Asked) => (await post(endpoint.url, [question]))?.[0]
  const before = new Map<object, Promise<unknown>>()
  const inOrder = ({ together, ...question }: Asked) => {
    const answer = together
      ? (before.get(together) ?? Promise.resolve()).then(() => one(question))
      : one(question)
    if (together) before.set(together, answer)
    return answer
  }
  return Promise.all(questions.map(inOrder))
}

/** One POST for all questions; answers in the order of the questions, undefined where one is missing; null for a refused batch. */
async function post(url: string, questions: readonly Asked[]): Promise<(Answer | undefined)[] | null> {
  const batch = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(batch.length === 1 ? batch[0] : batch),
    signal: AbortSignal.timeout(ENDPOINT_TIMEOUT),
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).host} answered with error ${response.status}`)
  if (text.length > MAX_LENGTH) throw new Error(`${new URL(url).host} answered too much`)
  const document: unknown = JSON.parse(text)
  if (batch.length > 1 && !Array.isArray(document)) return null
  const answers = new Map<unknown, Answer>()
  for (const answer of Array.isArray(document) ? document : [document]) {
    if (typeof answer === 'object' && answer !== null) answers.set((answer as { id?: unknown }).id, answer)
  }
  if (answers.size === 0) throw new Error(`${new URL(url).host} answered nothing`)
  return batch.map(({ id }) => answers.get(id))
}
