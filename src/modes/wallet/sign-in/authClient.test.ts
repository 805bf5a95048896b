import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthClient, authClient } from './signInProvider.tsx'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let server: Server
let client: AuthClient
/** Times out at once, for a silent server. */
let impatient: AuthClient
let answer: { status?: number; body?: string; hang?: true } = {}

beforeAll(async () => {
  server = createServer((_, response) => {
    if (answer.hang) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = authClient(base)
  impatient = authClient(base, 50)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) })

test('behavior: accepts valid answers', async () => {
  answer = json({ nonce: 'abcdefgh12345678' })
  expect(await client.nonce()).toBe('abcdefgh12345678')
  answer = json({ address: ACCOUNT.toLowerCase() })
  expect(await client.verify('m', '0x')).toBe(ACCOUNT)
  expect(await client.session()).toBe(ACCOUNT)
  answer = json({ address: null })
  expect(await client.session()).toBeNull()
  answer = { status: 204 }
  await client.logout()
})

test.each([400, 401, 403, 422])('behavior: %i means that the signature was rejected', async (status) => {
  answer = json({ message: 'no' }, status)
  expect(await client.verify('m', '0x')).toBeNull()
})

test.each<[string, typeof answer, string]>([
  ['is silent', { hang: true }, 'unreachable'],
  ['fails', json({}, 503), 'unreachable'],
  ['answers with a web page', { body: '<html>' }, 'malformed'],
  ['answers with an empty body', { body: '' }, 'malformed'],
  ['sends a very long answer', { body: JSON.stringify({ nonce: 'a'.repeat(20_000) }) }, 'malformed'],
  ['gives a nonce that is too short', json({ nonce: 'abc' }), 'malformed'],
  ['gives a nonce that could break the message', json({ nonce: 'abcdefgh\nURI: x' }), 'malformed'],
  ['gives no nonce', json({ nonce: 7 }), 'malformed'],
])('error: a server that %s gives no nonce', async (_, said, kind) => {
  answer = said
  await expect((said.hang ? impatient : client).nonce()).rejects.toMatchObject({ name: 'PortalError', kind })
})

test.each([
  { address: null },
  { address: '0x1' },
  { address: `${ACCOUNT}0` },
  { account: ACCOUNT },
  null,
  [],
])('error: refuses %j as an account', async (body) => {
  answer = json(body)
  await expect(client.verify('m', '0x')).rejects.toMatchObject({ kind: 'malformed' })
})
