import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { sign } from '../../../rig/seed/SafeActs.ts'
import { solo, TREASURY, treasury, undeployed } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand, owners, stranger } from '../../../safe-app/accounts.ts'
import { ask, the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { type ListPage, rowsOf } from './documents.ts'
import { nonces, payout, proposalBody, proposeTo } from './proposals.ts'

const [ada, ben] = owners

let rig: Rig
const get = (path: string) => ask(rig.service.url, path)
const post = (path: string, body: unknown) => ask(rig.service.url, path, { body })

beforeAll(async () => {
  rig = await borrowRig()
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
    const { id } = the(rowsOf(body)[0])
    const ofSafe = async (address: string) =>
      (await get(`/v1/chains/56/transactions/${id.replace(TREASURY, address)}`)).status
    expect(await ofSafe(solo.address)).toBe(400)
    expect(await ofSafe(brand.address)).toBe(404)
    expect((await get(`/v1/chains/56/transactions/multisig_${TREASURY}`)).status).toBe(404)
  })

  test('error: another chain and an unknown route are not found', async () => {
    expect(await get('/v1/chains/1/safes/T')).toMatchObject({ status: 404, body: { code: 404 } })
    expect(await get('/v1/nothing')).toMatchObject({
      status: 404,
      body: { message: 'Not Found', statusCode: 404 },
    })
  })

  test.each([
    ['transactions/history?timezone=Mars/Olympus', 422, 'Invalid Timezone'],
    ['transactions/history?timezone_offset=soon', 400, 'Validation failed (numeric string is expected)'],
    ['transactions/queued?trusted=maybe', 400, 'Validation failed (boolean string is expected)'],
    ['multisig-transactions?executed=maybe', 400, 'Validation failed (boolean string is expected)'],
    ['multisig-transactions?to=0x12', 422, 'Invalid address'],
    ['incoming-transfers?token_address=0x12', 422, 'Invalid address'],
    ['multisig-transactions?value=much', 500, 'Internal server error'],
  ])('error: refuses %s with %i', async (path, status, message) => {
    expect(await get(`/v1/chains/56/safes/T/${path}`)).toMatchObject({ status, body: { message } })
  })

  test('behavior: filters by a value in whole BNB or tokens, not in base units', async () => {
    const found = async (query: string) =>
      rowsOf((await ask<ListPage>(rig.service.url, `/v1/chains/56/safes/T/${query}`)).body).length
    const usdt = '0x55d398326f99059fF775485246999027B3197955'
    expect(await found(`incoming-transfers?value=20&token_address=${usdt}`)).toBe(1)
    expect(await found('incoming-transfers?value=4')).toBe(1)
    expect(await found('incoming-transfers?value=4000000000000000000')).toBe(0)
  })

  test('error: a body that is not JSON is a 400 in plain text, a text a 422', async () => {
    const send = async (type: string) => {
      const response = await fetch(`${rig.service.url}${propose.replace('T', TREASURY)}`, {
        method: 'POST',
        body: 'not JSON',
        headers: { 'Content-Type': type },
      })
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    expect(await send('application/json')).toEqual([
      400,
      'text/plain; charset=utf-8',
      "Body is not valid JSON but content-type is set to 'application/json'",
    ])
    expect((await send('text/plain'))[0]).toBe(422)
  })

  test('error: forwards the transaction service’s first reason with its status', async () => {
    const executed = rowsOf(
      (await ask<ListPage>(rig.service.url, '/v1/chains/56/safes/T/multisig-transactions?executed=true'))
        .body,
    )
    const safeTxHash = the(executed[0]).id.split('_')[2]
    const signature = `0x${'11'.repeat(64)}1b`
    const removal = await ask(rig.service.url, `/v1/chains/56/transactions/${safeTxHash}`, {
      method: 'DELETE',
      body: { signature },
    })
    expect(removal).toMatchObject({
      status: 400,
      body: { code: 400, message: 'Executed transactions cannot be deleted' },
    })
  })

  test('error: refuses an origin of which the stored form has more than 200 characters', async () => {
    const { free } = await nonces(rig)
    const good = await proposalBody(payout(free, '6'), ada)
    // The gateway adds `,"note":null` to the text that the host trimmed to 200 characters.
    const originOf = (length: number) => JSON.stringify({ url: 'x'.repeat(length - '{"url":""}'.length) })
    expect(await post(propose, { ...good, origin: originOf(189) })).toMatchObject({
      status: 422,
      body: { code: 422, message: 'An error occurred' },
    })
    expect((await post(propose, { ...good, origin: originOf(188) })).status).toBe(200)
  })

  test('behavior: estimates under v2, and lists delegates under v1 and v2', async () => {
    const call = { to: brand.address, value: '1', data: null, operation: 0 }
    const path = '/chains/56/safes/T/multisig-transactions/estimations'
    expect((await post(`/v2${path}`, call)).body).toMatchObject({ safeTxGas: expect.stringMatching(/^\d+$/) })
    expect((await post(`/v1${path}`, call)).status).toBe(404)
    for (const version of ['v1', 'v2']) {
      expect((await get(`/${version}/chains/56/delegates?safe=T`)).body).toMatchObject({ count: 0 })
    }
    expect((await get('/v2/chains/56/safes/T/collectibles')).body).toMatchObject({ count: 0, results: [] })
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

  test('behavior: drops an origin that is not JSON, removes tags from a note and escapes the rest', async () => {
    const { free } = await nonces(rig)
    const plain = { ...(await proposalBody(payout(free, '4'), ada)), origin: 'Influencer Portal' }
    expect((await post(propose, plain)).body).toMatchObject({ note: null })
    const noted = { ...(await proposalBody(payout(free, '5'), ada)), origin: '{"note":"<b>R&D</b> <5"}' }
    expect((await post(propose, noted)).body).toMatchObject({ note: 'R&amp;D &lt;5' })
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

  test('behavior: filters transfers by kind, and ignores an unknown field of an ordering', async () => {
    const count = async (query: string) => {
      const { body } = await ask<{ count: number }>(rig.service.url, `${base}/v1/safes/T/transfers/?${query}`)
      return body.count
    }
    expect(await count('erc721=true')).toBe(0)
    expect((await count('erc20=true')) + (await count('ether=true'))).toBe(await count(''))
    const nonces = async (ordering: string) => {
      const url = `${base}/v2/safes/T/multisig-transactions/?executed=false&ordering=${ordering}`
      type List = { results: { nonce: string; submissionDate: string }[] }
      return (await ask<List>(rig.service.url, url)).body.results
    }
    const rows = await nonces('nonce,submissionDate')
    expect(rows).toEqual(
      rows.toSorted(
        (a, b) => Number(a.nonce) - Number(b.nonce) || a.submissionDate.localeCompare(b.submissionDate),
      ),
    )
    expect(await nonces('color')).toEqual(await nonces('-nonce,-created'))
  })

  test('behavior: lists balances and delegates under v1, collectibles under v2', async () => {
    const balances = await ask<{ tokenAddress: string | null }[]>(
      rig.service.url,
      `${base}/v1/safes/T/balances/?trusted=true`,
    )
    expect(balances.body).toContainEqual({ tokenAddress: null, token: null, balance: expect.any(String) })
    expect(balances.body).toContainEqual({
      tokenAddress: '0x55d398326f99059fF775485246999027B3197955',
      token: {
        name: 'Tether USD',
        symbol: 'USDT',
        decimals: 18,
        logoUri: expect.stringMatching(/^https:.*0x55d398326f99059fF775485246999027B3197955\.png$/),
      },
      balance: expect.any(String),
    })
    expect((await get(`${base}/v1/delegates/?safe=T`)).body).toMatchObject({ count: 0, results: [] })
    expect((await get(`${base}/v2/safes/T/collectibles/`)).body).toMatchObject({ count: 0, results: [] })
  })

  test('error: a body that is not JSON is a 400, a text a 415', async () => {
    const send = async (type: string) => {
      const url = `${rig.service.url}${base}/v2/safes/${TREASURY}/multisig-transactions/`
      const headers = { 'Content-Type': type }
      return (await fetch(url, { method: 'POST', body: 'not JSON', headers })).status
    }
    expect(await send('application/json')).toBe(400)
    expect(await send('text/plain')).toBe(415)
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
