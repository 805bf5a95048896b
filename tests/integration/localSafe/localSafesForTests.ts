import { afterAll } from 'vitest'
import type { LocalSafe, LocalSafeConfig } from '../../../safe-app/local/LocalSafe.ts'
import { startLocalSafe } from '../../../safe-app/local/startLocalSafe.ts'

/** A local Safe that a test of this file started, and its state when it was new. */
type Lent = { readonly world: LocalSafe; readonly fresh: Awaited<ReturnType<LocalSafe['snapshot']>> }

/**
 * Starts the local Safes of a file, and stops them after its last test. A configuration that an earlier test had gets
 * the same one, as new: starting it took most of the time of these tests.
 */
export function localSafesForTests(
  defaults: LocalSafeConfig,
): (config?: LocalSafeConfig) => Promise<LocalSafe> {
  const started = new Map<string, Lent>()
  afterAll(() => Promise.all([...started.values()].map(({ world }) => world.stop())))
  return async (own = {}) => {
    const config = { ...defaults, ...own }
    const key = JSON.stringify(config)
    const known = started.get(key)
    if (known !== undefined) {
      await renew(known)
      return known.world
    }
    const world = await startLocalSafe(config)
    started.set(key, { world, fresh: await world.snapshot() })
    return world
  }
}

async function renew({ world, fresh }: Lent): Promise<void> {
  for (const faults of Object.values(world.faults)) await faults.reset()
  await world.actingAs('Ada')
  await world.restore(fresh)
}
