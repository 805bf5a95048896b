import fc from 'fast-check'
import { type Address, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Call, transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { anyAddress, anyCall } from '#tests/support/arbitraries.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { decodeProposal } from './decodeProposal.ts'
import * as MultiSend from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'

const CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const MULTISEND: Address = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'
const MULTISEND_150: Address = '0x218543288004CD07832472D464648173c77D7eB7'
const CALL_ONLY_150: Address = '0xA83c336B20401Af773B6219BA5027174338D1836'

type Row = Call & { readonly operation?: 0 | 1 }

/** The packed format, built without the portal's codec: operation, address, value, length, bytes. */
function pack(rows: readonly Row[]): Hex {
  const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
  const packed = rows
    .map(({ operation = 0, to, value, data }) => {
      const bytes = data.slice(2)
      return `0${operation}${to.slice(2).toLowerCase()}${word(value)}${word(bytes.length / 2)}${bytes}`
    })
    .join('')
  const padding = '0'.repeat((64 - (packed.length % 64)) % 64)
  return `0x8d80ff0a${word(32)}${word(packed.length / 2)}${packed}${padding}`
}

const batch = (rows: readonly Row[], to = CALL_ONLY) =>
  SafeTx.fromCall({ to, value: 0n, data: pack(rows) }, 0n, 1)
const nested = (rows: readonly Row[], to = MULTISEND): Row => ({
  to,
  value: 0n,
  data: pack(rows),
  operation: 1,
})
const kinds = (tx: SafeTx.SafeTx) =>
  decodeProposal(SAFE, tx).rows.map(({ path, meaning }) => `${path} ${meaning.kind}`)

describe('one call', () => {
  test('behavior: a payment is one row and its own total', () => {
    const usdt = Token.find(USDT)
    const content = decodeProposal(SAFE, SafeTx.fromCall(payoutCall, 12n))
    const amount = { token: usdt, value: 250n * 10n ** 18n }
    const meaning = { kind: 'transfer', to: PAYEE, amount, isPinned: true }
    expect(content).toEqual({
      rows: [{ path: '1', ...payoutCall, operation: 0, meaning }],
      totals: [amount],
      others: 0,
    })
  })

  test('behavior: a token that is not pinned is summed in base units under its address', () => {
    const token: Address = someAddress(9)
    const { rows, totals } = decodeProposal(SAFE, SafeTx.fromCall({ ...payoutCall, to: token }, 1n))
    expect(rows[0]?.meaning).toMatchObject({ kind: 'transfer', isPinned: false })
    expect(totals).toMatchObject([{ token: { address: token, decimals: 0, name: 'Unverified token' } }])
  })

  test('behavior: recognises a rejection in any spelling of the Safe’s address', () => {
    expect(decodeProposal(SAFE, SafeTx.rejection(SAFE, 1n))).toMatchObject({ totals: [], others: 1 })
    const written: Address[] = [SAFE, `0x${SAFE.slice(2).toLowerCase()}`]
    for (const safe of written) {
      expect(decodeProposal(safe, SafeTx.rejection(SAFE, 1n)).rows[0]?.meaning.kind).toBe('rejection')
    }
  })

  test.each<[string, Partial<SafeTx.SafeTx>, string]>([
    ['value', { value: 1n }, 'transfer'],
    ['data', { data: '0x00' }, 'known'],
    ['a delegatecall', { operation: 1 }, 'delegatecall'],
    ['another address', { to: PAYEE }, 'transfer'],
  ])('error: with %s it is not a rejection', (_, some, kind) => {
    expect(kinds({ ...SafeTx.rejection(SAFE, 1n), ...some })).toEqual([`1 ${kind}`])
  })

  test('error: foreign code running as the Safe is a delegatecall, whatever it looks like', () => {
    expect(kinds({ ...SafeTx.fromCall(payoutCall, 1n), operation: 1 })).toEqual(['1 delegatecall'])
    expect(kinds({ ...batch([payoutCall]), to: PAYEE })).toEqual(['1 delegatecall'])
    // When called and not delegatecalled, a MultiSend moves its own money, not the Safe's.
    expect(kinds({ ...batch([payoutCall]), operation: 0 })).toEqual(['1 unknown'])
  })
})

describe('a batch', () => {
  test('behavior: unfolds nested batches in order', () => {
    const tx = batch([payoutCall, nested([payoutCall, nested([payoutCall])]), payoutCall], MULTISEND)
    expect(kinds(tx)).toEqual(['1 transfer', '2.1 transfer', '2.2.1 transfer', '3 transfer'])
    expect(decodeProposal(SAFE, tx).totals).toMatchObject([{ value: 1_000n * 10n ** 18n }])
  })

  test('error: content deeper than four batches is a delegatecall', () => {
    const three = nested([nested([nested([payoutCall])])])
    expect(kinds(batch([three]))).toEqual(['1.1.1.1 transfer'])
    expect(kinds(batch([nested([three])]))).toEqual(['1.1.1.1 delegatecall'])
  })

  test.each<[string, Hex]>([
    ['is empty', pack([])],
    ['is cut short', MultiSend.encode([payoutCall]).slice(0, -2) as Hex],
    [
      'has a row that is cut short',
      pack([{ ...payoutCall, data: '0x' }]).replace(/(?<=^.{10}.{64}.{62})55/, '54') as Hex,
    ],
    ['has a trailing byte', `${pack([payoutCall])}00`],
    ['has an unknown operation', pack([payoutCall]).replace(/(?<=^.{10}.{128})00/, '02') as Hex],
    ['is another function', '0xdeadbeef'],
    ['is nothing', '0x'],
  ])('error: a batch that %s is a delegatecall', (_, data) => {
    expect(kinds({ ...batch([payoutCall]), data })).toEqual(['1 delegatecall'])
  })

  test('error: the MultiSend of 1.5.0 sends zero-address calls to the Safe, so settings cannot hide there', () => {
    const enableModule: Row = {
      to: zeroAddress,
      value: 0n,
      data: `0x610b5925${PAYEE.slice(2).padStart(64, '0')}`,
    }
    for (const to of [MULTISEND_150, CALL_ONLY_150]) {
      expect(decodeProposal(SAFE, batch([enableModule, payoutCall], to)).rows[0]).toMatchObject({
        to: SAFE,
        meaning: { kind: 'known', call: { kind: 'settings', name: 'enableModule' } },
      })
    }
    const inside = decodeProposal(SAFE, batch([nested([enableModule], MULTISEND_150)], MULTISEND))
    expect(inside.rows[0]).toMatchObject({ path: '1.1', to: SAFE })
    expect(decodeProposal(SAFE, batch([enableModule], MULTISEND)).rows[0]).toMatchObject({
      to: zeroAddress,
      meaning: { kind: 'unknown' },
    })
  })
})

// For the MultiSend of 1.5.0, the zero address is the Safe: see above.
const notZero = anyAddress.filter((address) => address !== zeroAddress)
const pay = fc
  .record({ to: notZero, token: fc.constantFrom(...Token.pinned), value: fc.bigInt(0n, 2n ** 200n) })
  .map(({ to, token, value }) => ({ call: transfer(to, { token, value }), pays: { token, value } }))
const anyRow = fc.oneof(
  { weight: 4, arbitrary: pay },
  anyCall
    .filter(({ data, to }) => data.length > 10 && to !== zeroAddress)
    .map((call) => ({ call: { ...call, value: 0n }, pays: null })),
)

describe('any batch', () => {
  test('behavior: its rows come in order and its totals are the sums of its payments, nested or not', () => {
    const any = fc.record({
      rows: fc.array(anyRow, { minLength: 2, maxLength: 30 }),
      cut: fc.nat(),
      to: fc.constantFrom(CALL_ONLY, MULTISEND, MULTISEND_150),
    })
    fc.assert(
      fc.property(any, ({ rows, cut, to }) => {
        const calls = rows.map(({ call }) => call)
        expect(MultiSend.encode(calls).toLowerCase()).toBe(pack(calls))
        const at = cut % (rows.length - 1)
        const inner = nested(calls.slice(at + 1))
        const txs = [batch(calls, to), batch([...calls.slice(0, at + 1), inner], to)]
        for (const tx of txs) {
          const content = decodeProposal(SAFE, tx)
          expect(content.rows.map(({ to, value, data }) => ({ to, value, data }))).toEqual(calls)
          const sums = new Map<Token.Token, bigint>()
          for (const { pays } of rows)
            if (pays) sums.set(pays.token, (sums.get(pays.token) ?? 0n) + pays.value)
          expect(content.totals).toEqual([...sums].map(([token, value]) => ({ token, value })))
          expect(content.others).toBe(rows.filter(({ pays }) => pays === null).length)
        }
      }),
      propertyRuns(300),
    )
  })
})
