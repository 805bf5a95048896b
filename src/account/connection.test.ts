import { afterEach, expect, test, vi } from 'vitest'
import { type Connection, getConnection, setConnection, subscribeConnection } from './connection.ts'

afterEach(() => setConnection({ status: 'disconnected' }))

test('behavior: starts disconnected', () => {
  expect(getConnection()).toEqual({ status: 'disconnected' })
})

test('behavior: notifies every listener once per change, until it unsubscribes', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const leave = subscribeConnection(first)
  const leaveSecond = subscribeConnection(second)
  const next: Connection = { status: 'connecting' }
  setConnection(next)
  setConnection(next)
  expect(getConnection()).toBe(next)
  expect(first).toHaveBeenCalledOnce()
  leave()
  setConnection({ status: 'reconnecting' })
  expect(first).toHaveBeenCalledOnce()
  expect(second).toHaveBeenCalledTimes(2)
  leaveSecond()
})

test('behavior: a listener that unsubscribes during a notification does not stop the others', () => {
  const later = vi.fn()
  const leave = subscribeConnection(() => leave())
  const leaveLater = subscribeConnection(later)
  setConnection({ status: 'connecting' })
  expect(later).toHaveBeenCalledOnce()
  leaveLater()
})
