import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { LONGEST_CELL } from '#chain/text/label.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import type { PayeeOptions } from './checkPayee.ts'
import {
  enteredText,
  movedNameText,
  nameFaultText,
  type PayeeTextFault,
  payeeTextFaultText,
  readPayee,
} from './readPayee.ts'

const other = {
  address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  symbol: 'XYZ',
  name: 'Xyz',
  decimals: 9,
} as const
const tokens = new Map([[other.address.toLowerCase(), other]])

test.each([
  PAYEE,
  PAYEE.toLowerCase(),
  `bnb:${PAYEE}`,
  `eip155:56:${PAYEE}`,
  ` ${PAYEE}\t`,
  `\ufeff${PAYEE}\u00a0\u200b\u202c`,
])('behavior: reads %j as the payee', (cell) => {
  expect(readPayee(cell, { payer: SAFE, tokens })).toEqual({
    ok: true,
    payee: PAYEE,
    hasChecksum: !cell.includes(PAYEE.toLowerCase()),
  })
})

const low = (digits: string) => `0x${digits.padStart(40, '0')}`

test.each<[string, PayeeTextFault['kind']]>([
  ['', 'empty'],
  ['\u200b', 'empty'],
  ['Ann', 'not-an-address'],
  [`${PAYEE.slice(0, 20)}\u200b${PAYEE.slice(20)}`, 'not-an-address'],
  [PAYEE.slice(2), 'no-0x'],
  [PAYEE.slice(0, -2), 'wrong-length'],
  [`${PAYEE}0`, 'wrong-length'],
  [PAYEE.replace('A', 'a'), 'wrong-checksum'],
  [`eth:${PAYEE}`, 'other-chain'],
  [`eip155:1:${PAYEE}`, 'other-chain'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'foreign-address'],
  ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', 'beacon-chain'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'foreign-address'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'foreign-address'],
  ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'foreign-address'],
  ['ann.crypto', 'unstoppable-name'],
  ['ann.x', 'unstoppable-name'],
  ['ann.wallet', 'unstoppable-name'],
  ['vitalik.eth', 'name'],
  ['ann.bnb', 'bnb-name'],
  ['ANN.bnb', 'bnb-name'],
  ['pay.ann.BNB', 'bnb-name'],
  ['\u0430nn.bnb', 'foreign-name'],
  ['an\u200bn.bnb', 'foreign-name'],
  ['\u212aai.bnb', 'foreign-name'],
  ['-ann.bnb', 'foreign-name'],
  ['xn--ann-9cd.bnb', 'foreign-name'],
  ['a_n.bnb', 'foreign-name'],
  [`${'a'.repeat(97)}.bnb`, 'too-long'],
  [`${'a'.repeat(252)}.bnb`, 'too-long'],
  [low('0'), 'zero-address'],
  [low('1'), 'system-contract'],
  [low('11'), 'system-contract'],
  [low('1000'), 'system-contract'],
  [low('1fff'), 'system-contract'],
  ['0x000000000000000000000000000000000000dEaD', 'dead'],
  ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'dead'],
  [usdt.address ?? '', 'token-contract'],
  [other.address, 'token-contract'],
  ['0x41675C099F32341bf84BFc5382aF534df5C7461a', 'safe-contract'],
  ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'safe-contract'],
  ['0x0000000000000000000000000000000012345678', 'system-contract'],
  ['0xdEAD000000000000000042069420694206942069', 'dead'],
  ['0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'token-contract'],
  ['0xcA11bde05977b3631167028862bE2a173976CA11', 'shared-contract'],
  [`${PAYEE}${' '.repeat(100)}`, 'too-long'],
  [SAFE, 'payer'],
  [SAFE.toLowerCase(), 'payer'],
  [`${'a'.repeat(LONGEST_CELL)}`, 'not-an-address'],
  ['Pay TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'not-an-address'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t1', 'not-an-address'],
  ['to bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', 'not-an-address'],
  ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2!', 'not-an-address'],
  ['to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'not-an-address'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq!', 'not-an-address'],
  [`${PAYEE.slice(2)}0`, 'not-an-address'],
  ['ann smith.eth', 'not-an-address'],
  ['ann@example.eth', 'not-an-address'],
  ['ann.eth.com', 'not-an-address'],
  ['ann lee.bnb', 'not-an-address'],
  ['a_n.bnb.io', 'not-an-address'],
  ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs!', 'not-an-address'],
  ['my EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'not-an-address'],
])('error: refuses the payee %j as %s, in a sentence', (cell, kind) => {
  const read = readPayee(cell, { payer: SAFE, tokens })
  expect(read).toMatchObject({ ok: false, fault: { kind } })
  expect(read.ok ? '' : payeeTextFaultText(read.fault)).toMatch(/^[A-Z].*\.$/)
})

