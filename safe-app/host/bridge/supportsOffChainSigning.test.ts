import { describe, expect, test } from 'vitest'
import type { SafeState } from '../chain/Service.ts'
import { supportsOffChainSigning } from './supportsOffChainSigning.ts'

function safe(version: string | null, handler = true): SafeState {
  const someone = { value: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', name: null } as const
  return {
    address: someone,
    nonce: 0,
    threshold: 1,
    owners: [someone],
    implementation: someone,
    modules: null,
    fallbackHandler: handler ? someone : null,
    guard: null,
    version,
  }
}

describe('supportsOffChainSigning', () => {
  test('behavior: requires contract 1.3.0, SDK 7.11.0 and a fallback handler', () => {
    expect(supportsOffChainSigning(safe('1.3.0+L2'), '7.11.0')).toBe(true)
    expect(supportsOffChainSigning(safe('1.4.1'), '9.1.0')).toBe(true)
    expect(supportsOffChainSigning(safe('1.4.1'), '10.0.0')).toBe(true)
  })

  test('error: is false for older contracts and SDKs, without a handler, or for an unknown version', () => {
    expect(supportsOffChainSigning(safe('1.1.1'), '9.1.0')).toBe(false)
    expect(supportsOffChainSigning(safe('1.2.0'), '9.1.0')).toBe(false)
    expect(supportsOffChainSigning(safe('1.4.1'), '7.10.9')).toBe(false)
    expect(supportsOffChainSigning(safe('1.4.1', false), '9.1.0')).toBe(false)
    expect(supportsOffChainSigning(safe(null), '9.1.0')).toBe(false)
    expect(supportsOffChainSigning(null, '9.1.0')).toBe(false)
    expect(supportsOffChainSigning(safe('1.4.1'), '')).toBe(false)
  })
})
