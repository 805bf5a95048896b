import { Methods } from '@safe-global/safe-apps-sdk'
import { expect, test } from 'vitest'
import { methods, read } from './Protocol.ts'

test('behavior: the host knows every method of the published SDK, and the theme, which only the host has', () => {
  expect([...methods].sort()).toEqual([...Object.values(Methods), 'getCurrentTheme'].sort())
})

test('behavior: every method of the SDK is read as a request, and nothing else is', () => {
  const env = { sdkVersion: '9.1.0' }
  for (const method of Object.values(Methods)) {
    expect(read({ id: '1', method, params: undefined, env }, 'http://app')).toMatchObject({ method })
  }
  for (const method of ['deleteEverything', '__proto__', 'toString', null]) {
    expect(read({ id: '1', method, params: undefined, env }, 'http://app')).toBeNull()
  }
})