test.each([
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Tron'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
  // USDC on Solana, and an address that begins with zeros.
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'Solana'],
  ['So11111111111111111111111111111111111111112', 'Solana'],
  ['11EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD', 'Solana'],
  ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'TON'],
  ['UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs', 'TON'],
])('error: %s is refused as an address of %s', (cell, network) => {
  const read = readPayee(cell, { payer: SAFE, tokens })
  expect(read.ok ? '' : payeeTextFaultText(read.fault)).toContain(`That’s a ${network} address.`)
})

test.each([
  // A digit too few, and hex digits without 0x and without a zero.
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1vv1',
  `${'a1'.repeat(21)}a`,
  // A zero stands for no digit in base58.
  '0EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10',
  'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sD',
])('error: %s is not called an address of another network', (cell) => {
  expect(readPayee(cell, { payer: SAFE, tokens })).toMatchObject({
    ok: false,
    fault: { kind: 'not-an-address' },
  })
})

test('error: an address on another network names the network as written', () => {
  const read = readPayee(`eip155:1:${PAYEE}`, { payer: SAFE, tokens })
  expect(read).toEqual({ ok: false, fault: { kind: 'other-chain', prefix: 'eip155:1' } })
})

test('error: a name is repeated in full', () => {
  expect(readPayee(' ann.eth ', { payer: SAFE, tokens })).toEqual({
    ok: false,
    fault: { kind: 'name', name: 'ann.eth' },
  })
})

test.each<[PayeeTextFault, string]>([
  [{ kind: 'empty' }, 'Enter the recipient’s address.'],
  [{ kind: 'not-an-address' }, 'That’s not an address.'],
  [{ kind: 'wrong-length', missing: 1 }, 'This address is too short: 1 character is missing. Copy it again.'],
  [
    { kind: 'wrong-length', missing: 2 },
    'This address is too short: 2 characters are missing. Copy it again.',
  ],
  [{ kind: 'wrong-length', missing: -1 }, 'This address is too long, by 1 character. Copy it again.'],
  [{ kind: 'too-long' }, 'This is longer than 100 characters.'],
  [{ kind: 'no-0x' }, 'An address starts with 0x.'],
  [{ kind: 'wrong-checksum' }, 'This address has a typo'],
  [{ kind: 'other-chain', prefix: 'eip155:137' }, 'This address is for Polygon, another network.'],
  [{ kind: 'several-addresses' }, 'There are two different addresses here.'],
  [{ kind: 'words-around' }, 'There’s more here than an address.'],
  [{ kind: 'icap' }, 'That’s an ICAP address'],
  [{ kind: 'token-page' }, 'This link opens a token’s page.'],
  [{ kind: 'unknown-link' }, 'We can’t read an address from this link.'],
  [{ kind: 'other-token' }, 'This payment link is for a token that isn’t offered here.'],
  [{ kind: 'payment-link' }, 'We can’t read this payment link exactly.'],
  [{ kind: 'beacon-chain' }, 'That’s an address of the BNB Beacon Chain'],
  [{ kind: 'foreign-address', network: 'Tron' }, 'That’s a Tron address.'],
  [{ kind: 'unstoppable-name', name: 'a.x' }, 'That’s a name of Unstoppable Domains.'],
  [{ kind: 'name', name: 'a.eth' }, 'We look up .bnb names only. Ask whoever uses a.eth for the 0x address.'],
  [{ kind: 'bnb-name', name: 'a.bnb' }, 'Look up a.bnb, or enter the 0x address.'],
  [
    { kind: 'foreign-name', name: 'ä.bnb' },
    'A name has only a–z, 0–9 and hyphens. ä.bnb may imitate another one.',
  ],
  [{ kind: 'person-or-name', name: 'a.bnb', addresses: [] }, 'a.bnb is someone in People and also a'],
  [{ kind: 'nobody', name: 'Ann' }, 'You have no one called Ann in People.'],
  [{ kind: 'several-people', name: 'Kim', addresses: [SAFE, PAYEE] }, 'You have 2 people called Kim.'],
  [{ kind: 'zero-address' }, 'This is the zero address.'],
  [{ kind: 'payer' }, 'This is the address you pay from.'],
])('error: %o says what is wrong with it', (fault, words) => {
  expect(payeeTextFaultText(fault).startsWith(words)).toBe(true)
})

