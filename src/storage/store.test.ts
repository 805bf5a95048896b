import { expect, test, vi } from 'vitest'
import { storedChanged, storedRevision, writeStored } from './persisted.ts'
import { createStore } from './store.ts'

test('behavior: notifies listeners when the value changes, until they unsubscribe', () => {
  const store = createStore<'a' | 'b'>('a')
  const heard = vi.fn(() => store.get())
  const leave = store.subscribe(heard)
  store.set('a')
  expect(heard).not.toHaveBeenCalled()
  store.set('b')
  expect(heard).toHaveReturnedWith('b')
  leave()
  store.set('a')
  expect([store.get(), heard.mock.calls.length]).toEqual(['a', 1])
})

test('behavior: stores a value before it notifies, and removes it for null', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const heard: (string | null)[] = []
  const leave = storedRevision.subscribe(() => heard.push(storage.getItem('a')))
  writeStored(storage, 'a', 'x')
  writeStored(storage, 'a', null)
  leave()
  expect(heard).toEqual(['x', null])
  expect(kept.size).toBe(0)
})

test('behavior: every write is a new revision', () => {
  const before = storedRevision.get()
  storedChanged()
  storedChanged()
  expect(storedRevision.get()).toBe(before + 2)
})

test('error: a page that comes back after "back" reads again what other tabs wrote meanwhile', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const heard = vi.fn()
  const leave = storedRevision.subscribe(heard)
  page.dispatchEvent(new Event('pageshow'))
  expect(heard).toHaveBeenCalledOnce()
  leave()
  vi.unstubAllGlobals()
})
