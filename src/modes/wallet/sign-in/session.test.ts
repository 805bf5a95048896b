import { describe, expect, test, vi } from 'vitest'
import { PAYEE, SAFE } from '../../../../tests/support/safeExamples.ts'
import { createSession, statusOf } from './session.ts'

const client = (address: typeof PAYEE | null) => ({
  session: vi.fn(async () => address),
  logout: vi.fn(async () => {}),
})

describe('the status', () => {
  test('behavior: is loading until the server was asked, and while nobody is connected', () => {
    expect(statusOf('unasked', PAYEE)).toBe('loading')
    expect(statusOf('asking', PAYEE)).toBe('loading')
    expect(statusOf({ address: PAYEE }, undefined)).toBe('loading')
  })

  test('behavior: is authenticated for the very account alone', () => {
    expect(statusOf({ address: PAYEE }, PAYEE)).toBe('authenticated')
    expect(statusOf({ address: PAYEE }, SAFE)).toBe('unauthenticated')
    expect(statusOf({ address: null }, PAYEE)).toBe('unauthenticated')
  })
})

test('behavior: the server is asked once, and every listener hears of the answer', async () => {
  const server = client(PAYEE)
  const session = createSession(server)
  const heard = vi.fn()
  const leave = session.subscribe(heard)
  session.load()
  session.load()
  await vi.waitFor(() => expect(session.get()).toEqual({ address: PAYEE }))
  expect(server.session).toHaveBeenCalledOnce()
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
})

test('error: a server that cannot be asked leaves nobody signed in', async () => {
  const session = createSession({ session: () => Promise.reject(new Error('down')), logout: async () => {} })
  session.load()
  await vi.waitFor(() => expect(session.get()).toEqual({ address: null }))
})

test('behavior: signing out ends the session here even when the server is gone, and is asked only where there is one', async () => {
  const server = client(null)
  const session = createSession(server)
  await session.signOut()
  expect(server.logout).not.toHaveBeenCalled()
  server.logout.mockRejectedValue(new Error('down'))
  session.signedIn(PAYEE)
  await session.signOut()
  expect(session.get()).toEqual({ address: null })
  expect(server.logout).toHaveBeenCalledOnce()
})
