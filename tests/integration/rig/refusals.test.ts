import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { brand, owners, stranger, TREASURY } from '../../../safe-app/accounts.ts'
import { sign } from '../../../safe-app/seed/SafeActs.ts'
import { treasury, undeployed } from '../../../safe-app/seed/safes.ts'
import { type Rig, startRig } from '../../../safe-app/startRig.ts'
import { ask, the } from './ask.ts'
import { type ListPage, rowsOf } from './documents.ts'
import { nonces, payout, proposalBody, proposeTo } from './proposals.ts'

const [ada, ben] = owners

let rig: Rig
const get = (path: string) => ask(rig.service.url, path)
const post = (path: string, body: unknown) => ask(rig.service.url, path, { body })

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
})

afterAll(() => rig.stop())

describe('the gateway', () => {
  test.each(['', '/nonces', '/transactions/queued', '/transactions/history', '/balances/usd', '/messages'])(
    'error: a Safe that is not deployed has no %s',
    async (path) => {
      const { status, body } = await get(`/v1/chains/56/safes/${undeployed.address}${path}`)
      expect(status).toBe(404)
      expect(body).toEqual({ code: 404, message: 'Not Found' })
    },
  )

  test('error: an account that is not a Safe is not found', async () => {
    expect((await get(`/v1/chains/56/safes/${brand.address}`)).status).toBe(404)
  })

  test('error: an invalid address is named in a 422', async () => {
    expect(await get('/v1/chains/56/safes/0x1234/transactions/queued')).toMatchObject({
      status: 422,
      body: { statusCode: 422, code: 'custom', message: 'Invalid address' },
    })
  })

  test('error: a malformed transaction id is a 400, an unknown hash a 404', async () => {
    expect(await get('/v1/chains/56/transactions/multisig_nonsense')).toMatchObject({
      status: 400,
      body: { statusCode: 400, message: 'Invalid transaction ID', error: 'Bad Request' },
    })
    const unknown = `0x${'ab'.repeat(32)}`
    expect(await get(`/v1/chains/56/transactions/${unknown}`)).toMatchObject({
      status: 404,
      body: { code: 404 },
    })
    const { body } = await ask<ListPage>(rig.service.url, '/v1/chains/56/safes/T/transactions/queued')
    const foreign = the(rowsOf(body)[0]).id.replace(TREASURY, brand.address)
    expect((await get(`/v1/chains/56/transactions/${foreign}`)).status).toBe(400)
  })

  test('error: another chain and an unknown route are not found', async () => {
    expect((await get('/v1/chains/1/safes/T')).status).toBe(404)
    expect((await get('/v1/nothing')).status).toBe(404)
  })

  const propose = '/v1/chains/56/transactions/T/propose'

  test('error: refuses a proposal with the gateway’s own message', async () => {
    const { free } = await nonces(rig)
    const good = await proposalBody(payout(free), ada)
    const refusal = async (change: object) => post(propose, { ...good, ...change })
    const said = (message: string) => ({ status: 422, body: { message, statusCode: 422 } })
    expect(await refusal({ value: '1' })).toMatchObject(said('Invalid safeTxHash'))
    expect(await refusal({ nonce: '0' })).toMatchObject(said('Invalid nonce'))
    expect(await refusal({ sender: ben.address })).toMatchObject(said('Invalid signature'))
    expect(await refusal({ signature: await sign(treasury, payout(free, '9'), ada) })).toMatchObject(
      said('Invalid signature'),
    )
    expect(await refusal({ operation: 1 })).toMatchObject(said('Delegate call is disabled'))
    const strangers = await proposalBody(payout(free), stranger)
    expect(await post(propose, strangers)).toMatchObject(said('Invalid signature'))
  })

  test('error: refuses a proposal without a field and names the field’s path', async () => {
    const { safeTxHash: _, ...rest } = await proposalBody(payout(50n), ada)
    expect(await post(propose, rest)).toMatchObject({
      status: 422,
      body: { statusCode: 422, path: ['safeTxHash'] },
    })
  })

  test('error: refuses a confirmation by a non-owner, for an unknown hash, or with a malformed signature', async () => {
    const tx = payout((await nonces(rig)).free, '3')
    await proposeTo(rig, tx, ada)
    const at = (hash: Hex) => `/v1/chains/56/transactions/${hash}/confirmations`
    const hash = SafeTx.hash(TREASURY, tx)
    expect(await post(at(hash), { signature: await sign(treasury, tx, stranger) })).toMatchObject({
      status: 422,
      body: { message: 'Invalid signature' },
    })
    expect((await post(at(hash), { signature: '0x1234' })).status).toBe(422)
    expect(
      (await post(at(`0x${'cd'.repeat(32)}`), { signature: await sign(treasury, tx, ben) })).status,
    ).toBe(404)
  })

  test('behavior: drops an origin that is not JSON, and removes tags from a note', async () => {
    const { free } = await nonces(rig)
    const plain = { ...(await proposalBody(payout(free, '4'), ada)), origin: 'Influencer Portal' }
    expect((await post(propose, plain)).body).toMatchObject({ note: null })
    const noted = { ...(await proposalBody(payout(free, '5'), ada)), origin: '{"note":"<b>Rent</b> of May"}' }
    expect((await post(propose, noted)).body).toMatchObject({ note: 'Rent of May' })
  })
})

