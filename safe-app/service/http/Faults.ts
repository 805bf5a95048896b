import * as v from 'valibot'

/** A whole number. */
export const whole = v.pipe(v.number(), v.safeInteger())

/** Wire faults of any server. */
export const wireFaults = {
  /** Answer every request with this HTTP status and its matching body. */
  status: v.optional(v.nullable(v.pipe(whole, v.minValue(200), v.maxValue(599))), null),
  /** Seconds in `Retry-After`, sent with a status. */
  retryAfter: v.optional(v.nullable(v.number()), null),
  /** Answer 200 with a web page, like a captive portal. */
  html: v.optional(v.boolean(), false),
  /** Answer 200 with truncated JSON. */
  malformed: v.optional(v.boolean(), false),
  /** Wait this long (ms) before answering. */
  slow: v.optional(v.number(), 0),
  /** Never answer. */
  hang: v.optional(v.boolean(), false),
  /** Close the connection instead of answering. */
  down: v.optional(v.boolean(), false),
  /** Omit every CORS header. */
  corsOff: v.optional(v.boolean(), false),
  /** Only affect requests whose path (for RPC requests: method) contains this text; null means all. */
  match: v.optional(v.nullable(v.string()), null),
  /** Only affect the next matching requests, up to this number; null means all. */
  times: v.optional(v.nullable(whole), null),
}

const wireSchema = v.object(wireFaults)

export type WireFaults = v.InferOutput<typeof wireSchema>

/** The fault switches of one server: read, set some, or reset all. */
export type FaultSwitches<Faults> = {
  get(): Faults
  /** Merges into the current values. Throws the schema's error on a wrong value or unknown name. */
  set(some: unknown): Faults
  reset(): Faults
}

/** Switches of the given shape, all off. Every field needs a default in its schema. */
export function faultSwitches<Faults extends object>(
  schema: v.GenericSchema<unknown, Faults>,
): FaultSwitches<Faults> {
  let current = v.parse(schema, {})
  return {
    get: () => current,
    set(some) {
      const given = typeof some === 'object' && some !== null ? some : {}
      for (const name of Object.keys(given)) {
        if (!(name in current)) throw new RangeError(`There is no fault called "${name}".`)
      }
      current = v.parse(schema, { ...current, ...given })
      return current
    },
    reset() {
      current = v.parse(schema, {})
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
