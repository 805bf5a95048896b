import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type Asked,
  endpoint,
  honest,
  running,
  stopEndpoints,
  type Whole,
} from '#tests/support/rpcEndpoints.ts'
import { readJson } from '../../../safe-app/service/http/answer.ts'
import { listen } from '../../../safe-app/service/http/listen.ts'
import { createRpc } from './createRpc.ts'
import { createEndpointMemory, type EndpointMemory } from './Endpoint.ts'
import { type Rpc, RpcError, readChain } from './Rpc.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await stopEndpoints()
})

const HOUR = 3_600_000
const sizesOf = ({ requests }: { requests: Asked[][] }) => requests.map(({ length }) => length)
const askMany = (rpc: Rpc, count: number, method = 'eth_call') =>
  Promise.all(Array.from({ length: count }, (_, index) => rpc(method, [index])))

/** Refuses more than `most` calls per request, with the answer of `how`. */
const atMost = (most: number, how: (asked: Asked[]) => Whole) => (asked: Asked[]) =>
  asked.length > most ? how(asked) : null

const refusals: [string, (asked: Asked[]) => Whole][] = [
  [
    'HTTP 500 and an error for each entry',
    (asked) => ({
      status: 500,
      body: JSON.stringify(
        asked.map(({ id }) => ({ id, error: { code: 31, message: 'Batch of more than 3 requests' } })),
      ),
    }),
  ],
  [
    'an error for each entry',
    (asked) => ({
      status: 200,
      body: JSON.stringify(
        asked.map(({ id }) => ({ id, error: { code: -32600, message: 'batch too large' } })),
      ),
    }),
  ],
  ['one error', () => ({ status: 200, body: '{"error":{"code":-32005,"message":"batch limit"}}' })],
  ['HTTP 413 and a web page', () => ({ status: 413, body: '<html>Request too large</html>' })],
]

describe('an endpoint that accepts small batches only', () => {
  test.each(refusals)('behavior: gets three calls at a time after refusing more with %s', async (_, how) => {
    const clock = { now: 0 }
    const small = await endpoint(honest('small'), atMost(3, how))
    const rpc = createRpc([small.url], { now: () => clock.now })
    await askMany(rpc, 7)
    // The refused request, then one alone to test the batch size of three, and the rest.
    expect(sizesOf(small)).toEqual([8, 3, 3, 2])
    small.requests.length = 0
    clock.now = HOUR - 1
    expect(await askMany(rpc, 7)).toEqual(Array(7).fill('small:eth_call'))
    expect(sizesOf(small)).toEqual([3, 3, 1])
  })

  test('behavior: gets larger batches again after an hour', async () => {
    const clock = { now: 0 }
    let most = 3
    const small = await endpoint(honest('small'), (asked) =>
      atMost(most, () => ({ status: 500, body: '' }))(asked),
    )
    const rpc = createRpc([small.url], { now: () => clock.now })
    await askMany(rpc, 5)
    ;[most, clock.now] = [25, HOUR + 1]
    small.requests.length = 0
    await askMany(rpc, 5)
    expect(sizesOf(small)).toEqual([5])
  })

  test('behavior: a refusal of one method does not affect another', async () => {
    const small = await endpoint(honest('small'), (asked) =>
      asked.some(({ method }) => method === 'eth_call')
        ? atMost(3, () => ({ status: 500, body: '' }))(asked)
        : null,
    )
    const rpc = createRpc([small.url])
    await askMany(rpc, 5)
    small.requests.length = 0
    await askMany(rpc, 20, 'eth_getCode')
    expect(sizesOf(small)).toEqual([20])
  })

  test('behavior: one request never contains more than 25 calls', async () => {
    const a = await endpoint(honest('a'))
    await askMany(createRpc([a.url]), 60)
    expect(sizesOf(a)).toEqual([25, 25, 11])
  })

  test('behavior: an endpoint that is down gets at most three requests for one batch', async () => {
    const down = await endpoint(honest('down'), () => ({ status: 503, body: '' }))
    const good = await endpoint(honest('good'))
    await askMany(createRpc([down.url, good.url]), 25)
    expect(sizesOf(down)).toEqual([25, 3, 1])
  })
})

