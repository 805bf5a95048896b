import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { anySignature, anySignedRequest, usualRequest } from '../../../tests/support/requests.ts'
import { forget, keep, keptText, MAX_KEPT, parseKept, readKept } from './keptRequests.ts'
import { encodeRequest, requestKey } from './requestLink.ts'

function storage(first: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

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
        const found = parseKept(keptText(requests))
        expect(found?.unreadable).toBe(0)
        expect(found?.requests.map(encodeRequest).toSorted()).toEqual(requests.map(encodeRequest).toSorted())
      }),
      propertyRuns(100),
    )
  })

  test('behavior: keep a signature if the same request is stored again without one', () => {
    const store = storage()
    keep(store, [{ ...usual, signature, claimed: ['a'] }])
    expect(keep(store, [{ ...usual, claimed: ['b'] }])).toEqual([
      { ...usual, signature, claimed: ['a', 'b'] },
    ])
    expect(forget(store, usual)).toEqual([])
    expect(readKept(store)).toEqual({ requests: [], unreadable: 0 })
  })

  test('behavior: are limited to the newest', () => {
    const store = storage()
    const many = Array.from({ length: MAX_KEPT + 5 }, (_, index) => ({
      ...usual,
      request: { ...usualRequest, madeAt: usualRequest.madeAt + index },
    }))
    expect(keep(store, many)).toHaveLength(MAX_KEPT)
    expect(readKept(store).requests[0]?.request.madeAt).toBe(usualRequest.madeAt + MAX_KEPT + 4)
  })

  test('error: count and omit invalid entries of any file', () => {
    const text = keptText([usual])
    expect(parseKept(text.replace('"requests":[', '"requests":[7,{"request":"1/56","claimed":[]},'))).toEqual(
      {
        requests: [usual],
        unreadable: 2,
      },
    )
    expect(parseKept(text.replace('USDT', 'USDC'))).toEqual({ requests: [], unreadable: 1 })
    for (const other of ['', 'null', '[]', '{}', text.replace('"version":1', '"version":2'), text.slice(1)]) {
      expect(parseKept(other)).toBeNull()
    }
    expect(readKept(storage({ 'portal.requests.56': 'x' }))).toEqual({ requests: [], unreadable: 1 })
  })
})
