import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFraming, readStorage } from './facts.ts'

/** The part of the Web Storage API that the code uses. */
function store(values: Readonly<Record<string, string>>): Storage {
  const keys = Object.keys(values)
  return {
    length: keys.length,
    key: (index: number) => keys[index] ?? null,
    getItem: (key: string) => values[key] ?? null,
  } as Storage
}

test('behavior: lists our keys with sizes but without values, and counts the others', async () => {
  const values = { 'rk-recent': '["a"]', 'portal.theme': 'SECRET', 'wc@2:core': 'x', 'wagmi.store': '' }
  const reading = await readStorage({
    open: () => store(values),
    estimate: async () => ({ usage: 10, quota: 1_000 }),
  })
  expect(reading).toEqual({
    keys: [
      { key: 'portal.theme', characters: 6 },
      { key: 'rk-recent', characters: 5 },
      { key: 'wagmi.store', characters: 0 },
    ],
    others: 1,
    readable: true,
    usage: 10,
    quota: 1_000,
  })
})

test('error: reports a browser without storage or quota, and does not throw', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const nothing = { keys: [], others: 0, readable: false, usage: null, quota: null }
  expect(await readStorage({ open: blocked, estimate: () => undefined })).toEqual(nothing)
  expect(await readStorage({ open: blocked, estimate: blocked })).toEqual(nothing)
  expect(await readStorage({ open: blocked, estimate: () => Promise.reject(new Error('no')) })).toEqual(
    nothing,
  )
})

describe('who may frame the page', () => {
  const answer = (policy: string | null, status = 200) =>
    vi.stubGlobal('fetch', async () => {
      const headers = policy === null ? {} : { 'Content-Security-Policy': policy }
      return new Response(null, { status, headers })
    })
  beforeEach(() => vi.stubGlobal('document', { baseURI: 'https://portal.example/' }))
  afterEach(() => vi.unstubAllGlobals())

  test('behavior: is limited where the host sends the rule, and open where it does not', async () => {
    answer("default-src 'none'; frame-ancestors https://app.safe.global; object-src 'none'")
    expect(await readFraming()).toBe('limited')
    answer("default-src 'none'")
    expect(await readFraming()).toBe('open')
    answer(null)
    expect(await readFraming()).toBe('open')
  })

  test('behavior: is unknown without an answer', async () => {
    answer('frame-ancestors https://app.safe.global', 503)
    expect(await readFraming()).toBeNull()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await readFraming()).toBeNull()
  })
})
