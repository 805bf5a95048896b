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
const encode = (by = 'Ada') => textOf(payments, by, ['Dana Dances', null, 'Dana again']) ?? ''
const checked = (body: string) => `${body}~${crc32(body).toString(16).padStart(8, '0')}`
const hiroAndEmre = ['Hiro Tanaka', 'Kim', 'Emre Berg']

describe('names for co-signers', () => {
  test('behavior: come back for the same payments in any order, with who gave them', () => {
    const moved = { ...payments, transfers: [...payments.transfers].reverse() }
    const read = decodeSharedNames(encode(), moved)
    expect(read.ok && read.names.by).toBe('Ada')
    expect(read.ok && read.names.ofPayments).toEqual(['Dana again', null, 'Dana Dances'])
  })

  test('behavior: two names for one address stay with their rows, equal payments in their order', () => {
    for (const third of [transfer(1, 7n), transfer(1)]) {
      const these = { ...payments, transfers: [transfer(1), transfer(2), third] }
      const read = decodeSharedNames(textOf(these, 'Ada', hiroAndEmre) ?? '', these)
      expect(read.ok && read.names.ofPayments).toEqual(hiroAndEmre)
    }
  })

  test('behavior: links of before open, with one name for each address', () => {
    const [, print = ''] = encode().split('~')
    const names = ['Dana', 'Kim'].map(encodeLabel)
    const order = payeeAt(1).toLowerCase() < payeeAt(2).toLowerCase() ? names : names.reverse()
    const first = decodeSharedNames(checked(['1', print, '', ...order].join('~')), payments)
    expect(first.ok && first.names).toEqual({ by: '', purpose: '', ofPayments: ['Dana', 'Kim', 'Dana'] })
    const [ada, reels] = ['Ada', 'Reels'].map(encodeLabel)
    const second = decodeSharedNames(checked(['2', print, ada, reels, ...order].join('~')), payments)
    expect(second.ok && second.names).toEqual({
      by: 'Ada',
      purpose: 'Reels',
      ofPayments: ['Dana', 'Kim', 'Dana'],
    })
  })

  test('behavior: have no text where no payee has a name', () => {
    expect(textOf(payments, 'Ada', [])).toBeNull()
  })

  test('behavior: a purpose comes back beside them, and alone, too', () => {
    const both = decodeSharedNames(textOf(payments, 'Ada', ['Dana'], 'Autumn reels') ?? '', payments)
    expect(both.ok && [both.names.purpose, both.names.ofPayments[0]]).toEqual(['Autumn reels', 'Dana'])
    const alone = decodeSharedNames(textOf(payments, '', [], 'Autumn reels') ?? '', payments)
    expect(alone.ok && [alone.names.purpose, alone.names.ofPayments]).toEqual([
      'Autumn reels',
      [null, null, null],
    ])
  })

  test.each([
    ['looks like an address', payeeAt(7)],
    ['is too long', 'x'.repeat(81)],
    ['has hidden characters', 'a\u202eb'],
  ])('error: a purpose that %s is left out, and refused in a link', (_, purpose) => {
    const named = ['Dana']
    expect(textOf(payments, 'Ada', named, purpose)).toBe(textOf(payments, 'Ada', named))
    const text = textOf(payments, 'Ada', named, 'Reels') ?? ''
    const body = text.slice(0, text.lastIndexOf('~')).replace(encodeLabel('Reels'), encodeLabel(purpose))
    expect(decodeSharedNames(checked(body), payments)).toEqual({ ok: false, fault: 'damaged' })
  })

  test('behavior: too long or hidden ones are left out, not cut', () => {
    const text = textOf(payments, 'x'.repeat(41), ['Dana', 'a\u202eb'])
    const read = decodeSharedNames(text ?? '', payments)
    expect(read.ok && [read.names.by, ...read.names.ofPayments]).toEqual(['', 'Dana', null, null])
  })

  test('error: a proposer who could be taken for the portal is left out, and refused in a link', () => {
    const text = textOf(payments, '✓ Verified', ['Dana']) ?? ''
    const read = decodeSharedNames(text, payments)
    expect(read.ok && read.names.by).toBe('')
    const [version, print, , ...rest] = text.split('~').slice(0, -1)
    const claimed = checked([version, print, encodeLabel('Verified by Safe'), ...rest].join('~'))
    expect(decodeSharedNames(claimed, payments)).toEqual({ ok: false, fault: 'damaged' })
  })

  test('error: a name that says “verified” beside the money is neither written nor read', () => {
    const read = decodeSharedNames(
      textOf(payments, 'Ada', ['✓ Dana', 'v e r i f i e d', 'Kim']) ?? '',
      payments,
    )
    expect(read.ok && read.names.ofPayments).toEqual([null, null, 'Kim'])
    const swapped = (encode('Ada') ?? '').replace(encodeLabel('Dana Dances'), encodeLabel('Dana ✅'))
    const body = swapped.slice(0, swapped.lastIndexOf('~'))
    expect(decodeSharedNames(checked(body), payments)).toEqual({ ok: false, fault: 'damaged' })
  })

  test('error: more names than a link may hold are left out as a whole', () => {
    const many = { ...payments, transfers: Array.from({ length: 300 }, (_, index) => transfer(index)) }
    expect(encodeSharedNames(many, '', new Array(300).fill('名'.repeat(60)))).toEqual({ kind: 'too-long' })
    expect(textOf(many, '', new Array(300).fill('Agency'))).not.toBeNull()
  })

  test('error: a name that looks like an address is neither written nor read', () => {
    const named = (name: string, by: string) => textOf(payments, by, [name])
    expect(named(payeeAt(7), 'Ada')).toBeNull()
    const read = decodeSharedNames(named('Dana', payeeAt(7)) ?? '', payments)
    expect(read.ok && read.names.by).toBe('')
    const swapped = (encode('Ada') ?? '').replace(encodeLabel('Dana Dances'), encodeLabel(payeeAt(7)))
    const body = swapped.slice(0, swapped.lastIndexOf('~'))
    expect(decodeSharedNames(checked(body), payments)).toEqual({ ok: false, fault: 'damaged' })
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
        fc.array(anyName, { minLength: 8, maxLength: 8 }),
        (rows, raw) => {
          const names = raw.slice(0, rows.length).map((text) => text.replace(/ +/g, ' ').trim() || null)
          const these = {
            account: payeeAt(90),
            transfers: rows.map(([index, value]) => transfer(index, value)),
          }
          const text = textOf(these, '', names)
          if (text === null) return
          expect(text).toMatch(/^[A-Za-z0-9~_-]+$/)
          const read = decodeSharedNames(text, these)
          expect(read.ok && read.names.ofPayments).toEqual(names)
        },
      ),
      propertyRuns(100),
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
      propertyRuns(500),
    )
  })
})
