import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { totalsOf } from '#chain/money/Amount.ts'
import { amountOf, type PaymentRequest, unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest, usdRequest, usualRequest } from '#tests/support/requests.ts'
import { collectRequests, doubtOf, parseRow, readRequestLines, rowOf } from './requestRows.ts'

const payer = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const site = 'https://portal.example/#/r/'
const usual = encodeRequest({ request: usualRequest, signature: null, proof: null })

const usualRow = rowOf({ request: usualRequest, signature: null, proof: null })

describe('pasted links', () => {
  test.each([
    ['a full stop', `${site}${usual}.`],
    ['angle brackets', `<${site}${usual}>`],
    ['Markdown', `[pay me](${site}${usual})`],
    ['Markdown with the link twice', `[${site}${usual}](${site}${usual})`],
    ['words after it', `${site}${usual} thanks!`],
    ['an encoded #', `${site.replace('#', '%23')}${usual}`],
    ['lines', `${site}${usual.slice(0, 40)}\n${usual.slice(40, 100)}\n${usual.slice(100)}\n`],
    ['quoted lines', `> ${site}${usual.slice(0, 40)}\r\n> ${usual.slice(40)}`],
    ['soft breaks', `${site}${usual.slice(0, 40)}=\r\n${usual.slice(40)}`],
    ['a tracking link', `https://www.google.com/url?q=${encodeURIComponent(site + usual)}&sa=D`],
  ])('behavior: a link in %s is its request', (_, text) => {
    expect(readRequestLines(text)).toEqual({ rows: [usualRow], bad: [] })
  })

  test('behavior: several links in one text are one row each, judged on their own', () => {
    const other = { request: { ...usualRequest, memo: 'Other' }, signature: null, proof: null }
    const links = [`${site}${usual}`, `${site}${encodeRequest(other)}`]
    for (const joint of [' ', ', ', ' and ', '\n', '\n\n', '; '])
      expect(readRequestLines(links.join(joint))).toEqual({ rows: [usualRow, rowOf(other)], bad: [] })
    const damaged = `${site}${usual.replace('1250.5', '1251.5')}`
    expect(readRequestLines([damaged, ...links].join(' '))).toEqual({
      rows: [usualRow, rowOf(other)],
      bad: [{ line: 1, fault: 'damaged' }],
    })
    const cut = `${site}${usual.slice(0, 60)}`
    expect(readRequestLines([cut, ...links].join('\n'))).toEqual({
      rows: [usualRow, rowOf(other)],
      bad: [{ line: 1, fault: 'damaged' }],
    })
  })

  test('error: a link that was broken and lost a part on the way is no request', () => {
    const text = `${site}${usual.slice(0, 40)}\n${usual.slice(41)}`
    expect(readRequestLines(text)).toEqual({
      rows: [],
      bad: [
        { line: 1, fault: 'damaged' },
        { line: 2, fault: 'no-link' },
      ],
    })
  })

  test('behavior: every line becomes a row, is blank, or is reported with its number and reason', () => {
    const lines = [
      `${site}${usual}`,
      '',
      '  Dana: http://localhost:5173/#/pay/r/1/56/x ',
      'hello',
      `https://app.safe.global/share/safe-app?appUrl=${encodeURIComponent(site + usual)}&chain=bnb`,
      `${site}${usual} thanks!`,
      `${site}${usual.replace('1250.5', '1251.5')}`,
      `${site}${usual.replace('1250.5', '%31250.5')}`,
    ]
    expect(readRequestLines(lines.join('\r\n'))).toEqual({
      rows: [usualRow, usualRow, usualRow],
      bad: [
        { line: 3, fault: 'damaged' },
        { line: 4, fault: 'no-link' },
        { line: 7, fault: 'damaged' },
        { line: 8, fault: 'percent-encoded' },
      ],
    })
  })

  test('behavior: counts add up for any paste, and rows match their links', () => {
    const line = fc.oneof(
      anySignedRequest.map((signed) => site + encodeRequest(signed)),
      fc.string({ maxLength: 60 }),
      fc.constant('   '),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n')
        const { rows, bad } = readRequestLines(text)
        const written = text.split(/\r\n|\r|\n/).filter((one) => one.trim() !== '')
        expect(rows.length + bad.length).toBe(written.length)
        for (const { signed } of rows) expect(text).toContain(encodeRequest(signed))
      }),
      propertyRuns(100),
    )
  })

  test('behavior: merges a repeated request into one row and counts it', () => {
    const row = rowOf({ request: usualRequest, signature: null, proof: null })
    const link = site + encodeRequest(row.signed)
    expect(collectRequests(`${link}\n${link}`, [row])).toEqual({
      rows: [row],
      left: '',
      isFault: false,
      said: '0 requests added. 2 already in the list.',
    })
  })
})

