import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listedItem } from '#account/safe/listedItem.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import { exampleSafe } from '#tests/support/fakeSafe.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { detailsOf, reportOn } from '#tests/support/reportedProposals.ts'
import { PAYOUT_HASH } from '#tests/support/safeExamples.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { type Listening, listen } from '../../../safe-app/service/http/listen.ts'
import { readDetails } from './detailsDocument.ts'
import { readPage } from './listDocument.ts'
import type { TransactionPage } from './SafeSource.ts'
import { gateway } from './sources.ts'

// Answers of the real Safe client gateway, recorded, and rows of kinds that the recorded Safe does not have.

type Recording = { readonly status: number; readonly body: unknown }

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/gateway/${name}.json`, import.meta.url), 'utf8'))
const recorded = (name: string) => fixture(name) as Recording
const pageOf = (...results: readonly unknown[]) => ({ next: null, previous: null, results })

const rows = fixture('rows') as Readonly<Record<string, unknown>>
const details = recorded('details-note-escaped')
const lists: readonly Recording[] = [
  ...['queue-page-1', 'queue-page-2-repeats-last-row', 'history'].map(recorded),
  ...Object.values(rows).map((row) => ({ status: 200, body: pageOf(row) })),
]
const errors = [
  'error-404-unknown-hash',
  'error-404-unknown-path',
  'error-422-address',
  'error-502-whole-queue',
].map(recorded)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), value)
const resultsOf = (document: unknown): readonly unknown[] => {
  const results = at(document, 'results')
  return Array.isArray(results) ? results : []
}

/** One to three changes of a document. */
const anyUint = fc.oneof(fc.constant('0'), fc.bigInt(0n, 2n ** 256n - 1n).map(String))
const changes = fc.array(fc.tuple(fc.nat(), fc.oneof(anyHostileValue, anyUint)), {
  minLength: 1,
  maxLength: 3,
})
type Changes = readonly (readonly [seed: number, value: unknown])[]
/** As it arrives: JSON has no undefined, and no negative zero. */
const changed = (document: unknown, by: Changes): unknown =>
  JSON.parse(JSON.stringify(by.reduce((whole, [seed, value]) => mutate(whole, seed, value), document)))

const one = (name: string) => {
  const page = readPage(pageOf(rows[name]))
  const [transaction] = page?.transactions ?? []
  if (page?.unreadable !== 0 || !transaction) throw new Error(`${name} was not read`)
  return listedItem(transaction)
}

describe('a row of the gateway', () => {
  test('behavior: of a swap that paid the Safe is a transfer to it, with its amount', () => {
    const usdt = Token.pinned.find(({ symbol }) => symbol === 'USDT')
    expect(one('swapTransferIn')).toMatchObject({
      what: {
        kind: 'transfer-in',
        amount: { amount: { token: usdt, value: 5n * 10n ** 18n }, suspect: null },
      },
      status: { kind: 'executed' },
    })
  })

  test.each(['swapOrder', 'nft', 'hugeDecimals'])('behavior: of another kind (%s) has no amount', (name) => {
    expect(one(name).what).toEqual({ kind: 'other', label: expect.any(String) })
  })

  test('behavior: of a token that the gateway does not know is never an amount of BNB', () => {
    expect(one('unknownToken').what).toMatchObject({
      kind: 'transfer-in',
      amount: {
        amount: { token: { address: '0x55d398326F99059Ff775485246999027B3197956' }, value: 5n },
        suspect: 'unverified-token',
      },
    })
  })

  test('behavior: of a payment in such a token is one whose content the chain tells', () => {
    expect(one('tokenCustom').what).toEqual({ kind: 'batch', count: 1 })
  })

  test('behavior: has its note without HTML', () => {
    expect(one('note').note).toBe(`R&D <5 pieces> "Q&A" it's`)
    expect(readDetails(details.body)?.note).toBe('R&D <5 pieces> "Q&A"')
  })
})

const labels: ReadonlySet<unknown> = new Set(['LABEL', 'DATE_LABEL', 'CONFLICT_HEADER'])
const isReadable = (row: unknown) => readPage(pageOf(row))?.unreadable === 0

