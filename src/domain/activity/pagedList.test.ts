import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ActivityItem, ItemPage } from '#account/Activity.ts'
import { item, paid, received } from '#tests/support/activityItems.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { extended, type PagedList, refreshed } from './pagedList.ts'

const items = (...ids: string[]): ActivityItem[] => ids.map((id) => item({ id }))
const page = (ids: string[], cursor: string | null = null, some: Partial<ItemPage> = {}): ItemPage => ({
  items: items(...ids),
  cursor,
  unreadable: 0,
  source: 'gateway',
  ...some,
})
const ids = ({ items: listed }: PagedList) => listed.map(({ id }) => id)

describe('the head of a list', () => {
  test('behavior: new items come first, and items that they pushed off the page stay', () => {
    const list = refreshed(undefined, page(['c', 'b'], '2'))
    expect(ids(refreshed(list, page(['d', 'c'], '2')))).toEqual(['d', 'c', 'b'])
  })

  test('behavior: for an item read twice, the newer reading counts', () => {
    const list = refreshed(undefined, page(['a', 'b'], '2'))
    const later = page(['a'], '2', { items: [item({ id: 'a', status: { kind: 'failed' } })] })
    expect(refreshed(list, later).items[0]?.status).toEqual({ kind: 'failed' })
  })

  test('error: starts again without any known item on the page, because there may be a gap', () => {
    const list = extended(refreshed(undefined, page(['b', 'a'], '2')), page(['z'], '4'))
    const anew = refreshed(list, page(['y', 'x'], '2'))
    expect(ids(anew)).toEqual(['y', 'x'])
    expect(anew).toMatchObject({ cursor: '2', followed: [] })
  })

  test('behavior: another source starts its own list', () => {
    const list = refreshed(undefined, page(['b', 'a'], '2'))
    expect(ids(refreshed(list, page(['b'], '1', { source: 'other' })))).toEqual(['b'])
  })

  test('behavior: keeps the cursor of the loaded pages', () => {
    const list = extended(refreshed(undefined, page(['d', 'c'], '2')), page(['b'], '4'))
    expect(refreshed(list, page(['e', 'd'], '2')).cursor).toBe('4')
  })
})

describe('the end of a list', () => {
  test('behavior: grows by the cursor’s page', () => {
    const list = extended(refreshed(undefined, page(['c', 'b'], '2')), page(['a']))
    expect(ids(list)).toEqual(['c', 'b', 'a'])
    expect(list).toMatchObject({ cursor: null, cut: false, followed: ['2'] })
  })

  test('error: does not follow a cursor that a service repeats', () => {
    const list = extended(refreshed(undefined, page(['a'], '1')), page(['b'], '1'))
    expect(list).toMatchObject({ cursor: null, cut: true })
  })

  test('error: stops following a service that repeats items under new cursors', () => {
    let list = refreshed(undefined, page(['b', 'a'], '0'))
    let pages = 0
    while (list.cursor !== null && pages < 100) list = extended(list, page(['b', 'a'], `${++pages}`))
    expect(pages).toBe(25)
    expect(list.cut).toBe(true)
  })

  test('error: cuts off an endless list, and says so', () => {
    const many = page(
      Array.from({ length: 10_001 }, (_, index) => `${index}`),
      'more',
    )
    const list = extended(refreshed(undefined, page(['a'], '1')), many)
    expect(list.items).toHaveLength(10_000)
    expect(list).toMatchObject({ cursor: null, cut: true })
  })

  test('behavior: counts unreadable items once per page', () => {
    const list = extended(
      refreshed(undefined, page(['b'], '1', { unreadable: 2 })),
      page(['a'], null, { unreadable: 3 }),
    )
    expect(list.unreadable).toEqual({ head: 2, rest: 3 })
    expect(refreshed(list, page(['b'], '1', { unreadable: 2 })).unreadable).toEqual({ head: 2, rest: 3 })
  })
})

test('error: a payment that its source lists again under another id does not count twice', () => {
  const [proposed, transfer] = [paid(PAYEE), received(PAYEE)]
  const other = received(PAYEE, 11n)
  const listed = [proposed, { ...proposed, id: 'again' }, transfer, { ...transfer, id: 'twin' }, other]
  const first = refreshed(undefined, { ...page([]), items: listed })
  expect(first.items).toEqual([proposed, transfer, { ...transfer, id: 'twin', twins: 1 }, other])
  // The same on the next page, and after another read.
  const third = { ...transfer, id: 'third' }
  expect(extended(first, { ...page([]), items: [third] }).items.at(-1)).toEqual({ ...third, twins: 2 })
  expect(
    refreshed(first, { ...page([], 'a'), items: listed.slice(3) }).items.map(({ twins }) => twins),
  ).toEqual([undefined, undefined, undefined, 1])
})

test('behavior: nothing is lost or repeated, whatever arrives during paging', () => {
  const size = 5
  const action = fc.oneof(fc.constant('poll' as const), fc.constant('more' as const), fc.nat({ max: 4 }))
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.array(action, { maxLength: 40 }), (start, actions) => {
      // The service pages by offset, so new items push the others down.
      let service = Array.from({ length: start }, (_, index) => `old ${index}`)
      const serve = (offset: number) =>
        page(service.slice(offset, offset + size), offset + size < service.length ? `${offset + size}` : null)
      let list = refreshed(undefined, serve(0))
      let arrived = 0
      for (const what of actions) {
        if (what === 'poll') list = refreshed(list, serve(0))
        else if (what === 'more')
          list = list.cursor === null ? list : extended(list, serve(Number(list.cursor)))
        else for (let n = 0; n < what; n++) service = [`new ${arrived++}`, ...service]
      }
      list = refreshed(list, serve(0))
      const shown = ids(list)
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown).toEqual(service.slice(0, shown.length))
      while (list.cursor !== null) list = extended(list, serve(Number(list.cursor)))
      expect(ids(list)).toEqual(service)
    }),
    propertyRuns(500),
  )
})
