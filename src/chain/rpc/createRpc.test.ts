import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type Asked,
  deadUrl,
  endpoint,
  honest,
  type Row,
  running,
  stopEndpoints,
} from '#tests/support/rpcEndpoints.ts'
import { readJson } from '../../../safe-app/service/http/answer.ts'
import { listen } from '../../../safe-app/service/http/listen.ts'
import { createRpc } from './createRpc.ts'
import { type Rpc, RpcError } from './Rpc.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await stopEndpoints()
})

describe('one endpoint', () => {
  test('behavior: simultaneous calls and the chain check share one request', async () => {
    const a = await endpoint(honest('a'))
    const rpc = createRpc([a.url])
    expect(await Promise.all([rpc('eth_one', [1]), rpc('eth_two'), rpc('eth_three')])).toEqual([
      'a:eth_one',
      'a:eth_two',
      'a:eth_three',
    ])
    expect(a.requests.map((asked) => asked.map(({ method }) => method))).toEqual([
      ['eth_chainId', 'eth_one', 'eth_two', 'eth_three'],
    ])
    expect(a.requests[0]?.[1]).toMatchObject({ jsonrpc: '2.0', params: [1] })
  })

  test('behavior: a verified chain is not checked again', async () => {
    const a = await endpoint(honest('a'))
    const rpc = createRpc([a.url])
    await rpc('eth_one')
    expect(await rpc('eth_two')).toBe('a:eth_two')
    expect(a.requests[1]?.map(({ method }) => method)).toEqual(['eth_two'])
  })

  test('behavior: answers in another order still reach the right call', async () => {
    const a = await endpoint(honest('a'), (asked) => ({
      status: 200,
      body: JSON.stringify(asked.map(honest('a')).reverse()),
    }))
    const rpc = createRpc([a.url])
    expect(await Promise.all([rpc('eth_one'), rpc('eth_two')])).toEqual(['a:eth_one', 'a:eth_two'])
  })

  test('behavior: overlapping requests get their own answers, whichever verifies or fails the endpoint first', async () => {
    const held: (() => void)[] = []
    const server = await listen(0, async (request, response) => {
      const body = (await readJson(request)) as Asked | Asked[]
      const asked = Array.isArray(body) ? body : [body]
      if (asked.some(({ method }) => method === 'eth_late')) await new Promise<void>((go) => held.push(go))
      const rows = asked.map(honest('a'))
      const status = asked.some(({ method }) => method === 'eth_fail') ? 500 : 200
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(Array.isArray(body) ? rows : rows[0]))
    })
    running.push(server)
    const rpc = createRpc([server.url])
    const overlapping = async (other: string) => {
      const late = Promise.all([rpc('eth_late'), rpc('eth_one'), rpc('eth_two')])
      await vi.waitFor(() => expect(held).toHaveLength(1))
      await rpc(other).catch(() => {})
      held.pop()?.()
      return late
    }
    const right = ['a:eth_late', 'a:eth_one', 'a:eth_two']
    // Both requests prove the chain. The late one then needs no more proof, while another one fails.
    expect(await overlapping('eth_three')).toEqual(right)
    expect(await overlapping('eth_fail')).toEqual(right)
    expect(await overlapping('eth_three')).toEqual(right)
  })

  test('behavior: null is an answer', async () => {
    const a = await endpoint(({ id, method }) => ({ id, result: method === 'eth_chainId' ? '0x38' : null }))
    expect(await createRpc([a.url])('eth_getTransactionReceipt')).toBeNull()
  })

  test('error: throws without any endpoint', async () => {
    await expect(createRpc([])('eth_one')).rejects.toThrow('There is no endpoint to ask.')
  })
})

describe('an endpoint that accepts no batches', () => {
  test('behavior: gets single calls, and for the same methods no batch is tried again', async () => {
    const single = await endpoint(honest('single'), (asked) => ({
      status: 200,
      body: JSON.stringify(
        asked.length > 1
          ? { id: null, error: { code: -32600, message: 'batch requests are not supported' } }
          : asked.map(honest('single'))[0],
      ),
    }))
    const rpc = createRpc([single.url])
    expect(await Promise.all([rpc('eth_one'), rpc('eth_two')])).toEqual(['single:eth_one', 'single:eth_two'])
    expect(single.requests.map(({ length }) => length)).toEqual([3, 1, 1, 1])
    expect(await Promise.all([rpc('eth_two'), rpc('eth_one')])).toEqual(['single:eth_two', 'single:eth_one'])
    expect(single.requests.slice(4).map(({ length }) => length)).toEqual([1, 1])
  })
})

