import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { NEWEST, type SafeSource, safeTxHashOf, type TransactionPage } from './SafeSource.ts'
import { txService } from './sources.ts'

// The lists of a transaction service, as its api-kit gives them.

const noGas = {
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
}
/** 25 nonces, of which one has 30 proposals. */
const nonces = Array.from({ length: 54 }, (_, index) => Math.min(index, 8) + Math.max(0, index - 37))
const queue = nonces.map((nonce, index) => {
  const tx = SafeTx.fromCall({ ...payoutCall, value: BigInt(index) }, BigInt(nonce))
  const { to, data, operation } = tx
  return {
    txType: 'MULTISIG_TRANSACTION',
    safe: SAFE,
    to,
    value: `${index}`,
    data,
    operation,
    ...noGas,
    nonce: `${nonce}`,
    safeTxHash: SafeTx.hash(SAFE, tx),
    isExecuted: false,
    confirmations: [],
    confirmationsRequired: 2,
    submissionDate: '2026-11-20T10:00:00Z',
    origin: '{}',
  }
})

let most = 20
/** The Safe's next nonce. */
let next = 0

/** Serves pages of at most `most` rows, whatever is requested. */
const server = createServer(({ url }, response) => {
  const { pathname, searchParams } = new URL(url ?? '', 'http://localhost')
  const numberOf = (name: string) => Number(searchParams.get(name) ?? 0)
  const isList = /transactions\/?$/.test(pathname)
  const from = Math.max(next, numberOf('nonce__gte'))
  const rows = queue.filter((one) => Number(one.nonce) >= from)
  const answer = isList
    ? pageOf(rows, numberOf('offset'), Math.min(most, numberOf('limit')))
    : { nonce: `${next}` }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})
afterAll(() => server.close())

function pageOf(rows: readonly unknown[], offset: number, limit: number) {
  const end = offset + limit
  return {
    next: end < rows.length ? `http://localhost/?offset=${end}` : null,
    results: rows.slice(offset, end),
  }
}

/** Reads a list to its end, with what happens between two pages. */
async function readAll(list: SafeSource['queued'], between: () => void = () => {}) {
  const found: SafeTx.SafeTxHash[] = []
  for (let cursor: string | null = NEWEST, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    if (!isFirst) between()
    // A cursor that stands still would read for ever.
    expect(found.length).toBeLessThanOrEqual(queue.length)
    const page: TransactionPage = await list(SAFE, cursor)
    expect(page.unreadable).toBe(0)
    found.push(...page.transactions.flatMap(({ id }) => safeTxHashOf(id) ?? []))
    cursor = page.cursor
  }
  return found
}
const hashes = queue.map(({ safeTxHash }) => safeTxHash)

test.each([20, 10, 7])('error: no row is left out by a service that gives %i at once', async (rows) => {
  most = rows
  next = 0
  const source = txService(base)
  for (const list of [source.queued, source.history]) expect(await readAll(list)).toEqual(hashes)
})

test.each([20, 7])(
  'error: no waiting row is left out while others are executed, %i at once',
  async (rows) => {
    most = rows
    next = 0
    const found = await readAll(txService(base).queued, () => next++)
    const waiting = queue.filter(({ nonce }) => Number(nonce) >= next).map(({ safeTxHash }) => safeTxHash)
    expect(next).toBeGreaterThan(1)
    expect(found.filter((hash) => waiting.includes(hash))).toEqual(waiting)
  },
)

test('error: an empty page that names a next one ends the list, and is not its end', async () => {
  most = 0
  next = 0
  const source = txService(base)
  expect(await source.queued(SAFE, null)).toEqual({ transactions: [], cursor: null, unreadable: 1 })
  expect(await source.queued(SAFE, '25.0')).toEqual({ transactions: [], cursor: null, unreadable: 0 })
})
