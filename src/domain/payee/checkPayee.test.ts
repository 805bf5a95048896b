import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { isAnswered, type PayeeFault, payeeDoubts, payeeFault, payeeFaultText } from './checkPayee.ts'
import { confirmsPayee, payeeDoubtText, unreadPayees } from './readPayee.ts'

const nothing = { payer: null, tokens: new Map() }
const digits = (text: string): Address => `0x${text.padStart(40, '0')}`

test.each<[string, Address, PayeeFault['kind']]>([
  ['zero', digits(''), 'zero-address'],
  ['the first precompile', digits('1'), 'system-contract'],
  ['a contract of the chain', digits('1000'), 'system-contract'],
  ['a number taken for an address', digits('ffffffff'), 'system-contract'],
  ['0x…dEaD', digits('dead'), 'dead'],
  ['0xdead…', '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead', 'dead'],
  ['0xEeee…EEeE', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'dead'],
  ['ones', digits('1'.repeat(40)), 'dead'],
  ['pairs', digits('ab'.repeat(20)), 'dead'],
  ['0xdeadbeef…', digits('deadbeef'.repeat(5)), 'dead'],
  ['USDT', usdt.address ?? digits(''), 'token-contract'],
  ['WBNB', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'token-contract'],
  ['a Safe singleton', '0x41675C099F32341bf84BFc5382aF534df5C7461a', 'safe-contract'],
  ['MultiSend', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'safe-contract'],
  ['Multicall3', '0xcA11bde05977b3631167028862bE2a173976CA11', 'shared-contract'],
  ['Permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'shared-contract'],
])('error: %s (%s) is never paid, in any spelling (A15)', (_, address, kind) => {
  for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
    const fault = payeeFault(written as Address, nothing)
    expect(fault).toMatchObject({ kind })
    expect(fault && payeeFaultText(fault)).toMatch(/^(That’s|This|No one) .*lost\.$/)
  }
})

test('error: the own account and a known token’s contract are never paid', () => {
  const token: Token = { address: PAYEE, symbol: 'XYZ', name: 'Xyz', decimals: 9 }
  const tokens = new Map<string, Token>([[PAYEE.toLowerCase(), token]])
  expect(payeeFault(SAFE.toLowerCase() as Address, { payer: SAFE, tokens })).toEqual({ kind: 'payer' })
  expect(payeeFault(PAYEE, { payer: SAFE, tokens })).toEqual({ kind: 'token-contract', symbol: 'XYZ' })
})

test('behavior: accounts and Safes can be paid', () => {
  expect(([PAYEE, SAFE] as Address[]).map((address) => payeeFault(address, nothing))).toEqual([null, null])
  fc.assert(
    fc.property(anyAddress, (address) => {
      fc.pre(BigInt(address) > 2n ** 80n && new Set(address.slice(2).toLowerCase()).size > 8)
      expect(payeeFault(address, nothing)).toBeNull()
    }),
    propertyRuns(150),
  )
})

