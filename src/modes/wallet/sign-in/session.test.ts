import { describe, expect, test, vi } from 'vitest'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { createSession, statusOf } from './signInProvider.tsx'

const client = (address: typeof PAYEE | null) => ({
  session: vi.fn(async () => address),
  logout: vi.fn(async () => {}),
})

describe('the status', () => {
  test('behavior: is loading until the server has answered, and while no account is connected', () => {
    expect(statusOf('unasked', PAYEE)).toBe('loading')
    expect(statusOf('asking', PAYEE)).toBe('loading')
    expect(statusOf({ address: PAYEE }, undefined)).toBe('loading')
  })

  test('behavior: is authenticated for exactly the signed-in account', () => {
    expect(statusOf({ address: PAYEE }, PAYEE)).toBe('authenticated')
    expect(statusOf({ address: PAYEE }, SAFE)).toBe('unauthenticated')
    expect(statusOf({ address: null }, PAYEE)).toBe('unauthenticated')
  })
})

test('behavior: asks the server once and notifies every listener', async () => {
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

test('error: an unreachable server leaves no account signed in', async () => {
  const session = createSession({ session: () => Promise.reject(new Error('down')), logout: async () => {} })
  session.load()
  await vi.waitFor(() => expect(session.get()).toEqual({ address: null }))
})

test('behavior: signing out ends the session even if the server is down, and is sent only if there is a session', async () => {
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
