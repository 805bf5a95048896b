import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Rig } from '../../../rig/startRig.ts'
import { borrowRig } from './borrowRig.ts'

/** Starts a rig for the tests of a file and hands it over. The faults of its service end with each test. */
export function rigForTests(take: (rig: Rig) => void): void {
  let running: Rig | null = null
  beforeAll(async () => {
    running = await borrowRig()
    take(running)
  })
  afterEach(() => {
    running?.service.faults.reset()
  })
  afterAll(() => running?.stop())
}
