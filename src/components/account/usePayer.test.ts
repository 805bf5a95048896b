import { expect, test } from 'vitest'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { keepPayer, readPayer } from './PayFrom.tsx'

function storage(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('behavior: remembers the chosen Safe for this wallet only, until the wallet pays for itself', () => {
  const kept = storage()
  keepPayer(kept, PAYEE, SAFE)
  expect(readPayer(kept, PAYEE)).toBe(SAFE)
  expect(readPayer(kept, SAFE)).toBeNull()
  keepPayer(kept, PAYEE, null)
  expect(readPayer(kept, PAYEE)).toBeNull()
})

test.each(['', 'null', '0x1234', SAFE.replace('f', 'F'), `eth:${SAFE}`, `0x${'0'.repeat(40)}`])(
  'error: ignores a stored %j',
  (text) => {
    expect(readPayer(storage({ [`portal.payer.56.${PAYEE.toLowerCase()}`]: text }), PAYEE)).toBeNull()
  },
)
