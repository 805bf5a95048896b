import * as z from 'zod/mini'

/** Wire faults of any server. */
export const wireFaults = {
  /** Answer every request with this HTTP status and its matching body. */
  status: z._default(z.nullable(z.int().check(z.minimum(200), z.maximum(599))), null),
  /** Seconds in `Retry-After`, sent with a status. */
  retryAfter: z._default(z.nullable(z.number()), null),
  /** Answer 200 with a web page, like a captive portal. */
  html: z._default(z.boolean(), false),
  /** Answer 200 with truncated JSON. */
  malformed: z._default(z.boolean(), false),
  /** Wait this long (ms) before answering. */
  slow: z._default(z.number(), 0),
  /** Never answer. */
  hang: z._default(z.boolean(), false),
  /** Close the connection instead of answering. */
  down: z._default(z.boolean(), false),
  /** Omit every CORS header. */
  corsOff: z._default(z.boolean(), false),
  /** Only affect requests whose path (for RPC requests: method) contains this text; null means all. */
  match: z._default(z.nullable(z.string()), null),
  /** Only affect the next matching requests, up to this number; null means all. */
  times: z._default(z.nullable(z.int()), null),
}

const wireSchema = z.object(wireFaults)

export type WireFaults = z.infer<typeof wireSchema>

/** The fault switches of one server: read, set some, or reset all. */
export type FaultSwitches<Faults> = {
  get(): Faults
  /** Merges into the current values. Throws the schema's error on a wrong value or unknown name. */
  set(some: unknown): Faults
  reset(): Faults
}

/** Switches of the given shape, all off. Every field needs a default in its schema. */
export function faultSwitches<Faults extends object>(schema: {
  parse(value: unknown): Faults
}): FaultSwitches<Faults> {
  let current = schema.parse({})
  return {
    get: () => current,
    set(some) {
      const given = typeof some === 'object' && some !== null ? some : {}
      for (const name of Object.keys(given)) {
        if (!(name in current)) throw new RangeError(`There is no fault called "${name}".`)
      }
      current = schema.parse({ ...current, ...given })
      return current
    },
    reset() {
      current = schema.parse({})
      return current
    },
  }
}

/** True if the faults affect this request; uses up one of `times`. */
export function strikes<Faults extends WireFaults>(switches: FaultSwitches<Faults>, name: string): boolean {
  const { match, times } = switches.get()
  if (match !== null && !name.includes(match)) return false
  if (times === null) return true
  if (times <= 0) return false
  switches.set({ times: times - 1 })
  return true
}
