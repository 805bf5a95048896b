import { expect, test } from 'vitest'
import { forbiddenWords } from './words.ts'

test('behavior: names the line and what to say instead, and leaves good sentences alone', () => {
  const text = 'Pay 250 USDT\nMend 3 rows.\nFinal: it can’t be reversed.\nSent!'
  expect(forbiddenWords(text)).toEqual(['Mend 3 rows. (say: fix)', 'Sent! (say: a full stop)'])
})