describe('an endpoint that refuses', () => {
  /** Refuses one method with a code, in HTTP 200 or with a status. */
  const refusing = (method: string, code: number, status = 200) =>
    endpoint(
      (asked) =>
        asked.method === method ? { id: asked.id, error: { code, message: 'no' } } : honest('a')(asked),
      (asked) =>
        status !== 200 && asked.some((one) => one.method === method)
          ? {
              status,
              body: JSON.stringify(
                asked.length === 1 ? { id: 0, error: { code, message: 'no' } } : { error: 'not this' },
              ),
            }
          : null,
    )

  test.each([
    [-32601, 'eth_getTransactionReceipt', 200],
    [-32701, 'eth_getTransactionReceipt', 403],
    [-32005, 'eth_getLogs', 200],
  ])(
    'behavior: (%d to %s, HTTP %d) does not get the same call again within the hour, and other calls of the method come last',
    async (code, method, status) => {
      const clock = { now: 0 }
      const a = await refusing(method, code, status)
      const b = await endpoint(honest('b'))
      const rpc = createRpc([a.url, b.url], { now: () => clock.now })
      const asked = () => a.requests.flat().filter((one) => one.method === method).length
      expect(await rpc(method, ['0x1'])).toBe(`b:${method}`)
      const before = asked()
      expect(before).toBeGreaterThan(0)
      expect(await rpc(method, ['0x1'])).toBe(`b:${method}`)
      expect(await rpc(method, ['0x2'])).toBe(`b:${method}`)
      expect(asked()).toBe(before)
      expect(await rpc('eth_call')).toBe('a:eth_call')
      clock.now = HOUR + 1
      expect(await rpc(method, ['0x1'])).toBe(`b:${method}`)
      expect(asked()).toBeGreaterThan(before)
    },
  )

  test('error: a single endpoint’s remembered refusal is thrown', async () => {
    const only = await refusing('eth_getTransactionReceipt', -32601)
    const rpc = createRpc([only.url])
    const ask = () => rpc('eth_getTransactionReceipt', ['0x1'])
    await expect(ask()).rejects.toMatchObject({ code: -32601 })
    await expect(ask()).rejects.toMatchObject({ code: -32601, message: 'no' })
    expect(only.requests.flat().filter(({ method }) => method === 'eth_getTransactionReceipt')).toHaveLength(
      1,
    )
  })

  test.each([
    [-32603, 'Internal error'],
    [-32000, 'query timeout exceeded'],
  ])('behavior: a temporary refusal (%d, %s) does not prevent the same call', async (code, message) => {
    const only = await endpoint((asked) =>
      asked.method === 'eth_getLogs' ? { id: asked.id, error: { code, message } } : honest('a')(asked),
    )
    const rpc = createRpc([only.url])
    for (let at = 0; at < 2; at++) await expect(rpc('eth_getLogs', ['0x1'])).rejects.toMatchObject({ code })
    expect(only.requests.flat().filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2)
  })

  test('behavior: a scan’s findings are shared with other readers of the same endpoints', async () => {
    const memories = new Map<string, EndpointMemory>()
    const a = await refusing('eth_getLogs', -32005)
    const b = await endpoint(honest('b'))
    await createRpc([a.url, b.url], { memories })('eth_getLogs', ['0x1'])
    const before = a.requests.length
    await createRpc([a.url, b.url], { memories })('eth_getLogs', ['0x2'])
    expect(a.requests).toHaveLength(before)
  })
})