describe('a second endpoint answers when the first', () => {
  const bodies: [string, { status: number; body: string }][] = [
    ['is busy (429)', { status: 429, body: 'Too Many Requests' }],
    ['fails (503)', { status: 503, body: '{"error":"down"}' }],
    ['answers with a web page', { status: 200, body: '<!doctype html><title>Log in</title>' }],
    ['answers with truncated JSON', { status: 200, body: '[{"id":0,"result":"0x38"' }],
    ['answers with null', { status: 200, body: 'null' }],
    ['answers with a string', { status: 200, body: '"ok"' }],
    ['answers nothing', { status: 200, body: '' }],
    ['answers an empty list', { status: 200, body: '[]' }],
    ['answers rows without ids', { status: 200, body: '[{"result":"0x38"},{"result":"x"}]' }],
    ['answers other ids', { status: 200, body: '[{"id":7,"result":"0x38"},{"id":8,"result":"x"}]' }],
    [
      'refuses the batch as a whole',
      { status: 200, body: '{"id":null,"error":{"code":-32600,"message":"no"}}' },
    ],
    [
      'answers an error that cannot become text',
      {
        status: 200,
        body: '[{"id":0,"result":"0x38"},{"id":1,"error":{"code":{"valueOf":1},"message":{"toString":1}}}]',
      },
    ],
    [
      'answers a row of neither result nor error',
      { status: 200, body: '[{"id":0,"result":"0x38"},{"id":1}]' },
    ],
  ]
  test.each(bodies)('error: %s', async (_, body) => {
    const bad = await endpoint(honest('bad'), () => body)
    const good = await endpoint(honest('good'))
    expect(await createRpc([bad.url, good.url])('eth_one')).toBe('good:eth_one')
    expect(bad.requests.length).toBeGreaterThan(0)
  })

  test.each([['0x1'], ['0x61'], [56n.toString(16)], [null], ['']])(
    'error: reports %j as its chain',
    async (chainId) => {
      const other = await endpoint(honest('other', chainId))
      const good = await endpoint(honest('good'))
      expect(await createRpc([other.url, good.url])('eth_one')).toBe('good:eth_one')
    },
  )

  test('error: is down', async () => {
    const good = await endpoint(honest('good'))
    expect(await createRpc([await deadUrl(), good.url])('eth_one')).toBe('good:eth_one')
  })

  test('error: closes the connection', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const good = await endpoint(honest('good'))
    expect(await createRpc([`http://127.0.0.1:${port}`, good.url])('eth_one')).toBe('good:eth_one')
    await new Promise((resolve) => server.close(resolve))
  })

  test('error: redirects elsewhere', async () => {
    const good = await endpoint(honest('good'))
    const elsewhere = await endpoint(honest('elsewhere'))
    const moved = await listen(0, async (_, response) => {
      response.writeHead(307, { Location: elsewhere.url }).end()
    })
    running.push(moved)
    expect(await createRpc([moved.url, good.url])('eth_one')).toBe('good:eth_one')
    expect(elsewhere.requests).toHaveLength(0)
  })

  test('error: omits one answer, and only that call is repeated', async () => {
    const forgetful = await endpoint((asked) => (asked.method === 'eth_two' ? null : honest('first')(asked)))
    const good = await endpoint(honest('second'))
    const rpc = createRpc([forgetful.url, good.url])
    expect(await Promise.all([rpc('eth_one'), rpc('eth_two')])).toEqual(['first:eth_one', 'second:eth_two'])
    expect(good.requests[0]?.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_two'])
  })

  test('error: refuses a call that others may answer', async () => {
    const limited = await endpoint(({ id, method }) =>
      method === 'eth_chainId' ? { id, result: '0x38' } : { id, error: { code: -32005, message: 'limit' } },
    )
    const good = await endpoint(honest('good'))
    expect(await createRpc([limited.url, good.url])('eth_one')).toBe('good:eth_one')
  })
})

