import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Listening } from '../service/http/listen.ts'
import { CHECK_PATH } from './app/askCheck.ts'
import { buildHost } from './buildHost.ts'
import { startHost } from './startHost.ts'

const elsewhere = 'http://127.0.0.1:1'
let host: Listening
let app: Server
let url = ''
let asked: { path: string; headers: Readonly<Record<string, unknown>> }[] = []

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
  app = createServer(({ url: path = '', headers }, response) => {
    asked.push({ path, headers })
    if (path === '/huge/manifest.json') {
      response.write(`{"name":"${'x'.repeat(1_100_000)}`)
      return
    }
    if (path === '/moved/manifest.json') response.writeHead(302, { location: `${elsewhere}/secret` })
    if (path === '/') response.writeHead(302, { location: '/home' })
    response.end(
      JSON.stringify({ name: 'App', description: 'x', iconPath: 'https://other.example/logo.svg' }),
    )
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await host.stop()
  app.closeAllConnections()
  app.close()
})

async function check(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${host.url}${CHECK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('behavior: the host’s server asks for manifest and page alone, without cookies, and follows within the app', async () => {
  const findings: unknown = await (await check({ url }, { cookie: 'a=b' })).json()
  expect(findings).toEqual([expect.objectContaining({ id: 'cors' })])
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['/', '/home', '/manifest.json'])
  for (const { headers } of asked) expect(headers).not.toHaveProperty('cookie')
})

test('error: a redirect to another host is reported, not followed', async () => {
  const findings: unknown = await (await check({ url: `${url}/moved` })).json()
  expect(findings).toEqual([expect.objectContaining({ id: 'redirect' })])
})

test('error: a manifest without an end is read up to its limit', async () => {
  const findings: unknown = await (await check({ url: `${url}/huge` })).json()
  expect(findings).toEqual([
    expect.objectContaining({ id: 'cors' }),
    expect.objectContaining({ id: 'json', text: expect.stringContaining('larger than 1 MB') }),
  ])
})

test.each([
  ['a file', { url: 'file:///etc/passwd' }, {}],
  ['no address', { url: 5 }, {}],
  ['null', null, {}],
  ['a long address', { url: `http://localhost/${'x'.repeat(20_000)}` }, {}],
  ['a foreign page', { url: 'http://localhost:1/' }, { origin: 'https://evil.example' }],
  ['a form of a foreign page', { url: 'http://localhost:1/' }, { 'content-type': 'text/plain' }],
])('error: %s is refused', async (_, body, headers) => {
  expect((await check(body, headers)).status).toBe(400)
  expect(asked).toEqual([])
})
