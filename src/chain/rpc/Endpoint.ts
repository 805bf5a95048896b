import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { type Answer, BatchRefused, BusyError, post, type RpcCall, USUAL_PAUSE } from './post.ts'
import { isRevert, type RpcError } from './Rpc.ts'

/** A JSON-RPC call. Calls with the same `together` object must be answered by the same HTTP request. */
export type Question = RpcCall & {
  readonly together?: object | undefined
  /** Returns false for a result that does not answer the call. */
  readonly isAnswer?: ((result: unknown) => boolean) | undefined
}

/** Facts learned about an endpoint, shared by all its clients. */
export type EndpointMemory = {
  /**
   * `batch <method>` maps to the number of calls that fit in a request. A method, alone or with its
   * parameters, maps to the error it was refused with.
   */
  readonly learned: Map<string, { readonly what: number | RpcError; readonly until: number }>
  /** When (ms since the epoch) the latest requests were sent. */
  sentAt: number[]
  /** The latest rate-limit pause: no requests from `since` until `until` (ms since the epoch), and the error that asked for it. */
  rest: Rest | null
}

type Rest = { readonly since: number; readonly until: number; readonly reason: Error }

/** One endpoint as seen by one kind of client: an endpoint that fails for scans may still serve payments. */
export type Endpoint = {
  readonly url: string
  /** The error with which it refused this call within the last hour; null if the call may be sent. */
  refusalOf(question: RpcCall): RpcError | null
  /** Its rank among endpoints for these methods, lowest first; null if it must not be used. */
  placeFor(methods: readonly string[]): number | null
  /** Its latest rate-limit pause, which may be over; null if there was none. */
  rest(): Rest | null
  /**
   * Answers by call; unanswered calls are missing.
   * @throws when the endpoint is down or on another chain
   */
  ask(questions: readonly Question[]): Promise<ReadonlyMap<RpcCall, Answer>>
}

/** Learned facts expire after this time (ms). */
const HOUR = 3_600_000
/** Maximum learned facts per endpoint. Beyond it, the oldest is dropped. */
const MOST_LEARNED = 1_000
/** An endpoint that failed ranks last for this long (ms). */
const COOL_DOWN = 30_000
/**
 * Calls per request. Every public endpoint accepts the first number, except some whose stated limit is the
 * second.
 */
const [BATCH, SMALL_BATCH] = [25, 3]
/** After this many requests within this time (ms), another endpoint of the same rank is used. */
const [SHARE, SHARE_TIME] = [8, 10_000]

/** Error messages for too many requests. */
const BUSY = /too many|rate.?limit|per (second|minute|day)|quota/i
/** Error messages for temporary trouble at the endpoint. */
const TROUBLE = /time.?out|timed out|internal|unavailable|try again/i
/**
 * Method not found, invalid parameters, method not supported, and one operator's code for methods that it does not
 * serve.
 */
const REFUSALS = [-32601, -32602, -32004, -32701]

export function createEndpointMemory(): EndpointMemory {
  return { learned: new Map(), sentAt: [], rest: null }
}

export function createEndpoint(url: string, memory: EndpointMemory, now: () => number): Endpoint {
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
  const refusalOf = (question: RpcCall) => recall(nameOf(question)) as RpcError | null
  const sizeFor = ({ method }: RpcCall) => (recall(`batch ${method}`) as number | null) ?? BATCH

  const request = async (questions: readonly Question[]): Promise<readonly Answer[]> => {
    memory.sentAt = [...memory.sentAt.filter((at) => now() - at < SHARE_TIME), now()]
    try {
      return await post(url, questions, now())
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
      const size = questions.length > SMALL_BATCH ? SMALL_BATCH : 1
      const answers = await inRequests(questions, size)
      // Only this success shows that the batch size was the problem.
      for (const { method } of questions) learn(`batch ${method}`, size)
      return questions.map((question) => answers.get(question) ?? {})
    }
  }

  /** Send the first request alone. If it fails, the others are not sent. */
  const inRequests = async (questions: readonly Question[], most: number) => {
    const answers = new Map<RpcCall, Answer>()
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
    // Sent with every batch and again after each failure, because one host name can front several machines.
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
        // An invalid result ranks the endpoint last for a while. Null is exempt: it means a block the node
        // lacks.
        if (result !== null) failedAt = now()
      }
      return answers
    } catch (error) {
      isBsc = false
      failedAt = now()
      if (error instanceof BusyError) memory.rest = { since: now(), until: error.until, reason: error }
      throw error
    }
  }

  /** Learns from an answer. */
  const notice = (question: RpcCall, error: RpcError | undefined) => {
    const { method } = question
    if (!error || isRevert(error)) memory.learned.delete(method)
    else if (isBusy(method, error)) {
      failedAt = now()
      memory.rest = { since: now(), until: now() + USUAL_PAUSE, reason: error }
    } else if (isRefusal(method, error)) {
      // A refused log query may be retried, as a last resort, so that a manual retry reaches the endpoint
      // again.
      if (method !== 'eth_getLogs') learn(nameOf(question), error)
      learn(method, error)
    }
  }

  const rest = () => {
    // If the clock was set back, the pause must not last for hours.
    if (memory.rest && now() < memory.rest.since) memory.rest = null
    return memory.rest
  }

  const placeFor = (methods: readonly string[]) => {
    if (now() < (rest()?.until ?? 0)) return null
    const sent = memory.sentAt.filter((at) => now() - at < SHARE_TIME).length
    const place = Math.max(...methods.map((method) => placeOf(url, method)))
    const isRefused = methods.some((method) => recall(method) !== null)
    const isCooling = now() - failedAt < COOL_DOWN
    return Number(isCooling) * 10_000 + Number(isRefused) * 1_000 + place * 100 + Math.floor(sent / SHARE)
  }

  return { url, refusalOf, placeFor, rest, ask }
}

