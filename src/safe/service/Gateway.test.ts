import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listedItem } from '#account/safe/listedItem.ts'
import { PortalError } from '#chain/PortalError.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  detailsDocument,
  historyDocument,
  PAYOUT_HASH,
  queuedDocument,
  REJECTION_HASH,
  SAFE,
} from '#tests/support/safeExamples.ts'
import { type Listening, listen } from '../../../safe-app/service/http/listen.ts'
import { NEWEST, type TransactionPage } from './SafeSource.ts'
import { gateway } from './sources.ts'

type Reply = { readonly status?: number; readonly body: string; readonly headers?: Record<string, string> }

let server: Listening
let reply: Reply | 'silence' | 'half'
let paths: string[] = []
let replyTo: ((path: string) => Reply) | null = null

beforeAll(async () => {
  server = await listen(0, async (request, response) => {
    paths.push(request.url ?? '')
    const own = replyTo?.(request.url ?? '')
    if (own) {
      response.writeHead(own.status ?? 200).end(own.body)
      return
    }
    if (reply === 'silence') return
    if (reply === 'half') {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"results":')
      response.destroy()
      return
    }
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
  })
})

afterEach(() => {
  paths = []
  replyTo = null
  vi.restoreAllMocks()
})

afterAll(() => server.stop())

const answerWith = (document: unknown) => {
  reply = { body: JSON.stringify(document) }
}
const service = () => gateway(server.url)
const history = (cursor: string | null = null) => service().history(SAFE, cursor)
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PortalError)
  return error as PortalError
}

test('behavior: reads the nonce that the next proposal gets', async () => {
  answerWith({ currentNonce: 6, recommendedNonce: 8 })
  expect(await service().nextNonce(SAFE)).toBe(8n)
  expect(paths).toEqual([`/v1/chains/56/safes/${SAFE}/nonces`])
})

test.each([{}, { recommendedNonce: -1 }, { recommendedNonce: '8' }, null, []])(
  'error: takes no nonce from %j',
  async (document) => {
    answerWith(document)
    await expect(service().nextNonce(SAFE)).rejects.toMatchObject({ kind: 'malformed' })
  },
)

describe('the queue', () => {
  test('behavior: is read without labels, and both rows of one nonce are in conflict', async () => {
    answerWith(queuedDocument)
    const page = await service().queued(SAFE, null)
    expect(paths).toEqual([`/v1/chains/56/safes/${SAFE}/transactions/queued?trusted=false`])
    expect(page).toMatchObject({ cursor: null, unreadable: 0 })
    expect(page.transactions.map(({ id, conflict }) => [id.slice(-66), conflict])).toEqual([
      [PAYOUT_HASH, true],
      [REJECTION_HASH, true],
    ])
  })

  test('behavior: includes proposals that no owner has signed', async () => {
    const [, , , last] = queuedDocument.results
    const executionInfo = { ...last?.transaction?.executionInfo, confirmationsSubmitted: 0 }
    answerWith({
      ...queuedDocument,
      results: [{ ...last, transaction: { ...last?.transaction, executionInfo } }],
    })
    const page = await service().queued(SAFE, null)
    expect(page.transactions).toMatchObject([{ executionInfo: { confirmationsSubmitted: 0 } }])
    expect(page.transactions.map((one) => listedItem(one).status)).toEqual([
      { kind: 'awaiting-signatures', have: 0, need: 2 },
    ])
  })

  test('behavior: a row after a conflict is not part of it', async () => {
    const [, header, first, last] = queuedDocument.results
    const next = { ...last, conflictType: 'None', transaction: { ...last?.transaction, id: 'next' } }
    answerWith({
      ...queuedDocument,
      results: [header, first, last, { type: 'LABEL', label: 'Queued' }, next],
    })
    const { transactions } = await service().queued(SAFE, null)
    expect(transactions.map(({ conflict }) => conflict)).toEqual([true, true, false])
  })

  test('behavior: a conflict is found without its header, if a page begins in the middle', async () => {
    const [, , first, last] = queuedDocument.results
    answerWith({ ...queuedDocument, results: [last] })
    expect((await service().queued(SAFE, null)).transactions[0]?.conflict).toBe(true)
    answerWith({ ...queuedDocument, results: [first] })
    expect((await service().queued(SAFE, null)).transactions[0]?.conflict).toBe(true)
  })

  test('behavior: lists a repeated row once', async () => {
    answerWith({ ...queuedDocument, results: [...queuedDocument.results, ...queuedDocument.results] })
    expect((await service().queued(SAFE, null)).transactions).toHaveLength(2)
  })

  test('error: counts unreadable rows and shows the others', async () => {
    const broken = [null, 7, 'row', [], {}, { type: 'TRANSACTION' }, { type: 'NEW_LABEL' }]
    answerWith({ ...queuedDocument, results: [...broken, ...queuedDocument.results] })
    const page = await service().queued(SAFE, null)
    expect(page.unreadable).toBe(broken.length)
    expect(page.transactions).toHaveLength(2)
  })
})

