import { describe, expect, test } from 'vitest'
import { parseHashText, parseSafeText, safeTextFaults } from '#domain/activity/links.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { SAFE } from '#tests/support/safeExamples.ts'

describe('a Safe', () => {
  test.each([
    SAFE,
    ` ${SAFE.toLowerCase()} `,
    `bnb:${SAFE}`,
    `eip155:56:${SAFE}`,
    `https://app.safe.global/home?safe=bnb:${SAFE}`,
    `https://app.safe.global/transactions/queue?safe=bnb%3A${SAFE}#x`,
    `https://portal.example/#/activity/safe/${SAFE}`,
    `https://portal.example/#/activity/safe/${SAFE}/0x12`,
  ])('behavior: is parsed from %s', (text) => {
    expect(parseSafeText(text)).toMatchObject({ ok: true, address: SAFE })
  })

  test.each([
    ['', 'empty'],
    ['alice', 'not-an-address'],
    ['https://app.safe.global/welcome', 'not-an-address'],
    ['https://', 'not-an-address'],
    [`https://app.safe.global/home?safe=eth:${SAFE}`, 'other-chain'],
    [`eth:${SAFE}`, 'other-chain'],
    [SAFE.replace('d', 'D'), 'wrong-checksum'],
    [`0x${'0'.repeat(40)}`, 'zero-address'],
  ] as const)('error: is not parsed from %j, and the reason is named', (text, fault) => {
    expect(parseSafeText(text)).toEqual({ ok: false, fault })
    expect(safeTextFaults[fault]).toMatch(/\.$/)
  })
})

describe('a transaction', () => {
  const HASH = word(0xabcdef)

  test.each([
    HASH,
    ` ${HASH.toUpperCase().replace('0X', '0x')}\n`,
    `https://bscscan.com/tx/${HASH}`,
    `https://bscscan.com/tx/${HASH}#eventlog`,
    `<https://bscscan.com/tx/${HASH}>`,
    `Paid: https://bscscan.com/tx/${HASH}.`,
    `https://portal.example/#/receipt/56/${HASH}/log-1.`,
    `https://www.google.com/url?q=${encodeURIComponent(`https://bscscan.com/tx/${HASH}`)}&sa=D`,
    `(${HASH}).`,
  ])('behavior: is parsed from %j', (text) => {
    expect(parseHashText(text)).toBe(HASH)
  })

  test.each([
    '',
    'paid!',
    HASH.slice(0, -1),
    `${HASH}0`,
    `${HASH} ${word(1)}`,
    `${HASH} paid`,
    `https://bscscan.com/address/${SAFE}`,
    SAFE,
  ])('error: is not parsed from %j', (text) => {
    expect(parseHashText(text)).toBeNull()
  })
})