describe('a row', () => {
  test('behavior: pays the requested amount, or the typed one if the amount is open', () => {
    const row = rowOf({ request: usualRequest, signature: null, proof: null })
    expect(parseRow(row, payer)).toMatchObject({
      ok: true,
      payment: { amount: amountOf(usualRequest) },
    })
    const open = {
      ...rowOf({ request: { ...usualRequest, asked: { kind: 'open' } }, signature: null, proof: null }),
      typed: '12.5',
    }
    expect(parseRow(open, payer)).toMatchObject({
      payment: { amount: { value: 12_500_000_000_000_000_000n } },
    })
    expect(parseRow({ ...open, typed: '' }, payer)).toMatchObject({ ok: false, field: 'amount' })
    expect(parseRow(row, usualRequest.payee)).toMatchObject({ ok: false, field: 'payee' })
  })

  test('behavior: totals are exact, one per token', () => {
    fc.assert(
      fc.property(fc.array(anySignedRequest, { maxLength: 20 }), (signed) => {
        const payments = signed.flatMap((one) => {
          const parsed = parseRow({ ...rowOf(one), typed: '1' }, payer)
          return parsed.ok ? [parsed.payment] : []
        })
        const sum = (all: readonly { readonly value: bigint }[]) =>
          all.reduce((total, { value }) => total + value, 0n)
        const totals = totalsOf(payments)
        expect(sum(totals)).toBe(sum(payments.map(({ amount }) => amount)))
        expect(new Set(totals.map(({ token }) => token.address)).size).toBe(totals.length)
      }),
      propertyRuns(100),
    )
  })
})

describe('payees of requests', () => {
  const paying = (payee: Address, more: Partial<PaymentRequest> = {}) =>
    parseRow(rowOf({ request: { ...usualRequest, payee, ...more }, signature: null, proof: null }), payer)

  test.each<[string, Address]>([
    ['0x…dEaD', '0x000000000000000000000000000000000000dEaD'],
    ['0xEeee…EEeE', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['a precompile', '0x0000000000000000000000000000000000000004'],
    ['MultiSend', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'],
    ['a token', '0x55d398326f99059fF775485246999027B3197955'],
    ['the own account', payer],
  ])('error: a request that pays %s is reported and never paid (A15)', (_, payee) => {
    expect(paying(payee)).toMatchObject({ ok: false, field: 'payee', fault: expect.stringMatching(/\.$/) })
  })

  test('error: a request that pays its own token’s contract is never paid either (A15)', () => {
    const contract = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    expect(paying(contract).ok).toBe(true)
    expect(paying(contract, { token: unverifiedToken(contract, 18) })).toMatchObject({ field: 'payee' })
  })
})

describe('a request in US dollars as a row', () => {
  const row = rowOf({ request: usdRequest, signature: null, proof: null })
  const [before, after] = [usdRequest.madeAt * 1_000, (usdRequest.madeAt + 604_800) * 1_000]
  const price = { value: 50_000_000_000n, at: before, round: 1n }
  const agreed = { found: { kind: 'agreed', price }, readAt: before } as const

  test('behavior: is paid at the rate that was read, which stays with the payment', () => {
    const parsed = parseRow(row, payer, agreed, before)
    expect(parsed).toMatchObject({
      ok: true,
      payment: {
        // 1,250.50 dollars at 500.
        amount: { value: 2_501_000_000_000_000_000n },
        rate: { cents: 125_050n, tolerance: 100, price, readAt: before, link: encodeRequest(row.signed) },
      },
    })
  })

  test.each([
    ['no rate yet', undefined, before, 'Reading its rate.'],
    [
      'an unknown rate',
      { found: { kind: 'unknown', why: 'split' }, readAt: before } as const,
      before,
      'Two nodes report different prices of BNB. One of them is wrong. Try again in a moment.',
    ],
    ['its time over', agreed, after, 'This request has expired. Ask the sender for a new one.'],
  ])('error: is no payment with %s', (_, read, now, fault) => {
    expect(parseRow(row, payer, read, now)).toEqual({ ok: false, field: 'amount', fault })
  })
})

describe('an earlier payment of a request', () => {
  const { token } = usualRequest
  const one = 10n ** BigInt(token.decimals)

  test('behavior: names the newest one and counts the others', () => {
    const payments = [
      { value: 2n * one, at: null },
      { value: one, at: null },
      { value: one, at: null },
    ]
    expect(doubtOf(usualRequest, { kind: 'paid', payments }, 0)).toBe(
      `You’ve paid this address in this token since the request was made: 2 ${token.symbol}, and 2 more.`,
    )
    expect(doubtOf(usualRequest, { kind: 'queued', payments: payments.slice(0, 1) }, 0)).toBe(
      `A payment to this address in this token is already in your queue: 2 ${token.symbol}.`,
    )
  })

  test('behavior: is no doubt if there is none', () => {
    expect(doubtOf(usualRequest, null, 0)).toBeNull()
  })
})
