import fc from 'fast-check'
import { getAddress, keccak256, toBytes, toHex } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { fingerprint, shortFingerprint } from './fingerprint.ts'

const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes)))
const transfer = fc.record({
  token: fc.option(account),
  to: account,
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
})

test('behavior: is the hash of a text that anyone can write down', () => {
  const text = [
    'influencer-portal payout 1',
    '56',
    SAFE.toLowerCase(),
    `${USDT.toLowerCase()} ${PAYEE.toLowerCase()} 5`,
    `bnb ${PAYEE.toLowerCase()} 7`,
  ].join('\n')
  const rows = [
    { token: null, to: PAYEE, value: 7n },
    { token: USDT, to: PAYEE, value: 5n },
  ] as const
  expect(fingerprint(SAFE, rows)).toBe(keccak256(toBytes(text)))
  expect(shortFingerprint(fingerprint(SAFE, rows))).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){3}$/)
})

test('behavior: ignores order, but depends on every row, token, payee and amount, and on the account', () => {
  fc.assert(
    fc.property(fc.array(transfer, { minLength: 1, maxLength: 6 }), fc.nat(), (rows, seed) => {
      const own = fingerprint(SAFE, rows)
      expect(fingerprint(SAFE, rows.toReversed())).toBe(own)
      const at = seed % rows.length
      const [row] = rows.slice(at)
      if (!row) return
      const changed = [
        rows.toSpliced(at, 1),
        [...rows, row],
        rows.with(at, { ...row, value: row.value ^ 1n }),
        rows.with(at, { ...row, to: row.to === PAYEE ? SAFE : PAYEE }),
        rows.with(at, { ...row, token: row.token === null ? USDT : null }),
      ]
      for (const other of changed) expect(fingerprint(SAFE, other)).not.toBe(own)
      expect(fingerprint(PAYEE, rows)).not.toBe(own)
    }),
    propertyRuns(100),
  )
})
