import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseRecentTransactions } from './storedWallets.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const good = { hash: `0x${'a'.repeat(64)}`, description: 'Pay 1 USDT', status: 'pending' }

function store(content: string | null) {
  const map = new Map(content === null ? [] : [['rk-transactions', content]])
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

function cleaned(content: unknown): unknown {
  const storage = store(typeof content === 'string' ? content : JSON.stringify(content))
  sanitiseRecentTransactions(storage)
  const left = storage.getItem('rk-transactions')
  return left === null ? null : JSON.parse(left)
}

test('behavior: keeps RainbowKit’s own content unchanged', () => {
  const written = JSON.stringify({ [ACCOUNT]: { 56: [{ ...good, confirmations: 1 }] } })
  const storage = store(written)
  sanitiseRecentTransactions(storage)
  expect(storage.getItem('rk-transactions')).toBe(written)
})

test.each<[string, unknown]>([
  ['a text', '"x"'],
  ['null', 'null'],
  ['broken JSON', '{"'],
  ['a list of texts', ['x']],
  ['an invalid account', { nobody: { 56: [] } }],
  ['chains that are not lists', { [ACCOUNT]: { 56: 'x' } }],
])('error: %s is discarded', (_, content) => {
  expect(cleaned(content)).toBeNull()
})

test('error: keeps only the valid transactions of a list', () => {
  const list = [
    good,
    null,
    'x',
    { ...good, hash: '0x1' },
    { ...good, description: ' ' },
    { ...good, status: 'paid' },
  ]
  expect(cleaned({ [ACCOUNT]: { 56: list } })).toEqual({ [ACCOUNT]: { 56: [good] } })
})

test('error: any content leaves something readable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
      const left = cleaned(content)
      expect(left === null || typeof left === 'object').toBe(true)
    }),
  )
})

test('behavior: empty storage stays empty', () => {
  const storage = store(null)
  sanitiseRecentTransactions(storage)
  expect(storage.getItem('rk-transactions')).toBeNull()
})