describe('the transaction service', () => {
  const base = '/tx-service/bnb/api'

  test('error: an address in lower case fails its checksum', async () => {
    const address = TREASURY.toLowerCase()
    expect(await get(`${base}/v1/safes/${address}/`)).toMatchObject({
      status: 422,
      body: { code: 1, message: 'Checksum address validation failed', arguments: [address] },
    })
  })

  test('behavior: a trailing slash makes no difference', async () => {
    expect((await get(`${base}/v1/safes/T`)).body).toEqual((await get(`${base}/v1/safes/T/`)).body)
  })

  async function kitBody(tx: SafeTx.SafeTx): Promise<Record<string, unknown>> {
    const { safeTxHash, ...fields } = await proposalBody(tx, ada)
    return { ...fields, contractTransactionHash: safeTxHash }
  }

  test('error: lists a proposal’s faults under nonFieldErrors or under the field', async () => {
    const url = `${base}/v2/safes/T/multisig-transactions/`
    const good = await kitBody(payout(60n))
    const delegatecall = await post(url, { ...good, operation: 1 })
    expect(delegatecall).toMatchObject({
      status: 422,
      body: { nonFieldErrors: ['Operation DELEGATE_CALL is not allowed'] },
    })
    const missing = await post(url, { ...good, sender: undefined })
    expect(missing).toMatchObject({ status: 422, body: { sender: [expect.any(String)] } })
    const long = await post(url, { ...good, origin: 'x'.repeat(201) })
    expect(long).toMatchObject({ status: 422, body: { origin: [expect.any(String)] } })
    const twice = `${good.signature}${`${good.signature}`.slice(2)}`
    expect((await post(url, { ...good, signature: twice })).body).toMatchObject({
      nonFieldErrors: [expect.stringContaining('is duplicated')],
    })
    const cut = await post(url, { ...good, signature: `${good.signature}00` })
    expect(cut).toMatchObject({ status: 422, body: { nonFieldErrors: ['A signature is cut short'] } })
  })

  test('behavior: stores a proposal without a signature as untrusted', async () => {
    const url = `${base}/v2/safes/T/multisig-transactions/`
    const tx = payout(61n)
    const { signature: _, ...unsigned } = await kitBody(tx)
    expect(await post(url, unsigned)).toMatchObject({ status: 201, body: '' })
    const hash = SafeTx.hash(TREASURY, tx)
    const listed = async (query: string) => JSON.stringify((await get(`${url}?nonce=61${query}`)).body)
    expect(await listed('')).not.toContain(hash)
    expect(await listed('&trusted=false')).toContain(hash)
    expect(JSON.stringify((await get('/v1/chains/56/safes/T/transactions/queued')).body)).not.toContain(hash)
    expect(
      JSON.stringify((await get('/v1/chains/56/safes/T/transactions/queued?trusted=false')).body),
    ).toContain(hash)
  })

  test('behavior: pages a list with absolute links', async () => {
    const url = `${base}/v2/safes/T/multisig-transactions/?executed=true&limit=2`
    const next = `${rig.service.url}${url.replace('T', TREASURY)}&offset=2`
    expect((await get(url)).body).toMatchObject({
      count: 6,
      countUniqueNonce: 6,
      next,
      previous: null,
      results: [{ nonce: '5' }, { nonce: '4' }],
    })
    expect((await ask(next, '')).body).toMatchObject({
      previous: next.replace('&offset=2', ''),
      results: [{ nonce: '3' }, { nonce: '2' }],
    })
  })

  test('error: does not list delegates without a filter, and an unknown transfer or token is not found', async () => {
    expect((await get(`${base}/v2/delegates/`)).status).toBe(400)
    expect((await get(`${base}/v1/transfer/e${'00'.repeat(32)}0`)).status).toBe(404)
    expect((await get(`${base}/v1/tokens/${zeroAddress}/`)).status).toBe(404)
  })
})

test('behavior: any origin can read, preflights are answered, and nothing is cached', async () => {
  const { headers } = await get('/v1/chains/56/safes/T')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('no-cache')
  const preflight = await ask(rig.service.url, '/v1/chains/56/transactions/T/propose', { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
})
