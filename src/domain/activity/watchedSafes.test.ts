import { expect, test } from 'vitest'
import { OWNERS, PAYEE, SAFE } from '../../../tests/support/safeExamples.ts'
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

test('behavior: the newest stands first, each once, and goes when it is no longer wanted', () => {
  const store = storage()
  expect(readWatched(store)).toEqual([])
  watch(store, SAFE)
  watch(store, PAYEE)
  watch(store, SAFE)
  expect(readWatched(store)).toEqual([SAFE, PAYEE])
  unwatch(store, SAFE)
  expect(readWatched(store)).toEqual([PAYEE])
})

test('behavior: the oldest makes room', () => {
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
])('error: what is no list of Safes (%s) is an empty one', (kept) => {
  expect(readWatched(storage(kept))).toEqual([])
})

test('error: of a list with strangers in it, the addresses are kept', () => {
  const kept = JSON.stringify({ version: 1, safes: ['x', OWNERS[0].toLowerCase(), SAFE, SAFE] })
  expect(readWatched(storage(kept))).toEqual([OWNERS[0], SAFE])
})