describe('a name of people', () => {
  const people: Readonly<Record<string, readonly Address[]>> = { Dana: [PAYEE], Kim: [PAYEE, other.address] }
  const named = (name: string) => people[name] ?? []

  test('behavior: of one of them is their address', () => {
    const read = readPayee(' Dana ', { payer: SAFE, tokens, named })
    expect(read).toEqual({ ok: true, payee: PAYEE, hasChecksum: true })
  })

  test.each<[string, PayeeTextFault]>([
    ['Kim', { kind: 'several-people', name: 'Kim', addresses: [PAYEE, other.address] }],
    ['Eve', { kind: 'nobody', name: 'Eve' }],
    ['5 Eve', { kind: 'not-an-address' }],
    ['eve.eth', { kind: 'name', name: 'eve.eth' }],
  ])('error: %s is nobody’s', (name, fault) => {
    expect(readPayee(name, { payer: SAFE, tokens, named })).toEqual({ ok: false, fault })
    expect(readPayee('Eve', { payer: SAFE, tokens })).toMatchObject({ fault: { kind: 'not-an-address' } })
  })
})

describe('the words about a name that was looked up', () => {
  const address = PAYEE
  test.each<[Parameters<typeof nameFaultText>[1], string]>([
    [{ kind: 'nowhere' }, 'a.bnb has no address.'],
    [{ kind: 'unclaimed', address }, `a.bnb points to ${PAYEE}, but`],
    [{ kind: 'unknown', why: 'one-source' }, 'a.bnb needs two sources that agree'],
    [{ kind: 'unknown', why: 'alone' }, 'Only one source answered for a.bnb.'],
    [{ kind: 'unknown', why: 'split' }, 'Our sources disagree about a.bnb.'],
    [{ kind: 'unknown', why: 'silent' }, 'We couldn’t look up a.bnb.'],
  ])('error: %o', (answer, words) => {
    expect(nameFaultText('a.bnb', answer).startsWith(words)).toBe(true)
  })

  test.each<[Parameters<typeof movedNameText>[2], string]>([
    [{ kind: 'found', address }, `a.bnb now points to ${PAYEE}. This payment goes to ${SAFE}, as entered.`],
    [{ kind: 'unclaimed', address }, `a.bnb points to ${PAYEE}, which hasn’t named itself a.bnb.`],
    [{ kind: 'nowhere' }, 'a.bnb no longer has an address.'],
  ])('error: %o after the review', (now, words) => {
    expect(movedNameText('a.bnb', SAFE, now).startsWith(words)).toBe(true)
  })

  test('behavior: say when it was looked up', () => {
    expect(enteredText({ name: 'a.bnb', at: 0 })).toMatch(/^a\.bnb, looked up .*1970/)
  })
})

describe('a .bnb name', () => {
  const at = 1_700_000_000_000
  const lookedUp = [{ name: 'ann.bnb', address: PAYEE as Address, at }]
  const options: PayeeOptions = { payer: SAFE, tokens, lookedUp }

  test.each(['ann.bnb', ' Ann.BNB\u200b'])('behavior: %j is the address that it led to', (cell) => {
    expect(readPayee(cell, options)).toEqual({
      ok: true,
      payee: PAYEE,
      hasChecksum: true,
      entered: { name: 'ann.bnb', at },
    })
  })

  test.each(['\u0430nn.bnb', 'ann.eth', 'pay.ann.bnb', 'ann'])('error: %j is another name', (cell) => {
    expect(readPayee(cell, options).ok).toBe(false)
  })

  test.each([
    ['the own account', SAFE, 'payer'],
    ['a burn address', '0x000000000000000000000000000000000000dEaD', 'dead'],
    ['a token', usdt.address, 'token-contract'],
    ['a Safe’s shared contract', '0x41675C099F32341bf84BFc5382aF534df5C7461a', 'safe-contract'],
  ] as const)('error: that leads to %s is refused like the address', (_, address, kind) => {
    const names = address ? [{ name: 'ann.bnb', address: address as Address, at }] : []
    expect(readPayee('ann.bnb', { ...options, lookedUp: names })).toMatchObject({ fault: { kind } })
  })

  test('error: that is also a person’s is neither, until one is chosen', () => {
    const named = (name: string) => (name.toLowerCase() === 'ann.bnb' ? [other.address] : [])
    const asked = readPayee('ANN.bnb', { payer: SAFE, tokens, named })
    expect(asked).toEqual({
      ok: false,
      fault: { kind: 'person-or-name', name: 'ann.bnb', addresses: [other.address] },
    })
    expect(readPayee('ann.bnb', { ...options, named })).toMatchObject({ ok: true, payee: PAYEE })
  })
})

