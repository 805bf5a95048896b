import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { placeOf } from './operators.ts'
import { type Answer, type Asked, BatchRefused, BusyError, post, USUAL_PAUSE } from './post.ts'
import { isRevert, type RpcError } from './Rpc.ts'

/** A question, and the ones that have to be answered by the same request: they name the same object. */
export type Question = Asked & {
  readonly together?: object | undefined
  /** False for a result that is no answer to it. */
  readonly isAnswer?: ((result: unknown) => boolean) | undefined
}

/** What is known of an endpoint, whoever asks it. */
export type Memory = {
  /** By `batch <method>`: how many go into a request. By a method, or a method and its parameters: it was refused. */
  readonly learned: Map<string, { readonly what: number | RpcError; readonly until: number }>
  /** When (ms since the epoch) the latest requests were sent. */
  sentAt: number[]
  /** The endpoint is not asked before (ms since the epoch). */
  busyUntil: number
}

/** One endpoint as one kind of reader sees it: one that fails for a scan may still serve what is paid. */
export type Endpoint = {
  readonly url: string
  /** Why it refused just this question within the hour; null when it may be asked. */
  refusalOf(question: Asked): RpcError | null
  /** Where it stands among others that could be asked these methods, the lowest first; null when it may not be asked. */
  placeFor(methods: readonly string[]): number | null
  /** Until when (ms since the epoch) it wants to be left alone, because it was asked too much; past where it does not. */
  restsUntil(): number
  /** Answers by question; one that was not answered is missing. @throws when the endpoint is down or on another chain */
  ask(questions: readonly Question[]): Promise<ReadonlyMap<Asked, Answer>>
}

/** What was learned is forgotten after this long (ms). */
const HOUR = 3_600_000
/** So many facts of one endpoint are kept; then the oldest makes room. */
const MOST_LEARNED = 1_000
/** An endpoint that failed is asked last for this long (ms). */
const COOL_DOWN = 30_000
/** Every public endpoint takes so many questions in a request; some say that they take no more than the second. */
const [BATCH, SMALL_BATCH] = [25, 3]
/** After so many requests within this time (ms) another endpoint of the same place is asked. */
const [SHARE, SHARE_TIME] = [8, 10_000]

/** What endpoints say of too many requests. */
const BUSY = /too many|rate.?limit|per (second|minute|day)|quota/i
/** What they say of trouble of their own. */
const TROUBLE = /time.?out|timed out|internal|unavailable|try again/i
/** Method not found, invalid parameters, method not supported, and what one operator says for what it does not serve. */
const REFUSALS = [-32601, -32602, -32004, -32701]

export function createMemory(): Memory {
  return { learned: new Map(), sentAt: [], busyUntil: 0 }
}