/** Every row that is not a label is listed or counted; amounts and results are those of the document. */
function expectNothingInvented(page: TransactionPage, document: unknown): void {
  const wanted = resultsOf(document).filter((row) => !labels.has(at(row, 'type')))
  const rowsOf = (id: string) =>
    wanted.filter((row) => at(row, 'transaction', 'id') === id && isReadable(row))
  const repeated = page.transactions.reduce((sum, { id }) => sum + rowsOf(id).length - 1, 0)
  const lostPage = at(document, 'next') && page.cursor === null ? 1 : 0
  expect(page.transactions.length + page.unreadable).toBe(wanted.length - repeated + lostPage)
  for (const transaction of page.transactions) {
    const { id, what, status } = listedItem(transaction)
    const own = at(rowsOf(id)[0], 'transaction')
    if (status.kind === 'executed') expect(at(own, 'txStatus')).toBe('SUCCESS')
    if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') continue
    const { token, value } = what.amount.amount
    const info = at(own, 'txInfo', 'transferInfo')
    expect(`${value}`).toBe(String(at(info, 'value')).replace(/^0+(?=.)/, ''))
    const named = at(info, 'type') === 'NATIVE_COIN' ? null : String(at(info, 'tokenAddress')).toLowerCase()
    expect(token.address?.toLowerCase() ?? null).toBe(named)
  }
}

describe('a recorded answer with anything in it', () => {
  let server: Listening
  let reply: Recording = { status: 200, body: null }

  beforeAll(async () => {
    server = await listen(0, async (_, response) => {
      response.writeHead(reply.status).end(JSON.stringify(reply.body))
    })
  })

  afterAll(() => server.stop())

  test('error: loses no row in silence, and shows no amount and no success of its own', async () => {
    for (const { body } of lists) {
      const page = readPage(body)
      expect(page?.transactions.length).toBeGreaterThan(0)
      expect(page?.unreadable).toBe(0)
    }
    fc.assert(
      fc.property(fc.constantFrom(...lists), changes, ({ body }, by) => {
        const document = changed(body, by)
        const page = readPage(document)
        if (page !== null) expectNothingInvented(page, document)
      }),
      propertyRuns(63, 10_000),
    )
  })

  test('error: yields what was served or a PortalError, never another failure', async () => {
    const answers = fc.constantFrom(...lists, details, ...errors)
    const statuses = fc.constantFrom(null, null, null, 200, 404, 451, 500, 502)
    const readings = fc.constantFrom('queued', 'history', 'transaction', 'executedAt')
    const ask = (reading: string) => {
      const source = gateway(server.url)
      if (reading === 'queued') return source.queued(treasury.address, null)
      if (reading === 'history') return source.history(treasury.address, null)
      return reading === 'transaction'
        ? source.transaction(PAYOUT_HASH)
        : source.executedAt(treasury.address, 6n)
    }
    await fc.assert(
      fc.asyncProperty(answers, statuses, readings, changes, async (recording, status, reading, by) => {
        reply = { status: status ?? recording.status, body: changed(recording.body, by) }
        const answer = await ask(reading).catch((error: unknown) => error)
        if (answer instanceof Error) expect(answer).toBeInstanceOf(PortalError)
        else if (isPage(answer)) expectNothingInvented(answer, reply.body)
      }),
      propertyRuns(63, 10_000),
    )
  }, 600_000)

  test('error: is never a report without differences once a signed field is another', async () => {
    const safe = { ...exampleSafe, address: treasury.address, version: treasury.version, nonce: 8n }
    const original = detailsOf(details.body)
    const { safeTxHash } = original.detailedExecutionInfo
    const differs = async (document: unknown) =>
      (await reportOn(safeTxHash, document, safe)).checks.some(({ result }) => result === 'different')
    expect(await differs(details.body)).toBe(false)
    const fields = fc.constantFrom(
      ['txData', 'to', 'value'],
      ['txData', 'value'],
      ['txData', 'hexData'],
      ['txData', 'operation'],
      ...['nonce', 'safeTxGas', 'baseGas', 'gasPrice', 'gasToken', 'safeTxHash'].map((name) => [
        'detailedExecutionInfo',
        name,
      ]),
      ['detailedExecutionInfo', 'refundReceiver', 'value'],
    )
    const values = fc.oneof(
      anyHostileValue,
      anyUint,
      fc.nat(),
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf),
      fc.uint8Array({ maxLength: 100 }).map(hexOf),
    )
    await fc.assert(
      fc.asyncProperty(fields, values, changes, async (path, value, by) => {
        const document = changed(withField(details.body, path, value), by)
        const read = readDetails(document)
        if (read === null) return
        const isSame =
          JSON.stringify(signedFields(read)) === JSON.stringify(signedFields(original)) &&
          read.detailedExecutionInfo.safeTxHash === safeTxHash
        if (!isSame) expect(await differs(document)).toBe(true)
      }),
      propertyRuns(63, 10_000),
    )
  }, 600_000)
})

const isPage = (answer: unknown): answer is TransactionPage => isRecord(answer) && 'transactions' in answer
const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const signedFields = (read: Parameters<typeof toSafeTx>[0]) => Object.values(toSafeTx(read)).map(String)

/** A copy of a document with another value in one place. */
function withField(document: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const next = rest.length === 0 ? value : withField(at(document, key), rest, value)
  return { ...(isRecord(document) ? document : {}), [key]: next }
}
