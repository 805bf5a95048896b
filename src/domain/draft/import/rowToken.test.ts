import { expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { readToken } from './rowToken.ts'

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

test.each<[string, string, string]>([
  ['', '', 'No token.'],
  ['EUR', '', 'First answer which token € means.'],
  ['CAKE', '', 'We don’t know “'],
  ['uſdt', '', 'We don’t know “'],
  ['DAı', '', 'We don’t know “'],
  ['USDТ', '', 'We don’t know “'],
  [PAYEE, '', 'We don’t know the token at 0x'],
  [`${usdt.address}`.replace('F', 'f'), '', 'This contract address has a typo'],
  [low('0'), '', 'The zero address isn’t a token.'],
  [low('0'), 'native', 'Type native means BNB, but this names another token.'],
  [`eth:${usdt.address}`, '', 'This contract address is for another network.'],
  ['', 'erc20', 'Type erc20 needs the token’s contract.'],
  ['BNB', 'erc20', 'BNB isn’t a token contract.'],
  [usdt.address ?? '', 'native', 'Type native means BNB, but this names another token.'],
  ['USDT', 'native', 'Type native means BNB, but this names another token.'],
  [PAYEE, 'erc721', ' moves collectibles.'],
  [usdt.address ?? '', 'erc-20', 'erc-20 isn’t a token type.'],
])('error: refuses the token %j of the type %j and says why: %s', (token, tokenType, words) => {
  const read = readToken({ token, tokenType }, null, { tokens, token: null })
  expect(read).toMatchObject({ ok: false, fault: expect.stringContaining(words) })
  expect(read).toMatchObject({ fault: expect.stringMatching(/\.$/) })
})
