import type { SafeState } from '../chain/Service.ts'

/**
 * Whether the real host would sign a message off chain: requires contract 1.3.0 or later with a fallback
 * handler to check it, and an app with SDK 7.11.0 or later, which understands the answer.
 */
export function supportsOffChainSigning(safe: SafeState | null, sdkVersion: string): boolean {
  if (!safe?.version || !safe.fallbackHandler) return false
  return atLeast(safe.version, [1, 3, 0]) && atLeast(sdkVersion, [7, 11, 0])
}

function atLeast(version: string, wanted: readonly [number, number, number]): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version)
  if (!match) return false
  for (const [index, least] of wanted.entries()) {
    const part = Number(match[index + 1])
    if (part !== least) return part > least
  }
  return true
}
