import { isHexAddress } from '#chain/hex.ts'

/**
 * A Safe host's description of the open Safe (`getSafeInfo`). For display only; the chain is authoritative.
 */
export type SafeInfo = {
  readonly safeAddress: `0x${string}`
  readonly chainId: number
  readonly threshold: number
  readonly owners: readonly `0x${string}`[]
  readonly isReadOnly: boolean
  /** The host's name for the chain, if any. */
  readonly network: string | null
}

/** Parses a host's answer; null if it has the wrong shape. Extra fields are ignored. */
export function parseSafeInfo(data: unknown): SafeInfo | null {
  if (typeof data !== 'object' || data === null) return null
  const { safeAddress, chainId, threshold, owners, isReadOnly, network } = data as Record<string, unknown>
  if (!isHexAddress(safeAddress) || !isPositiveInteger(chainId) || !isPositiveInteger(threshold)) return null
  if (!Array.isArray(owners) || owners.length < threshold || !owners.every(isHexAddress)) return null
  return {
    safeAddress,
    chainId,
    threshold,
    owners,
    isReadOnly: isReadOnly !== false,
    network: typeof network === 'string' ? network.slice(0, 64) : null,
  }
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