describe('an endpoint with a rate limit', () => {
  const busy = (headers: Record<string, string>) =>
    endpoint(honest('busy'), () => ({ status: 429, body: 'Too Many Requests', headers }))

  test('behavior: gets no request until the time it names', async () => {
    const clock = { now: 0 }
    const a = await busy({ 'Retry-After': '120' })
    const b = await endpoint(honest('b'))
    const rpc = createRpc([a.url, b.url], { now: () => clock.now })
    await rpc('eth_one')
    clock.now = 119_999
    await rpc('eth_one')
    expect(a.requests).toHaveLength(1)
    clock.now = 120_000
    await rpc('eth_one')
    expect(a.requests).toHaveLength(2)
  })

  test('error: rests no longer after the clock of the device was set back', async () => {
    let isBusy = true
    const only = await endpoint(honest('only'), () =>
      isBusy ? { status: 429, body: '', headers: { 'Retry-After': '120' } } : null,
    )
    const clock = { now: 10 * HOUR }
    const rpc = createRpc([only.url], { now: () => clock.now })
    await expect(rpc('eth_one')).rejects.toThrow('answered with error 429')
    isBusy = false
    clock.now -= 5 * HOUR
    expect(await rpc('eth_one')).toBe('only:eth_one')
    clock.now += 5 * HOUR
    expect(await rpc('eth_one')).toBe('only:eth_one')
  })

  test('error: gets no request even if it is the only one, and calls fail at once', async () => {
    const only = await busy({ 'Retry-After': new Date(Date.now() + 60_000).toUTCString() })
    const rpc = createRpc([only.url])
    await expect(rpc('eth_one')).rejects.toThrow('answered with error 429')
    await expect(rpc('eth_one')).rejects.toThrow('answered with error 429')
    expect(only.requests).toHaveLength(1)
  })

  test('error: a call that is never sent because others keep the node busy fails with the node’s answer', async () => {
    const only = await endpoint(honest('only'))
    const rest = {
      since: Date.now(),
      until: Date.now() + 60_000,
      reason: new RpcError(-32005, 'limit exceeded'),
    }
    const rpc = createRpc([only.url], {
      memories: new Map([[only.url, { ...createEndpointMemory(), rest }]]),
    })
    await expect(readChain(() => rpc('eth_getBalance'))).rejects.toThrow(
      'Some data couldn’t be read from BNB Smart Chain.',
    )
    expect(only.requests).toEqual([])
  })

  test('behavior: if it is the only one, it gets the request again after a short pause', async () => {
    let requests = 0
    const only = await endpoint(honest('only'), () => (++requests < 3 ? { status: 429, body: '' } : null))
    expect(await createRpc([only.url])('eth_one')).toBe('only:eth_one')
    expect(requests).toBe(3)
  })

  test.each(['soon', '', '-5', '99999999999999999999'])(
    'behavior: an invalid wait time (%j) never pauses it for more than an hour',
    async (wait) => {
      const clock = { now: 0 }
      const a = await busy({ 'Retry-After': wait })
      const b = await endpoint(honest('b'))
      const rpc = createRpc([a.url, b.url], { now: () => clock.now })
      await rpc('eth_one')
      clock.now = HOUR
      await rpc('eth_one')
      expect(a.requests).toHaveLength(2)
    },
  )

  test('behavior: that reports the limit in its answers is asked last for a while, without smaller batches', async () => {
    const a = await endpoint(({ id, method }) =>
      method === 'eth_chainId'
        ? { id, result: '0x38' }
        : { id, error: { code: -32005, message: 'limit exceeded' } },
    )
    const b = await endpoint(honest('b'))
    const rpc = createRpc([a.url, b.url])
    await askMany(rpc, 5)
    await askMany(rpc, 5)
    expect(sizesOf(a)).toEqual([6])
  })
})

test('behavior: load is shared: none of four endpoints gets more than 20 of 60 requests in ten seconds', async () => {
  const four = await Promise.all(['a', 'b', 'c', 'd'].map((name) => endpoint(honest(name))))
  const rpc = createRpc(four.map(({ url }) => url))
  for (let at = 0; at < 60; at++) await rpc('eth_one', [at])
  const counts = four.map(({ requests }) => requests.length)
  expect(Math.max(...counts)).toBeLessThanOrEqual(20)
  expect(counts.reduce((sum, count) => sum + count)).toBe(60)
})

