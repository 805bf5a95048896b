import { stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as Message from './Message.ts'

describe('safeMessageHash', () => {
  test('behavior: matches the vector from the real 1.4.1 handler', () => {
    expect(
      Message.safeMessageHash(
        { address: '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4', version: '1.4.1', chainId: 56 },
        'Influencer Portal: verify 0x1',
      ),
    ).toBe('0xa9751e581013cf350057ab6e92a8c924440f6ba382a01d988b6b803051a6efad')
  })
})

describe('decode', () => {
  test('behavior: decodes hex that is text, and keeps other hex and plain text', () => {
    expect(Message.decode(stringToHex('héllo'))).toBe('héllo')
    expect(Message.decode('0xff')).toBe('0xff')
    expect(Message.decode('plain')).toBe('plain')
  })
})

describe('dataHash', () => {
  test('behavior: uses the one struct that no other contains if the primary type is missing', () => {
    const types = { Row: [{ name: 'n', type: 'uint256' }], Table: [{ name: 'rows', type: 'Row[]' }] }
    const message = { rows: [{ n: 1n }] }
    const bare = { domain: {}, types, message } as unknown as Message.Message
    const full = { domain: {}, types, message, primaryType: 'Table' } as unknown as Message.Message
    expect(Message.dataHash(bare)).toBe(Message.dataHash(full))
  })

  test('error: refuses two candidates for the primary type', () => {
    const types = { One: [{ name: 'n', type: 'uint256' }], Two: [{ name: 'n', type: 'uint256' }] }
    const bare = { domain: {}, types, message: { n: 1n } } as unknown as Message.Message
    expect(() => Message.dataHash(bare)).toThrow('primary type')
  })
})
