import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignature, anySignedRequest, usualRequest } from '#tests/support/requests.ts'
import { firstOpenedAt, keptRequests } from './keptRequests.ts'
import { encodeRequest, requestKey } from './requestLink.ts'

function storage(first: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const { read, keep, forget, parse, format } = keptRequests
const KEY = 'portal.requests.56'
const MAX = 200

const usual = { request: usualRequest, signature: null, proof: null, claimed: [] }
const [signature = null] = fc.sample(anySignature, 1)

describe('this browser’s requests', () => {
  test('behavior: are the same after export and import', () => {
    const kept = fc.uniqueArray(
      anySignedRequest.map((signed) => ({ ...signed, claimed: ['0xabc:log-1'] })),
      { maxLength: 8, selector: ({ request }) => requestKey(request) },
    )
    fc.assert(
      fc.property(kept, (requests) => {
        const found = parse(format(requests))
        expect(found?.unreadable).toBe(0)
        expect(found?.items.map(encodeRequest).toSorted()).toEqual(requests.map(encodeRequest).toSorted())
      }),
      propertyRuns(50),
    )
  })

  test('behavior: keep a signature if the same request is stored again without one', () => {
    const store = storage()
    keep(store, [{ ...usual, signature, claimed: ['a'] }])
    expect(keep(store, [{ ...usual, claimed: ['b'] }]).items).toEqual([
      { ...usual, signature, claimed: ['a', 'b'] },
    ])
    expect(forget(store, usual).items).toEqual([])
    expect(read(store)).toEqual({ items: [], unreadable: 0 })
  })

  test('behavior: are limited to the newest', () => {
    const store = storage()
    const many = Array.from({ length: MAX + 5 }, (_, index) => ({
      ...usual,
      request: { ...usualRequest, madeAt: usualRequest.madeAt + index },
    }))
    expect(keep(store, many).items).toHaveLength(MAX)
    expect(read(store).items[0]?.request.madeAt).toBe(usualRequest.madeAt + MAX + 4)
  })

  test('error: count and omit invalid entries of any file', () => {
    const text = format([usual])
    expect(parse(text.replace('"requests":[', '"requests":[7,{"request":"1/56","claimed":[]},'))).toEqual({
      items: [usual],
      unreadable: 2,
    })
    expect(parse(text.replace('USDT', 'USDC'))).toEqual({ items: [], unreadable: 1 })
    for (const other of ['', 'null', '[]', '{}', text.replace('"version":1', '"version":2'), text.slice(1)]) {
      expect(parse(other)).toBeNull()
    }
    expect(read(storage({ [KEY]: 'x' }))).toEqual({ items: [], unreadable: 1 })
  })
  test('error: entries that cannot be read stay in storage when others are added or forgotten', () => {
    const store = storage({
      [KEY]: format([usual]).replace('"requests":[', '"requests":[{"request":"of a later version"},'),
    })
    const other = { ...usual, request: { ...usualRequest, madeAt: usualRequest.madeAt + 1 } }
    expect(keep(store, [other])).toEqual({ items: [other, usual], unreadable: 1 })
    expect(forget(store, usual)).toEqual({ items: [other], unreadable: 1 })
    expect(store.getItem(KEY)).toContain('of a later version')
    expect(read(store)).toEqual({ items: [other], unreadable: 1 })
  })

  test('error: a text that cannot be read is set aside before the list is written', () => {
    const store = storage({ [KEY]: '{"version":2}' })
    expect(keep(store, [usual])).toEqual({ items: [usual], unreadable: 1 })
    expect(store.getItem(`${KEY}.damaged`)).toBe('{"version":2}')
  })
})

const id = (index: number) => index.toString(16).padStart(32, '0')

test('behavior: the first opening of a request is remembered, each request on its own', () => {
  const { storage } = memoryStorage()
  expect(firstOpenedAt(storage, id(1), 5)).toBe(5)
  expect(firstOpenedAt(storage, id(2), 6)).toBe(6)
  expect(firstOpenedAt(storage, id(1), 9)).toBe(5)
})

test('error: a clock that was set back opens it anew, earlier', () => {
  const { storage } = memoryStorage()
  firstOpenedAt(storage, id(1), 9)
  expect(firstOpenedAt(storage, id(1), 5)).toBe(5)
  expect(firstOpenedAt(storage, id(1), 9)).toBe(5)
})

test('error: unreadable storage is replaced, and the oldest of too many are dropped', () => {
  const { storage, kept } = memoryStorage()
  kept.set('portal.opened.56', '{"__proto__":1,"x":2}')
  expect(firstOpenedAt(storage, id(0), 1)).toBe(1)
  const full = Array.from({ length: 1_000 }, (_, index) => [id(index), index + 1])
  kept.set('portal.opened.56', JSON.stringify(Object.fromEntries(full)))
  expect(firstOpenedAt(storage, id(1_000), 1_001)).toBe(1_001)
  expect(firstOpenedAt(storage, id(1_000), 5_000)).toBe(1_001)
  expect(firstOpenedAt(storage, id(1), 5_000)).toBe(2)
  expect(firstOpenedAt(storage, id(0), 5_000)).toBe(5_000)
})