describe('a text that was meant as an address', () => {
  const named = () => [other.address]
  const at = 1_700_000_000_000
  test.each([
    ['too short', PAYEE.slice(0, -1)],
    ['too long', `${PAYEE}0`],
    ['with a zero-width space inside', `${PAYEE.slice(0, 20)}\u200b${PAYEE.slice(20)}`],
    ['without 0x', PAYEE.slice(2)],
    ['without 0x, a digit short', PAYEE.slice(3)],
    ['in groups', PAYEE.match(/.{1,6}/g)?.join(' ') ?? ''],
    ['shortened', `${PAYEE.slice(0, 6)}…${PAYEE.slice(-4)}`],
    ['with a wrong checksum', PAYEE.replace('A', 'a')],
    ['as a .eth name', `${PAYEE}.eth`],
  ])('error: %s, is an error, whoever is called like it', (_, text) => {
    expect(readPayee(text, { payer: null, tokens: new Map(), named }).ok).toBe(false)
  })

  test('error: is not looked up as a .bnb name', () => {
    const name = `${PAYEE.toLowerCase()}.bnb`
    const lookedUp = [{ name, address: other.address, at }]
    expect(readPayee(name, { payer: null, tokens: new Map(), named, lookedUp })).toEqual({
      ok: false,
      fault: { kind: 'not-an-address' },
    })
  })
})

describe('a payee as people and wallets hand it on', () => {
  const dana = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
  const eli = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const options: PayeeOptions = { payer: SAFE, tokens }
  const asUsdt = (payee: string) =>
    `ethereum:${usdt.address}@56/transfer?address=${payee}&uint256=5000000000000000000`

  test.each([
    `ethereum:${dana}`,
    `ethereum:${dana}@56`,
    asUsdt(dana),
    `BSC:${dana}`,
    `Address: ${dana}`,
    `https://bscscan.com/address/${dana}`,
    `https://bscscan.com/token/${usdt.address}?a=${dana}`,
    `${dana}.`,
  ])('behavior: %s is read as the address', (text) => {
    expect(readPayee(text, options)).toEqual({ ok: true, payee: dana, hasChecksum: true })
  })

  test.each([
    ['a token transfer to the token’s contract', asUsdt(usdt.address ?? ''), 'token-contract'],
    ['a token transfer to the own account', asUsdt(SAFE), 'payer'],
    ['the contract of a token', `ethereum:${usdt.address}@56`, 'token-contract'],
    ['the page of a token', `https://bscscan.com/token/${usdt.address}`, 'token-page'],
  ])('error: %s is refused', (_, text, kind) => {
    expect(readPayee(text, options)).toMatchObject({ ok: false, fault: { kind } })
  })

  test.each([
    [`ethereum:${dana}@1`, 'This address is for Ethereum, another network.'],
    [`eth:${dana}`, 'This address is for Ethereum, another network.'],
    [`eip155:137:${dana}`, 'This address is for Polygon, another network.'],
    [`https://etherscan.io/address/${dana}`, 'This address is for Ethereum, another network.'],
    [`foo:${dana}`, 'This address is for another network (foo).'],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'That’s an ICAP address (XE…).'],
    [`${dana} ${eli}`, 'There are two different addresses here.'],
    [`Dana ${dana}`, 'There’s more here than an address.'],
  ])('error: %s is refused with words that fit it', (text, words) => {
    const read = readPayee(text, options)
    expect(read.ok ? '' : payeeTextFaultText(read.fault)).toContain(words)
  })

  test('error: a person is never found by a text with an address', () => {
    const named = () => [other.address]
    for (const text of [`Dana ${dana}`, `dana:${dana}`, `${dana} ${eli}`, `Address: ${dana}0`])
      expect(readPayee(text, { ...options, named }).ok).toBe(false)
  })
})
