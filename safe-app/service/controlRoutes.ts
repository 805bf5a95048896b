import * as v from 'valibot'
import type { FaultSwitches } from './http/Faults.ts'
import { ok, Refusal } from './http/Reply.ts'
import type { Route } from './http/Route.ts'

const clockBody = v.object({ now: v.nullable(v.number()) })

/**
 * Control routes of a local server for browser tests: faults and, for the seed, the time. They have no faults
 * themselves.
 */
export function controlRoutes<Faults>(
  faults: FaultSwitches<Faults>,
  clock?: { setTo: number | null },
): readonly Route[] {
  const switches: readonly Route[] = [
    { method: 'GET', path: '/rig/faults', handle: () => ok(faults.get()) },
    {
      method: 'POST',
      path: '/rig/faults',
      handle: ({ body }) => {
        try {
          return ok(faults.set(body))
        } catch (error) {
          throw new Refusal(422, {
            statusCode: 422,
            message: error instanceof Error ? error.message : `${error}`,
          })
        }
      },
    },
    { method: 'DELETE', path: '/rig/faults', handle: () => ok(faults.reset()) },
  ]
  if (clock === undefined) return switches
  return [
    ...switches,
    {
      // Lets a seed propose in the past. `null` restores the real time.
      method: 'POST',
      path: '/rig/clock',
      handle: ({ body }) => {
        const result = v.safeParse(clockBody, body)
        if (!result.success) throw new Refusal(422, { statusCode: 422, message: 'now: ms or null' })
        clock.setTo = result.output.now
        return ok({ now: clock.setTo })
      },
    },
  ]
}
