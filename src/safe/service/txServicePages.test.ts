import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { txService } from './sources.ts'

// The lists of a transaction service, as its api-kit gives them.

const noGas = {
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
}
const queue = Array.from({ length: 25 }, (_, index) => {
  const tx = SafeTx.fromCall(payoutCall, BigInt(index))
  const { to, data, operation } = tx
  return {
    txType: 'MULTISIG_TRANSACTION',
    safe: SAFE,
    to,
    value: '0',
    data,
    operation,
    ...noGas,
    nonce: `${index}`,
    safeTxHash: SafeTx.hash(SAFE, tx),
    isExecuted: false,
    confirmations: [],
    confirmationsRequired: 2,
    submissionDate: '2026-11-20T10:00:00Z',
    origin: '{}',
  }
})

let most = 20

/** Serves pages of at most `most` rows, whatever is requested. */
const server = createServer(({ url }, response) => {
  const { pathname, searchParams } = new URL(url ?? '', 'http://localhost')
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name) ?? 0))
  const isList = /transactions\/?$/.test(pathname)
  const answer = isList ? pageOf({ limit: limit || 20, offset: offset ?? 0 }) : { nonce: '0' }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterAll(() => server.close())

type Query = { readonly limit: number; readonly offset: number }

function pageOf({ limit, offset }: Query) {
  const end = offset + Math.min(most, limit)
  return {
    next: end < queue.length ? `http://localhost/?offset=${end}` : null,
    results: queue.slice(offset, end),
  }
}

test.each([20, 10, 7])('error: no row is left out by a service that gives %i at once', async (rows) => {
  most = rows
  const source = txService(base)
  for (const list of [source.queued, source.history]) {
    const found: (bigint | null)[] = []
    let cursor: string | null = null
    do {
      const page = await list(SAFE, cursor)
      expect(page.unreadable).toBe(0)
      for (const { executionInfo } of page.transactions) {
        found.push(executionInfo?.type === 'MULTISIG' ? executionInfo.nonce : null)
      }
      cursor = page.cursor
    } while (cursor !== null)
    expect(found).toEqual(queue.map((_, index) => BigInt(index)))
  }
})

test('error: an empty page that names a next one ends the list, and is not its end', async () => {
  most = 0
  const source = txService(base)
  expect(await source.queued(SAFE, null)).toEqual({ transactions: [], cursor: null, unreadable: 1 })
  expect(await source.queued(SAFE, '25')).toEqual({ transactions: [], cursor: null, unreadable: 0 })
})
