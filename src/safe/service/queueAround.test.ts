import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { queuedDocument, SAFE } from '#tests/support/safeExamples.ts'
import { readPage } from './listDocument.ts'
import { type AskPage, queueAround } from './queueAround.ts'
import type { TransactionPage } from './SafeSource.ts'

const [, , payout] = queuedDocument.results
const row = (index: number) => ({
  ...payout,
  conflictType: 'None',
  transaction: { ...payout?.transaction, id: `row ${index}` },
})

/**
 * A gateway with this many queued proposals that refuses pages with one of `refused` in them. A page begins with the
 * row before it, and ends with the row after it if that is the last of all. Source: safe-client-gateway,
 * `getAdjustedPaginationForQueue`, `adjustTransactionsPage`.
 */
function serving(length: number, refused: readonly number[]) {
  const asked: string[] = []
  const ask: AskPage = async (cursor) => {
    asked.push(cursor ?? 'first')
    const query = new URLSearchParams(cursor ?? 'limit=20&offset=0')
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    const end = offset + limit === length - 1 ? length : offset + limit
    const places = Array.from({ length }, (_, index) => index).slice(Math.max(0, offset - 1), end)
    if (places.some((place) => refused.includes(place)))
      throw new PortalError('unserved', 'Invalid safeTxHash')
    const next = encodeURIComponent(`limit=${limit}&offset=${offset + limit}`)
    const page = readPage({
      results: places.map(row),
      next: offset + limit < length ? `https://gateway.example/?cursor=${next}` : null,
    })
    if (page === null) throw new Error('Not a page')
    return page
  }
  return { ask, asked }
}

const placesOf = (page: { transactions: readonly { id: string }[] } | null) =>
  page?.transactions.map(({ id }) => Number(id.slice(4)))
const upTo = (length: number, without: readonly number[] = []) =>
  Array.from({ length }, (_, index) => index).filter((index) => !without.includes(index))

describe('a queue with a proposal that the gateway refuses', () => {
  test.each([0, 1, 9, 10, 17, 19])(
    'behavior: shows all others, with the refused one at row %i',
    async (bad) => {
      const { ask } = serving(30, [bad])
      const page = await queueAround()(SAFE, null, ask)
      expect(placesOf(page)).toEqual(upTo(20, [bad]))
      expect(page).toMatchObject({ unreadable: 1, cursor: 'limit=20&offset=20' })
    },
  )

  test('behavior: shows the row after it, if that is the last of its page', async () => {
    const page = await queueAround()(SAFE, null, serving(30, [18]).ask)
    expect(placesOf(page)).toEqual(expect.arrayContaining(upTo(20, [18])))
    expect(page).toMatchObject({ unreadable: 1, cursor: 'limit=20&offset=20' })
  })

  test('behavior: counts it once if it is the last of its page, though it refuses the next page, too', async () => {
    expect(await readAll(30, [19])).toEqual({ listed: upTo(30, [19]), unreadable: 1 })
  })

  test('behavior: finds it with few requests, and asks around it at once from then on', async () => {
    const { ask, asked } = serving(30, [7])
    const around = queueAround()
    await around(SAFE, null, ask)
    expect(asked.length).toBeLessThanOrEqual(20)
    asked.length = 0
    expect(placesOf(await around(SAFE, null, ask))).toEqual(upTo(20, [7]))
    expect(asked).toEqual(['limit=7&offset=0', 'limit=11&offset=9'])
  })

  test('behavior: shows the row in the place of one that was deleted beside it, five minutes later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const around = queueAround()
    await around(SAFE, null, serving(30, [5, 12]).ask)
    const { ask } = serving(30, [12])
    expect(placesOf(await around(SAFE, null, ask))).toEqual(upTo(20, [5, 12]))
    vi.advanceTimersByTime(300_000)
    expect(placesOf(await around(SAFE, null, ask))).toEqual(upTo(20, [12]))
    vi.useRealTimers()
  })

  test('behavior: looks for it again after others were executed', async () => {
    const around = queueAround()
    await around(SAFE, null, serving(30, [7]).ask)
    expect(placesOf(await around(SAFE, null, serving(28, [5]).ask))).toEqual(upTo(20, [5]))
  })

  test('behavior: continues on a later page', async () => {
    const { ask } = serving(30, [25])
    const page = await queueAround()(SAFE, 'limit=20&offset=20', ask)
    expect(placesOf(page)).toEqual(upTo(30, [25]).filter((place) => place >= 19))
    expect(page).toMatchObject({ unreadable: 1, cursor: null })
  })

  test('error: is not shown as empty if nothing of it is served', async () => {
    expect(await queueAround()(SAFE, null, serving(20, upTo(20)).ask)).toBeNull()
  })

  test('error: fails as a whole if a part fails for another reason', async () => {
    const { ask } = serving(30, [7])
    const failing: AskPage = async (cursor) => {
      if (cursor?.endsWith('offset=10')) throw new PortalError('unreachable', 'No answer')
      return ask(cursor)
    }
    await expect(queueAround()(SAFE, null, failing)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('error: never lists a refused proposal, and counts every row that is not listed, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 45 }),
        fc.uniqueArray(fc.nat(44), { minLength: 1, maxLength: 2 }),
        async (length, places) => {
          const refused = places.filter((place) => place < length)
          const all = await readAll(length, refused)
          if (all === null) return
          expect(all.listed.filter((place) => refused.includes(place))).toEqual([])
          expect(all.unreadable).toBe(length - all.listed.length)
        },
      ),
      propertyRuns(63, 10_000),
    )
  })
})

/** All pages of a queue, each read twice because the second read remembers the first; null if one is not served. */
async function readAll(length: number, refused: readonly number[]) {
  const { ask } = serving(length, refused)
  const around = queueAround()
  const listed = new Set<number>()
  let unreadable = 0
  let cursor: string | null = null
  do {
    const at: string | null = cursor
    const read = (): Promise<TransactionPage | null> => ask(at).catch(() => around(SAFE, at, ask))
    const page: TransactionPage | null = await read()
    expect(await read()).toEqual(page)
    if (page === null) return null
    for (const place of placesOf(page) ?? []) listed.add(place)
    unreadable += page.unreadable
    cursor = page.cursor
  } while (cursor !== null)
  return { listed: [...listed].sort((a, b) => a - b), unreadable }
}
