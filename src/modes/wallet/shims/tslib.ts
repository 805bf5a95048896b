/**
 * Replaces `tslib` in RainbowKit's scroll lock, by the three helpers that it calls. Packages that load late require all
 * helpers of the original, which would bring them into the wallet layer.
 * Written for tslib 2.9.1.
 */
export const __assign = Object.assign

export function __rest(from: Readonly<Record<string, unknown>>, left: readonly string[]) {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !left.includes(key)))
}

export const __spreadArray = (first: readonly unknown[], then: readonly unknown[]) => [...first, ...then]