describe('an endpoint that never answers', () => {
  test('behavior: is not waited for: the next one is asked in parallel', async () => {
    let isOpen = true
    const silent = await listen(0, (request) => {
      request.on('close', () => {
        isOpen = false
      })
      return new Promise(() => {})
    })
    running.push(silent)
    const good = await endpoint(honest('good'))
    expect(await createRpc([silent.url, good.url])('eth_one')).toBe('good:eth_one')
    expect(isOpen).toBe(true)
  })

  test('error: if it is the only one, times out after three seconds', async () => {
    const silent = await listen(0, () => new Promise(() => {}))
    running.push(silent)
    await expect(createRpc([silent.url])('eth_one')).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('behavior: that answers late may still be first', async () => {
    let answerLate = () => {}
    const late = await listen(0, async (request, response) => {
      const asked = (await readJson(request)) as Asked[]
      await new Promise<void>((go) => {
        answerLate = go
      })
      response.end(JSON.stringify(asked.map(honest('late'))))
    })
    running.push(late)
    const silent = await listen(0, () => new Promise(() => {}))
    running.push(silent)
    const rpc = createRpc([late.url, silent.url])
    const answer = rpc('eth_one')
    await vi.waitFor(() => expect(answerLate).not.toBeUndefined())
    setTimeout(() => answerLate(), 700)
    expect(await answer).toBe('late:eth_one')
  })
})

describe('an invalid answer', () => {
  const isText = (result: unknown) => typeof result === 'string'
  const saying = (result: unknown) =>
    endpoint((asked) => (asked.method === 'eth_one' ? { id: asked.id, result } : honest('a')(asked)))

  test('behavior: is skipped, and its endpoint comes last for a while', async () => {
    const a = await saying({})
    const b = await endpoint(honest('b'))
    const rpc = createRpc([a.url, b.url])
    expect(await rpc('eth_one', [], undefined, isText)).toBe('b:eth_one')
    expect(await rpc('eth_two')).toBe('b:eth_two')
  })

  test('behavior: null for data that a node lacks does not demote the node', async () => {
    const a = await saying(null)
    const b = await endpoint(honest('b'))
    const rpc = createRpc([a.url, b.url])
    expect(await rpc('eth_one', [], undefined, isText)).toBe('b:eth_one')
    expect(await rpc('eth_two')).toBe('a:eth_two')
  })

  test('error: is an error if no endpoint has another one', async () => {
    const a = await saying({})
    await expect(createRpc([a.url])('eth_one', [], undefined, isText)).rejects.toThrow('No answer to eth_one')
  })
})

describe('a hostile body', () => {
  const byHand = async (write: (response: import('node:http').ServerResponse, asked: Asked[]) => void) => {
    const server = await listen(0, async (request, response) => {
      const body = (await readJson(request)) as Asked | Asked[]
      response.writeHead(200, { 'Content-Type': 'application/json' })
      write(response, Array.isArray(body) ? body : [body])
    })
    running.push(server)
    return server.url
  }
  const rest = async () => (await endpoint(honest('good'))).url

  test('error: of 20 MB is not read to its end', async () => {
    let sent = 0
    const url = await byHand((response) => {
      const block = Buffer.alloc(1_000_000, 32)
      const more = () => {
        if (sent >= 20_000_000 || response.destroyed) return void response.end()
        sent += block.length
        response.write(block, more)
      }
      more()
    })
    expect(await createRpc([url, await rest()])('eth_one')).toBe('good:eth_one')
  })

  test('error: without an end does not hang anything', async () => {
    const url = await byHand((response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await createRpc([url, await rest()])('eth_one')).toBe('good:eth_one')
    await expect(createRpc([url])('eth_one')).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('error: with two answers for one call yields neither', async () => {
    const url = await byHand((response, asked) => {
      const rows = asked.map(honest('twice'))
      response.end(JSON.stringify([...rows, { ...rows.at(-1), result: '0xbad' }]))
    })
    expect(await createRpc([url, await rest()])('eth_one')).toBe('good:eth_one')
  })
})
