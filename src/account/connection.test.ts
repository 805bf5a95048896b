import { afterEach, expect, test, vi } from 'vitest'
import { type Connection, getConnection, setConnection, subscribeConnection } from './connection.ts'

afterEach(() => setConnection({ status: 'disconnected' }))

test('behavior: nobody is connected at first', () => {
  expect(getConnection()).toEqual({ status: 'disconnected' })
})

test('behavior: every listener hears of a change once, until it leaves', () => {
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

test('behavior: a listener that leaves while it is told does not keep the others from hearing', () => {
  const later = vi.fn()
  const leave = subscribeConnection(() => leave())
  const leaveLater = subscribeConnection(later)
  setConnection({ status: 'connecting' })
  expect(later).toHaveBeenCalledOnce()
  leaveLater()
})