const refusal: Reply = { status: 502, body: '{"message":"Invalid safeTxHash","statusCode":502}' }

describe('a queue of several pages', () => {
  const [, , row] = queuedDocument.results
  /** How many of 500 proposals have been executed. */
  let executed = 0
  /** The place of a proposal that the gateway refuses, with every page that has it or begins behind it. */
  let refused = Number.NaN
  const all = Array.from({ length: 500 }, (_, index) => `multisig_${SAFE}_${index}`)
  /** Reads it to its end, with what happens between two pages. */
  const readAll = async (between: () => void) => {
    executed = 0
    replyTo = (path) => {
      const own = new URLSearchParams(new URL(path, server.url).searchParams.get('cursor') ?? '')
      const [limit, offset] = [Number(own.get('limit')), Number(own.get('offset'))]
      if (refused >= offset - 1 && refused < offset + limit) return refusal
      const waiting = all.slice(executed)
      const results = waiting
        .slice(Math.max(0, offset - 1), offset + limit)
        .map((id) => ({ ...row, transaction: { ...row?.transaction, id } }))
      const next = `https://x.example/?cursor=${encodeURIComponent(`limit=${limit}&offset=${offset + limit}`)}`
      const isEnd = offset + limit >= waiting.length
      return { body: JSON.stringify({ ...queuedDocument, results, next: isEnd ? null : next }) }
    }
    const source = service()
    const found: string[] = []
    let unreadable = 0
    for (let cursor: string | null = NEWEST; cursor !== null; between()) {
      const page: TransactionPage = await source.queued(SAFE, cursor)
      found.push(...page.transactions.map(({ id }) => id))
      unreadable += page.unreadable
      cursor = page.cursor
    }
    return { found, unreadable }
  }

  test('behavior: lists each proposal once', async () => {
    expect(await readAll(() => {})).toEqual({ found: all, unreadable: 0 })
  })

  test('error: no waiting proposal is left out while others are executed', async () => {
    expect(await readAll(() => executed++)).toEqual({ found: all, unreadable: 0 })
  })

  test.each([15, 17, 19, 400])(
    'error: a refused proposal at place %i counts once, although pages share rows',
    async (at) => {
      refused = at
      const { found, unreadable } = await readAll(() => {})
      expect([new Set(found).size, unreadable]).toEqual([all.length - 1, 1])
      refused = Number.NaN
    },
  )

  test('error: an entry may be missing if so many were executed that the pages do not meet', async () => {
    const { found, unreadable } = await readAll(() => {
      executed += 9
    })
    expect(found.length).toBeLessThan(all.length)
    expect(unreadable).toBeGreaterThan(0)
  })
})

describe('a queue that the gateway refuses for one proposal', () => {
  test('behavior: is read around it, and it counts as unreadable', async () => {
    replyTo = (path) => {
      const cursor = new URL(path, server.url).searchParams.get('cursor')
      const [limit, offset] = (cursor?.match(/\d+/g) ?? ['20', '0']).map(Number)
      const isRefused = offset === 0 || (offset === 1 && limit !== undefined)
      return isRefused ? refusal : { body: JSON.stringify({ ...queuedDocument, next: null }) }
    }
    const page = await service().queued(SAFE, null)
    expect(page.transactions).toHaveLength(2)
    expect(page.unreadable).toBe(1)
  })

  test('error: is refused for good if nothing of it is served', async () => {
    reply = refusal
    expect(await failure(service().queued(SAFE, null))).toMatchObject({
      kind: 'unserved',
      message: expect.stringContaining('can’t verify'),
    })
  })
})

