import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listening } from '../service/http/listen.ts'
import { buildHost } from './buildHost.ts'
import { startHost } from './startHost.ts'

const elsewhere = 'http://127.0.0.1:1'
let host: Listening
beforeAll(async () => {
  const assets = await buildHost()
  host = await startHost({
    port: 0,
    serviceUrl: elsewhere,
    rpcUrl: elsewhere,
    appUrl: elsewhere,
    safes: [],
    assets,
  })
})
afterAll(() => host.stop())

test.each(['/', '/?safe=bnb:0x1', '/apps/open?safe=bnb:0x1'])(
  'behavior: %s is the host page',
  async (path) => {
    const answer = await fetch(`${host.url}${path}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  },
)

test('error: a mistyped address is not found, and the host goes on', async () => {
  for (const path of ['//', '//?safe=bnb:0x1', '/nothing', '/%zz']) {
    expect((await fetch(`${host.url}${path}`)).status, path).toBe(404)
  }
  expect((await fetch(`${host.url}/`)).status).toBe(200)
})
