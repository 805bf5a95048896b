import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { queuedDocument, SAFE } from '../../../tests/support/safeExamples.ts'
import { readPage } from './listDocument.ts'
import { type AskPage, queueAround } from './queueAround.ts'

const [, , payout] = queuedDocument.results
const row = (index: number) => ({
  ...payout,
  conflictType: 'None',
  transaction: { ...payout?.transaction, id: `row ${index}` },
})

/**
 * A gateway with this many queued proposals that refuses pages with one of `refused` in them. A page begins with the
 * row before it. Source: safe-client-gateway, `getAdjustedPaginationForQueue`.
 */
function serving(length: number, refused: readonly number[]) {
  const asked: string[] = []
  const ask: AskPage = async (cursor) => {
    asked.push(cursor ?? 'first')
    const query = new URLSearchParams(cursor ?? 'limit=20&offset=0')
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    const places = Array.from({ length }, (_, index) => index).slice(Math.max(0, offset - 1), offset + limit)
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

  test('behavior: gives the row after it with the next page, if it is the last but one of its page', async () => {
    const { ask } = serving(30, [18])
    const around = queueAround()
    expect(await around(SAFE, null, ask)).toMatchObject({ unreadable: 2, cursor: 'limit=20&offset=20' })
    expect(placesOf(await ask('limit=20&offset=20'))?.[0]).toBe(19)
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

  test('error: never lists a refused proposal, and counts every row that is not listed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 3 }),
        async (length, places) => {
          const refused = places.filter((place) => place < length)
          const page = await queueAround()(SAFE, null, serving(length, refused).ask)
          if (page === null) return
          const listed = placesOf(page) ?? []
          expect(listed.filter((place) => refused.includes(place))).toEqual([])
          expect(page.unreadable).toBeGreaterThanOrEqual(length - listed.length)
        },
      ),
      propertyRuns(200),
    )
  })
})
