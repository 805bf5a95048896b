import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { encodeLabel } from '#domain/shared/labelText.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { decodeSharedNames, encodeSharedNames } from './sharedNames.ts'

const transfer = (index: number, value = 5n): Transfer => ({
  token: Token.pinned[1]?.address ?? null,
  to: payeeAt(index),
  value,
})
const payments = { account: payeeAt(90), transfers: [transfer(1), transfer(2), transfer(1, 7n)] }
/** The text of names; null for none, or for too many. */
const textOf = (...of: Parameters<typeof encodeSharedNames>) => {
  const names = encodeSharedNames(...of)
  return names.kind === 'names' ? names.text : null
}
const nameOf = (of: Readonly<Record<string, string>>) => (payee: string) => of[payee] ?? null
const encode = (by = 'Ada') => textOf(payments, by, nameOf({ [payeeAt(1)]: 'Dana Dances' })) ?? ''

describe('names for co-signers', () => {
  test('behavior: come back for the same payments in any order, with who gave them', () => {
    const moved = { ...payments, transfers: [...payments.transfers].reverse() }
    const read = decodeSharedNames(encode(), moved)
    expect(read.ok && read.names.by).toBe('Ada')
    expect(read.ok && read.names.nameOf(payeeAt(1))).toBe('Dana Dances')
    expect(read.ok && read.names.nameOf(payeeAt(2))).toBeNull()
    expect(read.ok && read.names.nameOf(payeeAt(3))).toBeNull()
  })

  test('behavior: have no text where no payee has a name', () => {
    expect(textOf(payments, 'Ada', () => null)).toBeNull()
  })

  test('behavior: a purpose comes back beside them, alone, too, and without one the text is that of before', () => {
    const named = nameOf({ [payeeAt(1)]: 'Dana' })
    const both = decodeSharedNames(textOf(payments, 'Ada', named, 'Autumn reels') ?? '', payments)
    expect(both.ok && [both.names.purpose, both.names.isNaming, both.names.nameOf(payeeAt(1))]).toEqual([
      'Autumn reels',
      true,
      'Dana',
    ])
    const alone = decodeSharedNames(textOf(payments, '', () => null, 'Autumn reels') ?? '', payments)
    expect(alone.ok && [alone.names.purpose, alone.names.isNaming]).toEqual(['Autumn reels', false])
    expect(textOf(payments, 'Ada', named, '')).toBe(textOf(payments, 'Ada', named))
    expect(textOf(payments, 'Ada', named)).toMatch(/^1~/)
  })

  test.each([
    ['looks like an address', payeeAt(7)],
    ['is too long', 'x'.repeat(81)],
    ['has hidden characters', 'a\u202eb'],
  ])('error: a purpose that %s is left out, and refused in a link', (_, purpose) => {
    const named = nameOf({ [payeeAt(1)]: 'Dana' })
    expect(textOf(payments, 'Ada', named, purpose)).toBe(textOf(payments, 'Ada', named))
    const text = textOf(payments, 'Ada', named, 'Reels') ?? ''
    const body = text.slice(0, text.lastIndexOf('~')).replace(encodeLabel('Reels'), encodeLabel(purpose))
    const changed = `${body}~${crc32(body).toString(16).padStart(8, '0')}`
    expect(decodeSharedNames(changed, payments)).toEqual({ ok: false, fault: 'damaged' })
  })

  test('behavior: too long or hidden ones are left out, not cut', () => {
    const text = textOf(payments, 'x'.repeat(41), nameOf({ [payeeAt(1)]: 'Dana', [payeeAt(2)]: 'a\u202eb' }))
    const read = decodeSharedNames(text ?? '', payments)
    expect(read.ok && [read.names.by, read.names.nameOf(payeeAt(1)), read.names.nameOf(payeeAt(2))]).toEqual([
      '',
      'Dana',
      null,
    ])
  })

  test('error: more names than a link may hold are left out as a whole', () => {
    const many = { ...payments, transfers: Array.from({ length: 300 }, (_, index) => transfer(index)) }
    expect(encodeSharedNames(many, '', () => '名'.repeat(60))).toEqual({ kind: 'too-long' })
    expect(textOf(many, '', () => 'Agency')).not.toBeNull()
  })

  test('error: a name that looks like an address is neither written nor read', () => {
    const named = (name: string, by: string) => textOf(payments, by, nameOf({ [payeeAt(1)]: name }))
    expect(named(payeeAt(7), 'Ada')).toBeNull()
    const read = decodeSharedNames(named('Dana', payeeAt(7)) ?? '', payments)
    expect(read.ok && read.names.by).toBe('')
    const swapped = (encode('Ada') ?? '').replace(encodeLabel('Dana Dances'), encodeLabel(payeeAt(7)))
    const body = swapped.slice(0, swapped.lastIndexOf('~'))
    const text = `${body}~${crc32(body).toString(16).padStart(8, '0')}`
    expect(decodeSharedNames(text, payments)).toEqual({ ok: false, fault: 'damaged' })
  })

  test.each([
    ['another Safe', { ...payments, account: payeeAt(9) }],
    ['another amount', { ...payments, transfers: [transfer(1), transfer(2), transfer(1, 8n)] }],
    ['another payee', { ...payments, transfers: [transfer(1), transfer(3), transfer(1, 7n)] }],
    ['one payment less', { ...payments, transfers: payments.transfers.slice(1) }],
  ] as const)('error: for %s they are refused', (_, other) => {
    expect(decodeSharedNames(encode(), other)).toEqual({ ok: false, fault: 'other' })
  })

  test('behavior: any names and any payments come back as they were', () => {
    const anyName = fc.string({ unit: fc.constantFrom(...'mZ é漢😀~/%'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(50), fc.bigInt(1n, 10n ** 30n)), { minLength: 1, maxLength: 8 }),
        fc.array(anyName, { minLength: 51, maxLength: 51 }),
        (rows, raw) => {
          const names = raw.map((text) => text.replace(/ +/g, ' ').trim())
          const these = {
            account: payeeAt(90),
            transfers: rows.map(([index, value]) => transfer(index, value)),
          }
          const own = new Map(names.map((name, index) => [payeeAt(index), name]))
          const text = textOf(these, '', (payee) => own.get(payee) ?? null)
          if (text === null) return
          expect(text).toMatch(/^[A-Za-z0-9~_-]+$/)
          const read = decodeSharedNames(text, these)
          for (const { to } of these.transfers)
            expect(read.ok && read.names.nameOf(to)).toBe(own.get(to) || null)
        },
      ),
      propertyRuns(200),
    )
  })

  test('error: a changed text is never read as other names', () => {
    const text = encode()
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), fc.nat(4), (at, put, cut) => {
        const changed = text.slice(0, at) + put + text.slice(at + cut)
        if (changed === text) return
        expect(decodeSharedNames(changed, payments).ok).toBe(false)
      }),
      propertyRuns(1_000),
    )
  })
})
