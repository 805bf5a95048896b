/** True in `npm run test:deep`, which may take hours. `npm test` has to stay near ten minutes on two cores. */
export const isDeep = Boolean(process.env.DEEP)

/**
 * Files of tests that only the deep run has: what seldom changes, and what `npm test` goes through anyway on its way
 * to something else.
 */
const deepOnly = [
  // The local Safe host and wallet by themselves. The tests of the portal connect, sign and execute in them.
  'tests/e2e/host/{accessible,faults,manifest,networkFee,opening,otherSafes,permissions,reads,review}.spec.ts',
  'tests/e2e/host/{sandboxWallet,wagmi,walletRequests}.spec.ts',
  // Diagnostics beyond its first page, and the components one by one: developers' tools, with component tests.
  'tests/e2e/portal/{catalogue,diagnosticsReport,nodes}.spec.ts',
  // The tool behind `npm run probe`, which is run by hand before a release.
  'tests/integration/rig/probe.test.ts',
]

/** What a run leaves out. */
export const leftOut: readonly string[] = isDeep ? [] : deepOnly

/** All cases in the deep run, otherwise the first `usual`: for cases that differ in something small. */
export function someOf<T>(cases: readonly T[], usual: number): readonly T[] {
  return isDeep ? cases : cases.slice(0, usual)
}