describe('a gateway that keeps its answers', () => {
  const minute = 60_000
  /**
   * Answers each path from its copy for a minute, and includes how many proposals there were when the copy was made.
   */
  const keepAnswers = (queue: { readonly length: number }) => {
    const copies = new Map<string, { readonly at: number; readonly body: string }>()
    replyTo = (path) => {
      const kept = copies.get(path)
      if (kept && Date.now() < kept.at + minute) return { body: kept.body }
      const [, , first] = queuedDocument.results
      const results = Array.from({ length: queue.length }, (_, index) => ({
        ...first,
        transaction: { ...first?.transaction, id: `${index}` },
      }))
      const body = JSON.stringify({ ...queuedDocument, results, next: null })
      copies.set(path, { at: Date.now(), body })
      return { body }
    }
  }

  test('behavior: is asked past them for the newest queue, as often as it is asked', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const queue = { length: 1 }
    keepAnswers(queue)
    const source = service()
    const lengthOf = async (cursor: string | null, from = source) =>
      (await from.queued(SAFE, cursor)).transactions.length
    expect([await lengthOf(null), await lengthOf(NEWEST)]).toEqual([1, 1])
    // A public service is asked once a second at most.
    for (let step = 0; step < 60; step++) {
      queue.length++
      expect(await lengthOf(NEWEST)).toBe(queue.length)
      vi.setSystemTime(Date.now() + 1_000 + step)
    }
    // Another page of the same browser asks in its own way.
    queue.length++
    vi.setSystemTime(Date.now() + 1_000)
    expect(await lengthOf(NEWEST, gateway(server.url))).toBe(queue.length)
    vi.useRealTimers()
  })
})

describe('the next page', () => {
  test('behavior: is requested by its cursor from our own service', async () => {
    answerWith(historyDocument)
    const { cursor, transactions } = await history()
    expect(transactions).toHaveLength(2)
    expect(cursor).toBe('limit=20&offset=20')
    await history(cursor)
    expect(paths[1]).toBe(
      `/v1/chains/56/safes/${SAFE}/transactions/history?trusted=false&cursor=limit%3D20%26offset%3D20`,
    )
  })

  test('error: a service that links elsewhere gets no request there', async () => {
    const elsewhere = vi.fn()
    const other = await listen(0, async (request, response) => {
      elsewhere(request.url)
      response.end('{}')
    })
    answerWith({
      ...historyDocument,
      next: `${other.url}/steal?cursor=${encodeURIComponent('x&trusted=false#')}`,
    })
    const { cursor } = await history()
    await history(cursor)
    expect(elsewhere).not.toHaveBeenCalled()
    expect(new URL(paths[1] ?? '', server.url).searchParams.get('trusted')).toBe('false')
    await other.stop()
  })

  test.each([[null], [undefined], [''], ['no url'], ['/relative?cursor=x'], ['https://x.example/history']])(
    'behavior: there is none for %j',
    async (next) => {
      answerWith({ ...historyDocument, next })
      expect((await history()).cursor).toBeNull()
    },
  )

  test.each([['no url'], ['/relative?cursor=x'], ['https://x.example/history']])(
    'error: that %j promises and does not lead to counts as unreadable',
    async (next) => {
      answerWith({ ...historyDocument, next })
      expect((await history()).unreadable).toBe(1)
    },
  )
})

describe('one transaction', () => {
  test('behavior: is parsed with exact numbers', async () => {
    answerWith(detailsDocument)
    expect(await service().transaction(PAYOUT_HASH)).toMatchObject({
      safeAddress: SAFE,
      txStatus: 'AWAITING_CONFIRMATIONS',
      detailedExecutionInfo: { nonce: 12n, safeTxHash: PAYOUT_HASH },
    })
    expect(paths).toEqual([`/v1/chains/56/transactions/${PAYOUT_HASH}`])
  })

  test('behavior: 404 means that the service does not have it yet', async () => {
    reply = { status: 404, body: '{"code":404,"message":"Not Found"}' }
    expect(await service().transaction(PAYOUT_HASH)).toBeNull()
  })

  test('error: a list with 404 is an error', async () => {
    reply = { status: 404, body: '' }
    expect(await failure(history())).toMatchObject({ kind: 'unreachable' })
  })
})

