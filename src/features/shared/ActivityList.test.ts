import { expect, test } from 'vitest'
import { reportedWords } from '#domain/activity/paymentWords.ts'

test('error: never shows a reported status as "Paid", only as a quotation (A19)', () => {
  const said = ['executed', 'failed', 'cancelled', 'pending', 'ready-to-execute', 'unknown'] as const
  const words = said.map((kind) => reportedWords({ kind }).words)
  expect(words.filter((word) => /paid/i.test(word))).toEqual([])
  expect(words.slice(0, 3)).toEqual([
    'Executed, reported by Safe',
    'Failed, reported by Safe',
    'Replaced, reported by Safe',
  ])
  expect(reportedWords({ kind: 'executed' }).tone).toBe('none')
})
