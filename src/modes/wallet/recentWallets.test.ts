import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { isWalletId, sanitiseRecentWallets } from './storedWallets.ts'

function cleaned(stored: string | null) {
  const storage = {
    getItem: vi.fn((_: string) => stored),
    setItem: vi.fn((_: string, text: string) => {
      stored = text
    }),
    removeItem: vi.fn((_: string) => {
      stored = null
    }),
  }
  sanitiseRecentWallets(storage)
  for (const method of Object.values(storage)) {
    for (const [key] of method.mock.calls) expect(key).toBe('rk-recent')
  }
  return { stored, written: storage.setItem.mock.calls.length + storage.removeItem.mock.calls.length }
}

test.each(['metaMask', 'injected', 'com_example_wallet', '1inch', '_'])(
  'behavior: %j is a wallet id',
  (id) => {
    expect(isWalletId(id)).toBe(true)
  },
)

test.each(['', 'io.metamask', 'a b', 'a-b', 'é', 'a\n', '<b>', null, 7, ['safe']])(
  'error: %j is not a wallet id',
  (id) => {
    expect(isWalletId(id)).toBe(false)
  },
)

test('behavior: does not rewrite a clean list', () => {
  const list = '["safe","metaMask","com_example_wallet"]'
  expect(cleaned(list)).toEqual({ stored: list, written: 0 })
})

test('behavior: empty storage stays empty', () => {
  expect(cleaned(null)).toEqual({ stored: null, written: 0 })
})

test('behavior: drops invalid ids, and keeps the others in order, each once', () => {
  const list = ['safe', 'io.metamask', '', 'safe', null, 7, {}, ['x'], 'brave', '<img>', 'safe']
  expect(cleaned(JSON.stringify(list)).stored).toBe('["safe","brave"]')
})

test.each(['', '{', 'null', '7', '"safe"', '{"0":"safe"}', '[]', '["io.metamask"]'])(
  'error: %j is removed',
  (text) => {
    expect(cleaned(text).stored).toBeNull()
  },
)

test('error: any text leaves nothing or a list of distinct ids', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.string()).map((list) => JSON.stringify(list)),
      ),
      (text) => {
        const { stored } = cleaned(text)
        if (stored === null) return
        const ids = JSON.parse(stored) as unknown[]
        expect(ids.every(isWalletId)).toBe(true)
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
    propertyRuns(150),
  )
})
