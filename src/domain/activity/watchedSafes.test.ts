import { expect, test } from 'vitest'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { MAX_WATCHED, readWatched, unwatch, watch } from './watchedSafes.ts'

function storage(kept: string | null = null) {
  let value = kept
  return {
    getItem: () => value,
    setItem: (_: string, next: string) => {
      value = next
    },
    removeItem: () => {
      value = null
    },
  }
}

test('behavior: lists the newest first, each once, and drops a removed one', () => {
  const store = storage()
  expect(readWatched(store)).toEqual([])
  watch(store, SAFE)
  watch(store, PAYEE)
  watch(store, SAFE)
  expect(readWatched(store)).toEqual([SAFE, PAYEE])
  unwatch(store, SAFE)
  expect(readWatched(store)).toEqual([PAYEE])
})

test('behavior: the oldest is dropped when the list is full', () => {
  const store = storage()
  for (let index = 0; index < MAX_WATCHED + 3; index++) {
    watch(store, `0x${'1'.repeat(38)}${index.toString().padStart(2, '0')}`)
  }
  expect(readWatched(store)).toHaveLength(MAX_WATCHED)
})

test.each([
  '{',
  'null',
  '[]',
  '{"version":2,"safes":[]}',
  '{"version":1}',
  '{"version":1,"safes":{}}',
  '{"version":1,"safes":[null,7,{},"x","0x0000000000000000000000000000000000000000"]}',
])('error: an invalid list (%s) is read as empty', (kept) => {
  expect(readWatched(storage(kept))).toEqual([])
})

test('error: keeps the valid addresses of a partly invalid list', () => {
  const kept = JSON.stringify({ version: 1, safes: ['x', OWNERS[0].toLowerCase(), SAFE, SAFE] })
  expect(readWatched(storage(kept))).toEqual([OWNERS[0], SAFE])
})
