import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityItem, ItemPage } from '#account/Activity.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import { extended, refreshed } from '#domain/activity/pagedList.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { gateway, txService } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { legacy, type SeededSafe, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { type Listening, listen } from '../../../safe-app/service/http/listen.ts'
import { the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn, nonces, payout, proposeTo } from './proposals.ts'

const [ada, ben] = owners

let rig: Rig
let gate: SafeSource
let kit: SafeSource

beforeAll(async () => {
  rig = await borrowRig()
  gate = gateway(rig.service.url)
  kit = txService(rig.service.txServiceUrl)
  const { current, free } = await nonces(rig, legacy)
  await executeOn(rig, payout(current, '3'), [ada, ben], legacy)
  await proposeTo(rig, SafeTx.rejection(legacy.address, free + 1n), ada, legacy)
  await proposeTo(rig, payout(free + 1n, '4'), ben, legacy)
})

afterEach(() => {
  rig.service.faults.reset()
})

afterAll(() => rig.stop())

type List = 'queued' | 'history'
const signal = () => new AbortController().signal
const lists = (sources: readonly SafeSource[], { address }: SeededSafe = treasury) =>
  safeActivity({ address, sources, rpc: localRpc(rig.chain.rpcUrl) })
const pageOf = (sources: readonly SafeSource[], list: List, cursor: string | null, safe?: SeededSafe) =>
  the(lists(sources, safe)[list])(cursor, signal())

/** Loads all pages of a list, one after another. */
async function all(sources: readonly SafeSource[], list: List, safe?: SeededSafe) {
  let loaded = refreshed(undefined, await pageOf(sources, list, null, safe))
  let pages = 1
  while (loaded.cursor !== null) {
    loaded = extended(loaded, await pageOf(sources, list, loaded.cursor, safe))
    if (++pages > 20) throw new Error('It goes on for ever')
  }
  return { ...loaded, pages }
}

const byId = (items: readonly ActivityItem[]) => [...items].sort((a, b) => a.id.localeCompare(b.id))
/** The fields that both sources must report equally. */
const essence = (items: readonly ActivityItem[]) =>
  byId(items).map(({ id, what, status, nonce, conflict, hash, safeTxHash, module, note, at }) => {
    const amount = 'amount' in what ? what.amount.amount : null
    const money = amount && { value: amount.value, token: amount.token.address }
    const kind = { ...what, amount: money }
    return { id, kind, status, nonce, conflict, hash, safeTxHash, module, note, at }
  })

describe.each([treasury, legacy])('the lists of $name', (safe) => {
  test('behavior: both sources return the same queue', async () => {
    const [one, other] = [await all([gate], 'queued', safe), await all([kit], 'queued', safe)]
    expect([one.source, other.source]).toEqual(['Safe gateway', 'Safe transaction service'])
    expect(one.items.length).toBeGreaterThan(1)
    expect(essence(other.items)).toEqual(essence(one.items))
    expect(one.items.map(({ nonce }) => nonce)).toEqual(other.items.map(({ nonce }) => nonce))
  })

  test('behavior: both sources return the same history, except for entries that only one of them lists', async () => {
    const [one, other] = [await all([gate], 'history', safe), await all([kit], 'history', safe)]
    // Only the gateway lists the Safe's creation; only the service lists zero transfers, which are
    // suspicious.
    const known = (items: readonly ActivityItem[]) =>
      items.filter(({ what }) => {
        const isNothing =
          (what.kind === 'transfer-in' || what.kind === 'transfer-out') && what.amount.amount.value === 0n
        return what.kind !== 'creation' && !isNothing
      })
    expect(essence(known(other.items))).toEqual(essence(known(one.items)))
    expect(one.items.length - known(one.items).length).toBe(1)
    expect([one.unreadable, other.unreadable]).toEqual([
      { head: 0, rest: 0 },
      { head: 0, rest: 0 },
    ])
  })
})

describe('while the gateway is down', () => {
  test('behavior: the service answers, and later pages come from it too', async () => {
    rig.service.faults.set({ status: 503, match: '/v1/chains/' })
    const first = await pageOf([gate, kit], 'history', null)
    expect(first.source).toBe('Safe transaction service')
    expect(first.cursor).toBe('1 20')
    rig.service.faults.reset()
    const next = await pageOf([gate, kit], 'history', first.cursor)
    expect(next.source).toBe('Safe transaction service')
    expect(next.items.some(({ id }) => first.items.some((item) => item.id === id))).toBe(false)
  })

  test('error: refuses a cursor of an unknown source', async () => {
    for (const cursor of ['7 20', 'x', '', '-1 0']) {
      await expect(pageOf([gate, kit], 'history', cursor)).rejects.toMatchObject({ name: 'PortalError' })
    }
  })
})

/** A service in front of the real one that changes its pages. */
async function bent(
  change: (page: Page, url: URL) => object,
): Promise<Listening & { readonly asked: string[] }> {
  const asked: string[] = []
  const server = await listen(0, async (request: IncomingMessage, response) => {
    asked.push(request.url ?? '')
    const answer = await fetch(`${rig.service.url}${request.url}`)
    const page = (await answer.json()) as Page
    const isList = Array.isArray(page.results)
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isList ? change(page, new URL(request.url ?? '', server.url)) : page))
  })
  return { ...server, asked }
}

type Page = { readonly next: string | null; readonly results: readonly unknown[] }

const sources: [string, (url: string) => SafeSource][] = [
  ['gateway', (url) => gateway(url)],
  ['transaction service', (url) => txService(`${url}/tx-service/bnb/api`)],
]

describe.each(sources)('a %s that lies about its pages', (_, make) => {
  test('error: gets no request at a `next` on another host', async () => {
    const elsewhere = await listen(0, async () => {
      throw new Error('It was asked')
    })
    const liar = await bent((page) => ({
      ...page,
      next: page.next?.replace(/^https?:\/\/[^/]+/, elsewhere.url) ?? null,
    }))
    const { items } = await all([make(liar.url)], 'history')
    const { items: honest } = await all([make(rig.service.url)], 'history')
    expect(items.map(({ id }) => id)).toEqual(honest.map(({ id }) => id))
    await Promise.all([liar.stop(), elsewhere.stop()])
  })

  test('error: with duplicate items lists each item once', async () => {
    const liar = await bent((page) => ({ ...page, results: [...page.results, ...page.results] }))
    const page: ItemPage = await pageOf([make(liar.url)], 'queued', null)
    const honest = await pageOf([make(rig.service.url)], 'queued', null)
    expect(page.items.map(({ id }) => id)).toEqual(honest.items.map(({ id }) => id))
    await liar.stop()
  })

  test('error: with circular pages ends', async () => {
    const liar = await bent((page, url) => ({ ...page, next: url.href }))
    const list = await all([make(liar.url)], 'history')
    expect(list.pages).toBeLessThan(20)
    expect(liar.asked.length).toBeLessThan(20)
    await liar.stop()
  })

  test('error: with too many rows is refused', async () => {
    const liar = await bent((page) => ({
      ...page,
      results: Array.from({ length: 1_001 }, () => page.results[0]),
    }))
    await expect(pageOf([make(liar.url)], 'history', null)).rejects.toMatchObject({ kind: 'malformed' })
    await liar.stop()
  })
})