describe('calls grouped together', () => {
  const refusing =
    (name: string, refusedMethod: string) =>
    (asked: Asked): Row =>
      asked.method === refusedMethod
        ? { id: asked.id, error: { code: -32005, message: `${name}: limit exceeded` } }
        : honest(name)(asked)

  test('behavior: move to the next endpoint together if one of them is refused; others do not', async () => {
    const a = await endpoint(refusing('a', 'eth_getLogs'))
    const b = await endpoint(honest('b'))
    const rpc = createRpc([a.url, b.url])
    const together = {}
    const answers = await Promise.all([
      rpc('eth_blockNumber', [], together),
      rpc('eth_getLogs', [], together),
      rpc('eth_blockNumber', [], {}),
      rpc('eth_blockNumber'),
    ])
    expect(answers).toEqual(['b:eth_blockNumber', 'b:eth_getLogs', 'a:eth_blockNumber', 'a:eth_blockNumber'])
    expect(b.requests.map((asked) => asked.map(({ method }) => method))).toEqual([
      ['eth_chainId', 'eth_blockNumber', 'eth_getLogs'],
    ])
  })

  test('error: are never split into two requests, which two machines might answer', async () => {
    const single = await endpoint(honest('single'), (asked) => ({
      status: 200,
      body: JSON.stringify(asked.length > 1 ? { error: { code: -32600 } } : asked.map(honest('single'))[0]),
    }))
    const whole = await endpoint(honest('whole'))
    const together = {}
    const ask = (rpc: Rpc) =>
      Promise.all(['eth_one', 'eth_two', 'eth_three'].map((method) => rpc(method, [], together)))
    expect(await ask(createRpc([single.url, whole.url]))).toEqual([
      'whole:eth_one',
      'whole:eth_two',
      'whole:eth_three',
    ])
    await expect(ask(createRpc([single.url]))).rejects.toThrow('No answer to')
    expect(single.requests.filter((asked) => asked.length === 1)).toEqual([
      [expect.objectContaining({ method: 'eth_chainId' })],
      [expect.objectContaining({ method: 'eth_chainId' })],
    ])
  })

  test('error: are all rejected with the reason if every endpoint refuses one of them', async () => {
    const a = await endpoint(refusing('a', 'eth_getLogs'))
    const b = await endpoint(refusing('b', 'eth_getLogs'))
    const rpc = createRpc([a.url, b.url])
    const together = {}
    const results = await Promise.allSettled([
      rpc('eth_blockNumber', [], together),
      rpc('eth_getLogs', [], together),
      rpc('eth_blockNumber'),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: -32005, message: 'b: limit exceeded' } },
      { status: 'rejected', reason: { code: -32005, message: 'b: limit exceeded' } },
      { status: 'fulfilled', value: 'a:eth_blockNumber' },
    ])
  })

  test('behavior: a revert among them is final, and the others keep their answers', async () => {
    const a = await endpoint((asked) =>
      asked.method === 'eth_call'
        ? { id: asked.id, error: { code: 3, message: 'execution reverted' } }
        : honest('a')(asked),
    )
    const rpc = createRpc([a.url])
    const together = {}
    const results = await Promise.allSettled([rpc('eth_call', [], together), rpc('eth_one', [], together)])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 3 } },
      { status: 'fulfilled', value: 'a:eth_one' },
    ])
  })
})

describe('a revert', () => {
  test.each([
    { code: 3, message: 'execution reverted: GS013', data: '0x08c379a0' },
    { code: -32000, message: 'VM Exception: Reverted' },
  ])('behavior: is final, and no other endpoint is asked (%j)', async (error) => {
    const first = await endpoint(({ id, method }) =>
      method === 'eth_chainId' ? { id, result: '0x38' } : { id, error },
    )
    const second = await endpoint(honest('second'))
    const failure = await createRpc([first.url, second.url])('eth_call').catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(RpcError)
    expect(failure).toMatchObject({ code: error.code, message: error.message, data: error.data })
    expect(second.requests).toHaveLength(0)
  })
})

describe('an endpoint that failed', () => {
  test('behavior: comes last for 30 s, then first again with a new chain check', async () => {
    const clock = { now: 1_000_000 }
    let up = true
    const first = await endpoint(honest('first'), (asked) =>
      up
        ? { status: 200, body: JSON.stringify(asked.map(honest('first'))) }
        : { status: 503, body: 'Service unavailable' },
    )
    const second = await endpoint(honest('second'))
    const rpc = createRpc([first.url, second.url], { now: () => clock.now })
    expect(await rpc('eth_one')).toBe('first:eth_one')
    up = false
    expect(await rpc('eth_two')).toBe('second:eth_two')
    up = true
    clock.now += 29_999
    expect(await rpc('eth_three')).toBe('second:eth_three')
    clock.now += 1
    expect(await rpc('eth_four')).toBe('first:eth_four')
    expect(first.requests.at(-1)?.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_four'])
  })

  test('behavior: is still asked if there is no other', async () => {
    let up = false
    const only = await endpoint(honest('only'), (asked) =>
      up ? { status: 200, body: JSON.stringify(asked.map(honest('only'))) } : { status: 500, body: '' },
    )
    const rpc = createRpc([only.url])
    await expect(rpc('eth_one')).rejects.toThrow('answered with error 500')
    up = true
    expect(await rpc('eth_two')).toBe('only:eth_two')
  })
})

test('error: if all are down, every call of the batch is rejected', async () => {
  const rpc = createRpc([await deadUrl(), await deadUrl()])
  const results = await Promise.allSettled([rpc('eth_one'), rpc('eth_two')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
