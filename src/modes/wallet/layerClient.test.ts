import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layerClient, persistOptions } from './walletList.ts'

const DAY = 86_400_000
const signal = {
  persistedClient: () => ({
    buster: '1',
    timestamp: Date.now(),
    clientState: { mutations: [], queries: [] },
  }),
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function store() {
  const map = new Map<string, string>()
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('behavior: keeps answers for a day, and treats balances and names as fresh for a day', () => {
  const client = layerClient()
  expect(client.getDefaultOptions().queries?.gcTime).toBe(DAY)
  for (const key of ['balance', 'ensName', 'ensAvatar']) {
    expect(client.getQueryDefaults([key, {}])).toMatchObject({ staleTime: DAY })
  }
})

test('behavior: retries a failed query after 1 s, doubling to 30 s', () => {
  const { retry, retryDelay } = layerClient().getDefaultOptions().queries ?? {}
  if (typeof retryDelay !== 'function') throw new Error('no delay')
  expect(retry).toBe(3)
  expect([0, 1, 2, 3, 4, 5, 9].map((attempt) => retryDelay(attempt, new Error('x')))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

test('behavior: writes the cache at most once a second, including bigints', async () => {
  const storage = store()
  const { persister } = persistOptions(storage)
  const client = signal.persistedClient()
  void persister.persistClient(client)
  void persister.persistClient({ ...client, buster: '2' })
  await vi.advanceTimersByTimeAsync(999)
  expect(storage.map.size).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(storage.map.size).toBe(1)
  expect(await persister.restoreClient()).toMatchObject({ buster: '2' })
})

test('behavior: a stored cache is at most a day old', () => {
  expect(persistOptions(store()).maxAge).toBe(DAY)
})