describe('one message', () => {
  const HASH = hash(SAFE, 'text')
  const message = {
    messageHash: HASH.toUpperCase().replace('0X', '0x'),
    status: 'CONFIRMED',
    message: 'another text',
    confirmations: [{ owner: { value: SAFE.toLowerCase() }, signature: '0xAB' }],
    preparedSignature: null,
  }

  const day = { type: 'DATE_LABEL', timestamp: 1_795_132_800_000 }
  const other = { ...message, type: 'MESSAGE', messageHash: hash(SAFE, 'other') }
  /** The first page of the Safe's messages; there are older ones if `next` is given. */
  const listOf = (rows: readonly unknown[], next: unknown = null) => ({
    count: 1,
    next,
    results: [day, ...rows],
  })
  const OLDER = `https://safe-client.safe.global/v1/chains/56/safes/${SAFE}/messages?cursor=limit%3D20%26offset%3D20`
  const LIST = `/v1/chains/56/safes/${SAFE}/messages`
  const own = () => service().message(SAFE, HASH)

  test('behavior: is found in the list of the Safe, and parsed without its status and text', async () => {
    answerWith(listOf([other, { type: 'MESSAGE', ...message }]))
    expect(await own()).toEqual({
      messageHash: HASH,
      confirmations: [{ owner: SAFE, signature: '0xab' }],
      preparedSignature: null,
    })
    expect(paths).toEqual([LIST])
  })

  test('behavior: that is not there yet is looked for again without an answer 404', async () => {
    answerWith(listOf([other]))
    const one = service()
    for (let round = 0; round < 3; round += 1) expect(await one.message(SAFE, HASH)).toBeNull()
    expect(paths).toEqual([LIST, LIST, LIST])
    answerWith(listOf([message, other]))
    expect(await one.message(SAFE, HASH)).toMatchObject({ messageHash: HASH })
  })

  test('behavior: that may be older than the list is asked for by its hash, once', async () => {
    const list: Reply = { body: JSON.stringify(listOf([other], OLDER)) }
    replyTo = (path) =>
      path === LIST ? list : { status: 404, body: '{"code":404,"message":"An error occurred"}' }
    const one = service()
    for (let round = 0; round < 3; round += 1) expect(await one.message(SAFE, HASH)).toBeNull()
    expect(paths).toEqual([LIST, `/v1/chains/56/messages/${HASH}`, LIST, LIST])
  })

  test('behavior: that is older than the list is read', async () => {
    replyTo = (path) => ({ body: JSON.stringify(path === LIST ? listOf([other], OLDER) : message) })
    expect(await own()).toMatchObject({ messageHash: HASH })
  })

  test('behavior: of a Safe that the service does not know is not there yet', async () => {
    reply = { status: 404, body: '{"code":404,"message":"An error occurred"}' }
    expect(await own()).toBeNull()
  })

  test.each([null, undefined])(
    'error: whose confirmations are %s is read: nobody says who signed',
    async (confirmations) => {
      answerWith(listOf([{ ...message, confirmations }]))
      expect(await own()).toMatchObject({ messageHash: HASH, confirmations: null })
    },
  )

  test('behavior: is read beside rows of other messages that make no sense', async () => {
    answerWith(listOf([null, 7, { messageHash: 7 }, { messageHash: '0x12' }, message]))
    expect(await own()).toMatchObject({ messageHash: HASH })
  })

  test.each([[null], [[]], [{}], [{ results: { 0: message } }]])(
    'error: rejects the list %j',
    async (document) => {
      answerWith(document)
      expect(await failure(own())).toMatchObject({ kind: 'malformed' })
    },
  )

  test.each([
    [{ ...message, confirmations: [null] }],
    [{ ...message, confirmations: [{ owner: SAFE, signature: '0xab' }] }],
    [{ ...message, confirmations: [{ owner: { value: SAFE }, signature: 'ab' }] }],
    [{ ...message, confirmations: Array(1001).fill(message.confirmations[0]) }],
    [{ ...message, preparedSignature: 7 }],
  ])('error: rejects %j, in the list and by its hash', async (document) => {
    answerWith(listOf([document]))
    expect(await failure(own())).toMatchObject({ kind: 'malformed' })
    replyTo = (path) => ({ body: JSON.stringify(path === LIST ? listOf([other], OLDER) : document) })
    expect(await failure(own())).toMatchObject({ kind: 'malformed' })
  })

  test.each([[null], [[]], [{}], [{ ...message, messageHash: '0x12' }]])(
    'error: rejects %j by its hash',
    async (document) => {
      replyTo = (path) => ({ body: JSON.stringify(path === LIST ? listOf([other], OLDER) : document) })
      expect(await failure(own())).toMatchObject({ kind: 'malformed' })
    },
  )

  test('error: an unreachable service is an error', async () => {
    reply = { status: 503, body: '' }
    expect(await failure(own())).toMatchObject({ kind: 'unreachable' })
  })
})

