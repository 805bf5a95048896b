import type { Hex } from 'viem'
import { readArtifact } from '../../safe-app/chain/readArtifact.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'

/** The runtime code of a Safe 1.4.1's proxy, as its factory creates it. */
export const PROXY_CODE = readArtifact(
  safeContracts.proxyFactory.artifact.replaceAll('SafeProxyFactory', 'SafeProxy'),
).deployedBytecode
/** The published singleton 1.4.1, whose code `codeOf` returns. */
export const SINGLETON = safeContracts.safe.address
const singletonCode = readArtifact(safeContracts.safe.artifact).deployedBytecode

/** The answer to `eth_getCode` of a chain on which these accounts are Safes. */
export function codeOf(address: unknown, safes: readonly string[]): Hex {
  const asked = `${address}`.toLowerCase()
  if (asked === SINGLETON.toLowerCase()) return singletonCode
  return safes.some((safe) => safe.toLowerCase() === asked) ? PROXY_CODE : '0x'
}

/** Answers for a fake node on which these accounts are Safes that run published code. */
export function safeCodeAnswers(...safes: readonly string[]) {
  return {
    eth_getCode: ([address]: readonly unknown[]) => codeOf(address, safes),
    eth_getStorageAt: ([, slot]: readonly unknown[]) =>
      `0x${(slot === '0x0' ? SINGLETON.slice(2).toLowerCase() : '').padStart(64, '0')}`,
  }
}
