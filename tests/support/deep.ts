/** True in `npm run test:deep`, which takes over an hour. `npm test` has to stay short, see `CONTRIBUTING.md`. */
export const isDeep = Boolean(process.env.DEEP)

/**
 * Files of tests that only the deep run has. They cover code that seldom changes, and code that other tests of `npm
 * test` run anyway. See also `DEEP`.
 */
const deepOnly = [
  // The local Safe host and wallet by themselves. The tests of the portal connect, sign, refuse and execute in them,
  // with a host that lies, is silent or keeps batches, too.
  'tests/e2e/host/*.spec.ts',
  // Prints how many requests a page sends, to compare by hand, and limits those from a list to the host's dialog.
  'tests/e2e/portal/requestCounts.spec.ts',
  // The keyboard in a long list: `WindowedList` and the rows have component tests.
  'tests/e2e/portal/payLists.spec.ts',
  // Diagnostics beyond its first page, and the components one by one: developers' tools, with component tests.
  'tests/e2e/portal/{catalogue,diagnosticsReport,nodes}.spec.ts',
  // The tool behind `npm run probe`, which is run by hand before a release.
  'tests/integration/rig/probe.test.ts',
]

/**
 * Files of tests that the deep run repeats with a Safe gateway that caches and hears of changes late: they propose,
 * sign messages, or read or sign the queue.
 */
export const behindCaches =
  'portal/{activity,earlyChecks,hostSilence,ownerPays,payMany,payTwice,payouts,queueOrder,safe,sharedNames,tasks,reminders,verify}.spec.ts'

/**
 * The tag of single tests that only the deep run has, for the same reasons, or because component and integration tests
 * show the same with the same assertion. SPEC.md names those; `specTable.test.ts` refuses a promise without one.
 */
export const DEEP = '@deep'

/** The files that a run skips. */
export const leftOut: readonly string[] = isDeep ? [] : deepOnly

/** All cases in the deep run, otherwise the first `usual`: for cases that differ in something small. */
export function someOf<T>(cases: readonly T[], usual: number): readonly T[] {
  return isDeep ? cases : cases.slice(0, usual)
}
