import type { test as plainTest, TestType } from 'playwright/test'
import { forgetActs } from './forgetActs.ts'
import { type HostPage, hostPageOf } from './HostPage.ts'
import type { LocalSafe, LocalSafeConfig } from './LocalSafe.ts'
import { startLocalSafe } from './startLocalSafe.ts'

/** The fixtures of a test. */
type Fixtures = {
  /** The local Safe of this worker, in its first state at the beginning of each test. */
  readonly safe: LocalSafe
  /** The host in the test's page. */
  readonly host: HostPage
}

type WorkerFixtures = { readonly startedSafe: LocalSafe }

/** Adds the fixtures `safe` and `host` to a `test` of Playwright. Each worker has a local Safe of its own, on free ports. */
export function withLocalSafe<Test extends object, Worker extends object>(
  test: TestType<Test, Worker>,
  config: LocalSafeConfig = {},
): TestType<Test & Fixtures, Worker & WorkerFixtures> {
  // Its own fixtures stay; the ones here need only Playwright's.
  const ofWorker = (test as unknown as typeof plainTest).extend<object, WorkerFixtures>({
    startedSafe: [
      // Playwright reads from the function's text which fixtures it needs.
      async ({ playwright: _ }, use) => {
        const world = await startLocalSafe({ ...config, port: 0 })
        await use(world)
        await world.stop()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  })
  return ofWorker.extend<Fixtures>({
    host: ({ page }, use) => use(hostPageOf(page)),
    safe: async ({ startedSafe }, use) => {
      const before = await startedSafe.snapshot()
      await use(startedSafe)
      await forgetActs(startedSafe)
      await startedSafe.restore(before)
    },
  }) as unknown as TestType<Test & Fixtures, Worker & WorkerFixtures>
}

export { type HostPage, hostPageOf }
