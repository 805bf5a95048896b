import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { ItemPage } from '#account/Activity.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { activityKey, listQuery } from './activity.ts'

/** An account whose history returns these cursors in order. */
function account(next: (cursor: string | null) => string | null, asked: (string | null)[] = []): Account {
  const history = async (cursor: string | null): Promise<ItemPage> => {
    asked.push(cursor)
    return { items: [], cursor: next(cursor), unreadable: 0, source: 'test' }
  }
  return {
    kind: 'safe',
    address: PAYEE,
    batching: async () => ({ kind: 'single' }),
    safe: null,
    submit: () => Promise.reject(new Error('not asked for')),
    recentPayments: () => Promise.reject(new Error('not asked for')),
    signMessage: () => Promise.reject(new Error('not asked for')),
    messageSignature: async () => null,
    status: () => Promise.reject(new Error('not asked for')),
    activity: { queued: null, history, coverage: '', proposal: null },
  }
}

test('behavior: an account without a queue has an empty one', async () => {
  const client = new QueryClient()
  expect(
    await client.fetchQuery(
      listQuery(
        account(() => null),
        'queued',
      ),
    ),
  ).toMatchObject({
    items: [],
    cursor: null,
    unreadable: { head: 0, rest: 0 },
    source: '',
  })
  client.clear()
})

test('behavior: two accounts’ lists have different keys, and one key prefix matches all of an account’s lists', () => {
  const one = account(() => null)
  const other: Account = { ...one, kind: 'eoa' }
  expect(activityKey(one)).not.toEqual(activityKey(other))
  for (const query of [listQuery(one, 'queued'), listQuery(one, 'history')]) {
    expect(query.queryKey.slice(0, 4)).toEqual(activityKey(one))
  }
})
