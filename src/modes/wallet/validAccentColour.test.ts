import { expect, test } from 'vitest'
import { validAccentColour } from './storedWallets.ts'

test.each(['#fff', '#3898FF', '#3898ff', '#000000'])('behavior: %s is a colour', (colour) => {
  expect(validAccentColour(colour, 'Safe')).toBe(colour)
})

test.each<[string, unknown]>([
  ['a name', 'blue'],
  ['without a hash', '3898FF'],
  ['of four digits', '#fff0'],
  ['of eight digits', '#3898ff00'],
  ['of other letters', '#ggg'],
  ['followed by a style', '#fff;background:url(//x)'],
  ['followed by a line', '#fff\n'],
  ['empty', ''],
  ['nothing', undefined],
  ['a number', 0xffffff],
  ['a list', ['#fff']],
])('error: a colour that is %s names the wallet', (_, colour) => {
  expect(() => validAccentColour(colour, 'Brave Wallet')).toThrow(
    'Property `iconAccent` is not a hex value for wallet: Brave Wallet',
  )
})
