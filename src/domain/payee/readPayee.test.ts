import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { LONGEST_CELL } from '#chain/text/label.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import type { PayeeOptions } from './checkPayee.ts'
import { type PayeeTextFault, payeeTextFaultText, readPayee } from './readPayee.ts'

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
    ...{ ok: true, payee: PAYEE, hasChecksum: !cell.includes(PAYEE.toLowerCase()) },
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
  `${'a1'.repeat(21)}`,
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

describe('a .bnb name', () => {
  const at = 1_700_000_000_000
  const lookedUp = [{ name: 'ann.bnb', address: PAYEE as Address, at }]
  const options: PayeeOptions = { payer: SAFE, tokens, lookedUp }

  test.each(['ann.bnb', ' Ann.BNB\u200b'])('behavior: %j is the address that it led to', (cell) => {
    expect(readPayee(cell, options)).toEqual({
      ...{ ok: true, payee: PAYEE, hasChecksum: true, entered: { name: 'ann.bnb', at } },
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