export function createEndpoint(url: string, memory: Memory, now: () => number): Endpoint {
  let isBsc = false
  let failedAt = Number.NEGATIVE_INFINITY

  const recall = (key: string) => {
    const known = memory.learned.get(key)
    return known && now() < known.until ? known.what : null
  }
  const learn = (key: string, what: number | RpcError) => {
    const { learned } = memory
    if (learned.size >= MOST_LEARNED) learned.delete(learned.keys().next().value ?? '')
    learned.set(key, { what, until: now() + HOUR })
  }
  const refusalOf = (question: Asked) => recall(nameOf(question)) as RpcError | null
  const sizeFor = ({ method }: Asked) => (recall(`batch ${method}`) as number | null) ?? BATCH

  const request = async (questions: readonly Question[]): Promise<readonly Answer[]> => {
    memory.sentAt = [...memory.sentAt.filter((at) => now() - at < SHARE_TIME), now()]
    try {
      return await post(url, questions, now())
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
      const size = questions.length > SMALL_BATCH ? SMALL_BATCH : 1
      const answers = await inRequests(questions, size)
      // Only now is it known that the number was what it refused.
      for (const { method } of questions) learn(`batch ${method}`, size)
      return questions.map((question) => answers.get(question) ?? {})
    }
  }

  /** The first request goes alone: where it fails, the endpoint is spared the others. */
  const inRequests = async (questions: readonly Question[], most: number) => {
    const answers = new Map<Asked, Answer>()
    const send = async (part: readonly Question[]) => {
      const answered = await request(part)
      part.forEach((question, index) => {
        answers.set(question, answered[index] ?? {})
      })
    }
    const [first = [], ...others] = partsOf(questions, (one) => Math.min(most, sizeFor(one)))
    if (first.length > 0) await send(first)
    await Promise.all(others.map(send))
    return answers
  }

  const ask = async (questions: readonly Question[]) => {
    // Asked with the questions, and again after each failure: behind one name may stand another machine.
    const proof = { method: 'eth_chainId', params: [] }
    const proves = !isBsc
    try {
      const answers = await inRequests(proves ? [proof, ...questions] : questions, BATCH)
      const chainId = Number(answers.get(proof)?.result)
      if (proves && chainId !== BSC_CHAIN_ID) throw new Error(`${new URL(url).host} is on chain ${chainId}`)
      isBsc = true
      for (const question of questions) {
        const { result, error } = answers.get(question) ?? {}
        notice(question, error)
        if (error || result === undefined || question.isAnswer?.(result) !== false) continue
        answers.delete(question)
        // Whoever answers nonsense to one question is not asked the next one first; null is a block that it does not have.
        if (result !== null) failedAt = now()
      }
      return answers
    } catch (error) {
      isBsc = false
      failedAt = now()
      if (error instanceof BusyError) memory.busyUntil = error.until
      throw error
    }
  }

  /** Learns from an answer. */
  const notice = (question: Asked, error: RpcError | undefined) => {
    const { method } = question
    if (!error || isRevert(error)) memory.learned.delete(method)
    else if (isBusy(method, error)) {
      failedAt = now()
      memory.busyUntil = now() + USUAL_PAUSE
    } else if (isRefusal(method, error)) {
      // Logs that were refused may be asked for again, last: a person who looks once more is not answered from memory.
      if (method !== 'eth_getLogs') learn(nameOf(question), error)
      learn(method, error)
    }
  }

  const restsUntil = () => memory.busyUntil

  const placeFor = (methods: readonly string[]) => {
    if (now() < memory.busyUntil) return null
    const sent = memory.sentAt.filter((at) => now() - at < SHARE_TIME).length
    const place = Math.max(...methods.map((method) => placeOf(url, method)))
    const isRefused = methods.some((method) => recall(method) !== null)
    const isCooling = now() - failedAt < COOL_DOWN
    return Number(isCooling) * 10_000 + Number(isRefused) * 1_000 + place * 100 + Math.floor(sent / SHARE)
  }

  return { url, refusalOf, placeFor, restsUntil, ask }
}

/** Logs are refused with the code that says "too much" of anything else. */
function isBusy(method: string, { code, message }: RpcError): boolean {
  return BUSY.test(message) || (code === -32005 && method !== 'eth_getLogs')
}

/** True for what will be refused again, as far as one can tell: not for trouble that may be over in a moment. */
function isRefusal(method: string, { code, message }: RpcError): boolean {
  if (code === -32603 || TROUBLE.test(message)) return false
  return method === 'eth_getLogs' || REFUSALS.includes(code) || /not (supported|available)/i.test(message)
}

function nameOf({ method, params }: Asked): string {
  return `${method} ${JSON.stringify(params)}`
}

/**
 * The questions as requests, each no longer than the shortest limit of its methods. Questions that belong together stay
 * in one; where they are too many for one, they are left out: the answers of two requests may be those of two machines.
 */
function partsOf(
  questions: readonly Question[],
  sizeFor: (question: Asked) => number,
): readonly (readonly Question[])[] {
  const parts: Question[][] = []
  for (const unit of unitsOf(questions)) {
    const last = parts.at(-1) ?? []
    const isRoom = (part: readonly Question[]) => part.length <= Math.min(...part.map(sizeFor))
    if (last.length > 0 && isRoom([...last, ...unit])) last.push(...unit)
    else if (isRoom(unit)) parts.push(unit)
  }
  return parts
}

/** Each question by itself, or with those that belong to it. */
export function unitsOf<T extends Question>(questions: readonly T[]): readonly T[][] {
  const units = new Map<object, T[]>()
  for (const question of questions) {
    const name = question.together ?? question
    units.set(name, [...(units.get(name) ?? []), question])
  }
  return [...units.values()]
}