describe('doubts', () => {
  const [known, fake]: [Address, Address] = [
    payeeAt(1),
    getAddress(`${payeeAt(1).slice(0, 6)}${payeeAt(2).slice(6, -4)}${payeeAt(1).slice(-4)}`.toLowerCase()),
  ]
  const plain = (payee: Address) => ({ payee, hasChecksum: true })
  const none = new Set<Address>()
  const paid = (...addresses: Address[]) => ({ paid: addresses, saved: [] })

  test('error: an address that begins and ends like an earlier payee is a look-alike (A15)', () => {
    expect(payeeDoubts([plain(fake)], paid(known), none)).toEqual([
      {
        kind: 'look-alike',
        id: `look-alike/${fake}/${known}`,
        payee: fake,
        like: known,
        isKnown: true,
      },
    ])
    expect(payeeDoubts([plain(known)], paid(known), none)).toEqual([])
  })

  test('error: saving an imitation does not hide it, before it was paid', () => {
    const doubts = payeeDoubts([plain(fake)], { paid: [known], saved: [fake] }, none)
    expect(doubts).toMatchObject([{ kind: 'look-alike', payee: fake, like: known, isKnown: true }])
    expect(payeeDoubts([plain(fake)], { paid: [], saved: [known, fake] }, none)).toHaveLength(1)
  })

  test('error: two known payees that look alike are compared, too: one of them may be the imitation', () => {
    for (const one of [known, fake]) {
      expect(payeeDoubts([plain(one)], paid(known, fake), none)).toHaveLength(1)
      expect(payeeDoubts([plain(one)], { paid: [fake], saved: [known] }, none)).toHaveLength(1)
    }
  })

  test('behavior: a payee that was paid is not doubtful because of a new one in the same list', () => {
    const doubts = payeeDoubts([plain(known), plain(fake)], paid(known), none)
    expect(doubts.map(({ payee }) => payee)).toEqual([fake])
  })

  test('error: two payees of one payout that look alike are both doubtful (A15)', () => {
    const doubts = payeeDoubts([plain(fake), plain(known)], paid(), none)
    expect(doubts.map(({ payee, kind }) => [payee, kind])).toEqual([
      [fake, 'look-alike'],
      [known, 'look-alike'],
    ])
  })

  test('error: a contract and a missing checksum must be confirmed, even for an earlier payee (A15)', () => {
    const contracts = new Set([known])
    const doubts = payeeDoubts([{ payee: known, hasChecksum: false }], paid(known), contracts)
    expect(doubts.map(({ id }) => id)).toEqual([`contract/${known}`, `no-checksum/${known}`])
    expect(payeeDoubts([plain(known)], paid(), new Set([fake]))).toEqual([])
  })

  test('behavior: each doubt is a sentence with the full address', () => {
    const contracts = new Set([fake])
    const doubts = payeeDoubts([{ payee: fake, hasChecksum: false }], paid(known), contracts)
    const similar = { kind: 'similar', id: 's', payee: fake, like: known, isKnown: false } as const
    expect([...doubts, similar].map(payeeDoubtText)).toEqual([
      `${fake} looks like ${known}, which you’ve paid or saved, but it isn’t the same.`,
      `${fake} is a contract. A Safe is one too; other contracts may keep the money for good.`,
      `${fake} has no checksum, so a typo goes unnoticed. Compare every character with the source.`,
      `${fake} is similar to ${known}, also in this list. Compare every character.`,
    ])
  })

  test('error: unread, unanswered or running checks block the review (A15)', () => {
    const doubts = payeeDoubts([{ payee: known, hasChecksum: false }], paid(), none)
    const unread = unreadPayees('not-read', { unread: 1, why: 'failed', again: () => {} })
    const checks = { doubts, unread, isBusy: false }
    const all = [...doubts, ...unread].map(({ id }) => id)
    expect(all).toEqual([`no-checksum/${known}`, 'unread/history', 'unread/code'])
    for (const missing of all) {
      expect(isAnswered(checks, new Set(all.filter((id) => id !== missing)))).toBe(false)
    }
    expect(isAnswered(checks, new Set(all))).toBe(true)
    expect(isAnswered({ ...checks, isBusy: true }, new Set(all))).toBe(false)
    expect(unreadPayees('read', { unread: 0, why: 'failed', again: () => {} })).toEqual([])
  })

  test('error: recipients beyond the limit of one check do not count as a failure of the network', () => {
    const again = () => {}
    const [limit] = unreadPayees('read', { unread: 3, why: 'limit', again })
    expect(limit).toEqual({
      id: 'unread/code',
      onAgain: again,
      words: 'We check a long list in parts, and haven’t checked yet whether 3 recipients are contracts.',
      again: 'Check more',
    })
    const [failed] = unreadPayees('read', { unread: 3, why: 'failed', again })
    expect(failed).toMatchObject({
      words: expect.stringContaining('Can’t reach the network'),
      again: 'Try again',
    })
  })

  test('error: a partial address, its ends or the similar address do not confirm a look-alike (A15)', () => {
    expect(confirmsPayee(fake, fake)).toBe(true)
    expect(confirmsPayee(` ${fake.toLowerCase()} `, fake)).toBe(true)
    for (const text of [known, fake.slice(0, -1), `${fake.slice(0, 6)}…${fake.slice(-4)}`, '', 'yes']) {
      expect(confirmsPayee(text, fake)).toBe(false)
    }
  })
})