describe('a service that', () => {
  const replies: [string, Reply | 'silence' | 'half', PortalError['kind']][] = [
    ['is busy (429)', { status: 429, body: 'Rate limit reached' }, 'unreachable'],
    ['fails (500)', { status: 500, body: '{"code":500,"message":"Internal server error"}' }, 'unreachable'],
    [
      'is unavailable (503)',
      { status: 503, body: '{"code":503,"message":"Service unavailable"}' },
      'unreachable',
    ],
    ['fails as a proxy does (502)', { status: 502, body: '<h1>Bad gateway</h1>' }, 'unreachable'],
    ['refuses a banned Safe (451)', { status: 451, body: '{"message":"Unavailable"}' }, 'unserved'],
    [
      'cannot verify a proposal',
      { status: 502, body: '{"message":"Invalid safeTxHash","statusCode":502}' },
      'unserved',
    ],
    ['redirects', { status: 302, body: '', headers: { Location: '/v1/elsewhere' } }, 'unreachable'],
    ['stops in the middle', 'half', 'unreachable'],
    ['answers with a web page', { body: '<!doctype html><title>Log in</title>' }, 'malformed'],
    ['answers nothing', { body: '' }, 'malformed'],
    ['answers JSON cut short', { body: '{"results":[' }, 'malformed'],
    ['answers null', { body: 'null' }, 'malformed'],
    ['answers a list', { body: '[]' }, 'malformed'],
    ['answers rows that are no list', { body: '{"results":{"0":{}}}' }, 'malformed'],
    ['answers rows without end', { body: JSON.stringify({ results: Array(1001).fill(null) }) }, 'malformed'],
    [
      'answers more than anybody reads',
      { body: `{"results":[],"x":"${'x'.repeat(5_000_001)}"}` },
      'malformed',
    ],
  ]
  test.each(replies)('error: %s fails with an error of the right kind', async (_, faulty, kind) => {
    reply = faulty
    expect((await failure(history())).kind).toBe(kind)
    expect((await failure(service().transaction(PAYOUT_HASH))).kind).toBe(kind)
    expect(paths.every((path) => path.startsWith(`/v1/chains/56/`))).toBe(true)
  })

  test('error: is silent for eight seconds times out', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(60))
    reply = 'silence'
    expect((await failure(history())).kind).toBe('unreachable')
    expect(limits.mock.calls).toEqual([[8_000]])
  })

  test('error: does not run is unreachable', async () => {
    const gone = await listen(0, async () => {})
    await gone.stop()
    expect((await failure(gateway(gone.url).queued(SAFE, null))).kind).toBe('unreachable')
  })

  test('behavior: is aborted when the answer is no longer needed', async () => {
    reply = 'silence'
    const leave = new AbortController()
    const left = service().history(SAFE, null, leave.signal)
    leave.abort(new DOMException('left', 'AbortError'))
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a document with anything in it', () => {
  test('error: yields a page or a PortalError, never another failure', async () => {
    // Skips the network, so that thousands of documents take only seconds.
    const body = { current: '' }
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body.current))
    const documents = fc.constantFrom<unknown>(queuedDocument, historyDocument, detailsDocument)
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(), anyHostileValue, async (document, seed, value) => {
        body.current = JSON.stringify(mutate(document, seed, value))
        const reading =
          document === detailsDocument ? service().transaction(PAYOUT_HASH) : service().queued(SAFE, null)
        const result = await reading.catch((error: unknown) => error)
        if (result instanceof Error) expect(result).toBeInstanceOf(PortalError)
        else expect(result).toEqual(expect.objectContaining({}))
      }),
      propertyRuns(250, 30_000),
    )
  }, 300_000)
})
