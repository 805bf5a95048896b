import { expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { rowTokenFaultText } from './rowFaultText.ts'
import { type RowTokenFault, readToken } from './rowToken.ts'

const other = {
  address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  symbol: 'XYZ',
  name: 'Xyz',
  decimals: 9,
} as const
const low = (digits: string) => `0x${digits.padStart(40, '0')}`
const tokens = new Map([[other.address.toLowerCase(), other]])

test.each([
  ['usdt', '', usdt],
  [' BNB ', '', { symbol: 'BNB' }],
  [usdt.address ?? '', '', usdt],
  [`bnb:${usdt.address?.toLowerCase()}`, 'ERC20', usdt],
  [other.address, 'erc20', other],
  ['', 'native', { symbol: 'BNB' }],
  ['bnb', 'Native', { symbol: 'BNB' }],
])('behavior: recognises the token %j of the type %j', (token, tokenType, known) => {
  expect(readToken({ token, tokenType }, null, { tokens, token: null })).toMatchObject({
    ok: true,
    token: known,
  })
})

test('behavior: the file’s token applies to blank cells only', () => {
  const read = (token: string, tokenType = '') =>
    readToken({ token, tokenType }, null, { tokens, token: usdt })
  expect(read(' ')).toEqual({ ok: true, token: usdt })
  expect(read('BNB')).toMatchObject({ token: { symbol: 'BNB' } })
  expect(read('EUR')).toMatchObject({ ok: false })
  expect(read('', 'native')).toMatchObject({ token: { symbol: 'BNB' } })
  expect(read('', 'erc20')).toMatchObject({ ok: false })
})

test.each<[string, string, RowTokenFault['kind']]>([
  ['', '', 'blank'],
  ['EUR', '', 'currency'],
  ['CAKE', '', 'unknown-symbol'],
  ['uſdt', '', 'unknown-symbol'],
  ['DAı', '', 'unknown-symbol'],
  ['USDТ', '', 'unknown-symbol'],
  [PAYEE, '', 'unknown-token'],
  [`${usdt.address}`.replace('F', 'f'), '', 'wrong-checksum'],
  [low('0'), '', 'zero-address'],
  [low('0'), 'native', 'native-with-contract'],
  [`eth:${usdt.address}`, '', 'other-chain'],
  ['', 'erc20', 'erc20-without-contract'],
  ['BNB', 'erc20', 'bnb-is-no-contract'],
  [usdt.address ?? '', 'native', 'native-with-contract'],
  ['USDT', 'native', 'native-with-contract'],
  [PAYEE, 'erc721', 'not-a-payment'],
  [usdt.address ?? '', 'erc-20', 'unknown-type'],
])('error: refuses the token %j of the type %j as %s, in a sentence', (token, tokenType, kind) => {
  const read = readToken({ token, tokenType }, null, { tokens, token: null })
  expect(read).toMatchObject({ ok: false, fault: { kind } })
  expect(read.ok ? '' : rowTokenFaultText(read.fault)).toMatch(/^.*\.$/)
})
