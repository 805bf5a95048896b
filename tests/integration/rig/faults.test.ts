import { describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { ask, the } from './ask.ts'
import { type Details, type ListPage, rowsOf } from './documents.ts'
import {
  confirmAt,
  executeOn,
  nonces,
  payout,
  proposeTo,
  proposeUnverifiable,
  unverifiable,
} from './proposals.ts'
import { rigForTests } from './rigForTests.ts'

const [ada, ben] = owners
const safe = '/v1/chains/56/safes/T'

let rig: Rig

rigForTests((started) => {
  rig = started
})

const get = <T = unknown>(path: string) => ask<T>(rig.service.url, path)

describe('a service that fails', () => {
  test.each([404, 422, 502, 503])('behavior: answers %i with the matching body', async (status) => {
    rig.service.faults.set({ status })
    const answer = await get<{ code?: number; statusCode?: number }>(safe)
    expect(answer.status).toBe(status)
    expect([answer.body.code, answer.body.statusCode]).toContain(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('behavior: answers 429 with a text that is not JSON and a Retry-After header', async () => {
    rig.service.faults.set({ status: 429, retryAfter: 3 })
    expect(await get(safe)).toMatchObject({ status: 429, body: 'Rate limit reached' })
    expect((await get(safe)).headers.get('retry-after')).toBe('3')
  })

  test('behavior: answers 200 with a web page, or with truncated JSON', async () => {
    rig.service.faults.set({ html: true })
    expect((await get(safe)).headers.get('content-type')).toContain('text/html')
    rig.service.faults.set({ html: false, malformed: true })
    const { status, body } = await get(safe)
    expect(status).toBe(200)
    expect(body).toBeTypeOf('string')
  })

  test('behavior: is slow, never answers, or closes the connection', async () => {
    rig.service.faults.set({ slow: 120 })
    const start = performance.now()
    expect((await get(safe)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(110)
    rig.service.faults.set({ slow: 0, hang: true })
    const url = `${rig.service.url}${safe.replace('T', TREASURY)}`
    await expect(fetch(url, { signal: AbortSignal.timeout(150) })).rejects.toThrow(/timeout/)
    rig.service.faults.set({ hang: false, down: true })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('behavior: omits its CORS headers, also on preflights', async () => {
    rig.service.faults.set({ corsOff: true })
    expect((await get(safe)).headers.has('access-control-allow-origin')).toBe(false)
    const preflight = await ask(rig.service.url, safe, { method: 'OPTIONS' })
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('behavior: fails only for the given paths and number of times', async () => {
    rig.service.faults.set({ status: 503, match: '/queued', times: 1 })
    expect((await get(safe)).status).toBe(200)
    expect((await get(`${safe}/transactions/queued`)).status).toBe(503)
    expect((await get(`${safe}/transactions/queued`)).status).toBe(200)
  })

  test('behavior: can be switched over HTTP whatever its other faults are', async () => {
    const on = await ask(rig.service.url, '/rig/faults', { body: { status: 503, corsOff: true } })
    expect(on.body).toMatchObject({ status: 503, corsOff: true, html: false })
    expect(on.headers.get('access-control-allow-origin')).toBe('*')
    expect((await get(safe)).status).toBe(503)
    expect((await get('/rig/faults')).body).toEqual(rig.service.faults.get())
    const off = await ask(rig.service.url, '/rig/faults', { method: 'DELETE' })
    expect(off.body).toMatchObject({ status: null, corsOff: false })
    expect((await get(safe)).status).toBe(200)
    expect((await ask(rig.service.url, '/rig/faults', { body: { typo: true } })).status).toBe(422)
  })
})

describe('a service that lies', () => {
  /** The real hash of the details, computed as a client would. */
  function hashOf({ txData, detailedExecutionInfo: info }: Details): string {
    return SafeTx.hash(TREASURY, {
      to: txData.to.value,
      value: BigInt(txData.value),
      data: txData.hexData ?? '0x',
      operation: txData.operation,
      safeTxGas: BigInt(info.safeTxGas),
      baseGas: BigInt(info.baseGas),
      gasPrice: BigInt(info.gasPrice),
      gasToken: info.gasToken,
      refundReceiver: info.refundReceiver.value,
      nonce: BigInt(info.nonce),
    })
  }

  test('behavior: details are true until tampered with; then only the hash shows it', async () => {
    const queue = await get<ListPage>(`${safe}/transactions/queued`)
    const path = `/v1/chains/56/transactions/${the(rowsOf(queue.body)[0]).id}`
    const honest = (await get<Details>(path)).body
    expect(hashOf(honest)).toBe(honest.detailedExecutionInfo.safeTxHash)

    rig.service.faults.set({ tamper: { to: stranger.address } })
    const lie = (await get<Details>(path)).body
    expect(lie.txInfo.recipient?.value).toBe(stranger.address)
    expect(lie.txInfo.transferInfo).toEqual(honest.txInfo.transferInfo)
    expect(lie.detailedExecutionInfo).toEqual(honest.detailedExecutionInfo)
    expect(hashOf(lie)).not.toBe(lie.detailedExecutionInfo.safeTxHash)

    rig.service.faults.set({ tamper: { value: '1' } })
    const amount = (await get<Details>(path)).body
    expect(amount.txInfo).toMatchObject({ recipient: honest.txInfo.recipient, transferInfo: { value: '1' } })
    expect(hashOf(amount)).not.toBe(amount.detailedExecutionInfo.safeTxHash)
  })

  test('behavior: replaces texts in every answer', async () => {
    rig.service.faults.set({ rewrite: [[ada.address, stranger.address]] })
    expect((await get(safe)).body).toMatchObject({ owners: [{ value: stranger.address }, {}, {}] })
  })

  test('behavior: removes the flag from imitations', async () => {
    const marks = async () =>
      JSON.stringify((await get(`${safe}/transactions/history`)).body).includes('"imitation":true')
    expect(await marks()).toBe(true)
    rig.service.faults.set({ unflagged: true })
    expect(await marks()).toBe(false)
  })

  test('behavior: while frozen, it misses what happens on the chain and reports that it is not synced', async () => {
    const { current } = await nonces(rig)
    rig.service.faults.set({ frozen: true })
    const tx = payout(current, '41')
    await executeOn(rig, tx, [ada, ben])
    const path = `/v1/chains/56/transactions/${SafeTx.hash(TREASURY, tx)}`
    expect((await get(path)).status).toBe(404)
    expect((await get('/v1/chains/56/about/indexing')).body).toMatchObject({ synced: false })
    rig.service.faults.reset()
    expect((await get(path)).body).toMatchObject({ txStatus: 'SUCCESS' })
  })
})

describe('a gateway in front of the service', () => {
  const queue = `${safe}/transactions/queued`

  test('behavior: keeps what it read, and a 404, until an event clears them', async () => {
    const { free } = await nonces(rig)
    const tx = payout(free, '43')
    const hash = SafeTx.hash(TREASURY, tx)
    rig.service.faults.set({ cached: true, eventDelay: 60_000_000 })
    const known = (await get<ListPage>(queue)).body
    expect((await get(`/v1/chains/56/transactions/${hash}`)).status).toBe(404)
    // The proposal lands, but its answer is read through the kept 404.
    expect((await proposeTo(rig, tx, ada)).status).toBe(404)
    expect((await get<ListPage>(queue)).body).toEqual(known)
    const fromService = `/tx-service/bnb/api/v2/multisig-transactions/${hash}/`
    expect((await get(fromService)).status).toBe(200)
    rig.service.faults.set({ cached: false })
    expect(JSON.stringify((await get(queue)).body)).toContain(hash)
  })

  test('behavior: keeps an owner’s signature back until the event about it', async () => {
    const { free } = await nonces(rig)
    const tx = payout(free, '44')
    await proposeTo(rig, tx, ada)
    rig.service.faults.set({ cached: true, eventDelay: 60_000_000 })
    const path = `/v1/chains/56/transactions/${SafeTx.hash(TREASURY, tx)}`
    expect((await get(path)).body).toMatchObject({ txStatus: 'AWAITING_CONFIRMATIONS' })
    expect((await confirmAt(rig, tx, ben)).body.txStatus).toBe('AWAITING_CONFIRMATIONS')
    rig.service.faults.set({ cached: false })
    expect((await get(path)).body).toMatchObject({ txStatus: 'AWAITING_EXECUTION' })
  })

  test('behavior: without a delay every change is seen at once', async () => {
    const { current, free } = await nonces(rig)
    rig.service.faults.set({ cached: true })
    await get(queue)
    const [next, later] = [payout(current, '45'), payout(free, '46')]
    for (const tx of [next, later]) expect((await proposeTo(rig, tx, ada)).status).toBe(200)
    expect(JSON.stringify((await get(queue)).body)).toContain(SafeTx.hash(TREASURY, later))
    await executeOn(rig, next, [ada, ben])
    expect((await get(`/v1/chains/56/transactions/${SafeTx.hash(TREASURY, next)}`)).body).toMatchObject({
      txStatus: 'SUCCESS',
    })
    expect(JSON.stringify((await get(`${safe}/transactions/history`)).body)).toContain(
      SafeTx.hash(TREASURY, next),
    )
  })

  test('behavior: verifies, and refuses a whole page for one entry', async () => {
    rig.service.faults.set({ verifying: true })
    expect((await get(queue)).status).toBe(200)
    const { free } = await nonces(rig)
    const tx = await proposeUnverifiable(rig, free)
    const refusal = { status: 502, body: { message: 'Invalid safeTxHash', statusCode: 502 } }
    expect(await get(queue)).toMatchObject(refusal)
    const hash = SafeTx.hash(TREASURY, tx)
    expect(await get(`/v1/chains/56/transactions/${hash}`)).toMatchObject(refusal)
    expect((await get(`${safe}/transactions/history`)).status).toBe(200)
    expect((await get(`/tx-service/bnb/api/v2/multisig-transactions/${hash}/`)).status).toBe(200)
  })

  test('error: nobody can propose an entry that can’t be verified through the gateway itself', async () => {
    const { free } = await nonces(rig)
    const answer = await proposeTo(rig, unverifiable(free), ada)
    expect(answer).toMatchObject({ status: 422, body: { message: 'Invalid safeTxHash' } })
  })

  test('behavior: gives every transaction a note as HTML', async () => {
    rig.service.faults.set({ note: 'R&D <5 pieces> "Q&A"' })
    const { body } = await get<ListPage>(queue)
    expect(rowsOf(body).map(({ note }) => note)).toContain('R&amp;D &lt;5 pieces&gt; "Q&amp;A"')
  })
})