/** Endpoints use the rate-limit code for refused logs too, so it does not mean busy there. */
function isBusy(method: string, { code, message }: RpcError): boolean {
  return BUSY.test(message) || (code === -32005 && method !== 'eth_getLogs')
}

/** True if the call would probably be refused again; false for temporary trouble. */
function isRefusal(method: string, { code, message }: RpcError): boolean {
  if (code === -32603 || TROUBLE.test(message)) return false
  return method === 'eth_getLogs' || REFUSALS.includes(code) || /not (supported|available)/i.test(message)
}

function nameOf({ method, params }: RpcCall): string {
  return `${method} ${JSON.stringify(params)}`
}

/**
 * Splits calls into requests, each within the smallest limit of its methods. Calls that belong together stay
 * in one request. If they do not fit, they are skipped: two requests may be answered by two machines.
 */
function partsOf(
  questions: readonly Question[],
  sizeFor: (question: RpcCall) => number,
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

/** Groups calls that belong together; every other call is a group of its own. */
export function unitsOf<T extends Question>(questions: readonly T[]): readonly T[][] {
  const units = new Map<object, T[]>()
  for (const question of questions) {
    const name = question.together ?? question
    units.set(name, [...(units.get(name) ?? []), question])
  }
  return [...units.values()]
}

/**
 * Initial knowledge about public endpoints, one line per operator. Endpoints of one operator share machines,
 * so they fail, lag and lie together. `places` ranks an endpoint for a method, 0 first; `*` covers the
 * methods without a rank of their own. A wrong entry costs a request but never an answer: an endpoint that
 * refuses is skipped and remembered.
 */
const operators: readonly Operator[] = [
  {
    hosts: ['bnbchain.org', 'binance.org', 'defibit.io', 'ninicoin.io', 'nodereal.io'],
    places: { eth_getLogs: 3 },
  },
  { hosts: ['48.club'] },
  { hosts: ['blxrbdn.com'] },
  // Logs of at most 50 blocks.
  { hosts: ['blastapi.io', 'alchemy.com'], places: { eth_getLogs: 2 } },
  { hosts: ['blockrazor.xyz'], places: { '*': 1 } },
  { hosts: ['drpc.org', 'thirdweb.com'], places: { '*': 1 } },
  { hosts: ['1rpc.io'], places: { '*': 1, eth_getLogs: 2 } },
  // Serves logs near the head, but no receipts.
  {
    hosts: ['publicnode.com', 'allnodes.com'],
    places: { '*': 2, eth_getLogs: 1, eth_getTransactionReceipt: 3 },
  },
]

type Operator = {
  readonly hosts: readonly string[]
  readonly places?: { readonly [method: string]: number }
}

/** Hosts without a domain of their own, so that nothing distinguishes their operators. */
const NO_DOMAIN = 'no domain'

/**
 * The operator of an endpoint. Two hosts of one operator count as one witness (`docs/money.md` 1), so hosts are one
 * operator unless their domains differ: unknown ones are grouped by parent domain, and everything without a domain
 * (numeric addresses, names without a dot) is one. Only this machine is distinguished by name and port, so that a
 * local chain can have two.
 */
export function operatorOf(url: string): string {
  const { port } = new URL(url)
  const hostname = hostOf(url)
  if (isLoopback(hostname)) return `${hostname}:${port}`
  if (isNumeric(hostname) || !hostname.includes('.')) return NO_DOMAIN
  const parent = parentOf(hostname)
  return knownOperator(parent)?.hosts[0] ?? parent
}

/** The rank of an endpoint for a method, 0 first. */
function placeOf(url: string, method: string): number {
  const places = knownOperator(parentOf(hostOf(url)))?.places
  return places?.[method] ?? places?.['*'] ?? 0
}

/** The host in one form: lower case, without the dot that ends a full domain name. */
function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.+$/, '')
}

function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.|^\[::1\]$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
}

function isNumeric(hostname: string): boolean {
  return hostname.startsWith('[') || /^[0-9.]+$/.test(hostname)
}

function parentOf(hostname: string): string {
  return hostname.split('.').slice(-2).join('.')
}

function knownOperator(parent: string): Operator | undefined {
  return operators.find(({ hosts }) => hosts.includes(parent))
}
