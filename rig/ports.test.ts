import { expect, test } from 'vitest'
import { portsFrom } from './ports.ts'

test('behavior: a port is its variable, or the default without one', () => {
  expect(portsFrom({ PORTAL_PORT: '5000', CHAIN_PORT: '' })).toMatchObject({ portal: 5000, chain: 8545 })
})

test.each(['70000', '0', '-1', '5173.5', 'http'])('error: names and refuses an invalid port: %s', (text) => {
  expect(() => portsFrom({ PORTAL_PORT: text })).toThrow(
    `PORTAL_PORT must be a port from 1 to 65535, not "${text}".`,
  )
})
