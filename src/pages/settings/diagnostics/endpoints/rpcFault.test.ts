import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { rpcFault } from './askEndpoint.ts'

const URL_OF_NODE = 'https://node.example/KEYKEYKEY'

afterEach(() => vi.unstubAllGlobals())

/** The error of the portal's own client when the node behaves like this. */
async function faultWhen(node: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => node())
  const thrown: unknown = await createRpc([URL_OF_NODE])('eth_one').catch((error: unknown) => error)
  return rpcFault(thrown, URL_OF_NODE)
}

const rows = (...answers: object[]) =>
  Response.json(answers.map((answer, id) => ({ jsonrpc: '2.0', id, ...answer })))
const onBsc = { result: '0x38' }

describe('describes the client’s error for a node that', () => {
  const cases: [string, () => Response | Promise<Response>, string][] = [
    ['is on another chain', () => rows({ result: '0x1' }, { result: 1 }), 'is on chain 1'],
    [
      'does not report its chain',
      () => rows({ result: 'BSC' }, { result: 1 }),
      'does not say which chain it is on',
    ],
    [
      'refuses everything',
      () => rows({ error: { code: 1, message: 'no' } }, { error: { code: 1, message: 'no' } }),
      'does not say which chain it is on',
    ],
    ['fails', () => new Response('', { status: 503 }), 'answers HTTP 503'],
    ['answers with a page', () => new Response('<!doctype html>'), 'answers something that is not JSON'],
    ['answers with an empty list', () => rows(), 'answers without a result'],
    ['leaves the answer out', () => rows(onBsc), 'answers without a result'],
    ['answers too much', () => new Response('1'.repeat(20_000_001)), 'answers too much to be read'],
    [
      'is silent',
      () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
      'gives no answer within 3 s',
    ],
    [
      'is down',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'is unreachable (down or blocked by CORS)',
    ],
    [
      'says no',
      () => rows(onBsc, { error: { code: -32601, message: 'KEYKEYKEY:\n limit exceeded' } }),
      'refuses: “…: limit exceeded” (-32601)',
    ],
    ['says no without words', () => rows(onBsc, { error: { message: '' } }), 'refuses: “no words”'],
  ]
  for (const [what, node, words] of cases) {
    test(`error: ${what}`, async () => {
      expect(await faultWhen(node)).toBe(words)
    })
  }
})

test('error: any other error has a description too', () => {
  for (const thrown of [null, undefined, 'boo', 7, {}, new Error('boo')]) {
    expect(rpcFault(thrown, URL_OF_NODE)).toMatch(/^(fails|answers something that cannot be read)$/)
  }
})
