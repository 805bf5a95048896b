import * as v from 'valibot'
import { isAddress, isHex } from 'viem'
import type { SafeVersion } from '../chain/safeContracts.ts'

/** Versions of Safe's contracts that a Safe can have here. */
const safeVersions = ['1.1.1', '1.2.0', '1.3.0', '1.4.1', '1.5.0'] as const satisfies readonly SafeVersion[]

const wholeNumber = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(least, rule), v.maxValue(most, rule))
}

const url = v.pipe(
  v.string('must be a URL in quotes'),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    (issue) => `must be a URL that starts with http:// or https://, not "${issue.input}"`,
  ),
)

const address = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value),
  (issue) => `must be an address with its checksum, not ${JSON.stringify(issue.input)}`,
)

const version = v.picklist(safeVersions, ({ input }) => {
  const rule = `must be one of ${safeVersions.join(', ')}, not ${JSON.stringify(input)}`
  return input === '1.0.0' ? `${rule}: the code that was deployed as 1.0.0 is in no package` : rule
})

const safe = v.strictObject({
  name: v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty')),
  owners: v.pipe(
    v.array(v.string('must be a name or an address'), 'must be a list of names or addresses'),
    v.nonEmpty('must name at least one owner'),
  ),
  threshold: v.optional(wholeNumber(1, 1_000), 1),
  version: v.optional(version, '1.4.1'),
  modules: v.optional(v.array(address, 'must be a list of addresses'), []),
  guard: v.optional(v.nullable(address), null),
  deployed: v.optional(v.boolean('must be true or false'), true),
  saltNonce: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
})

const hex = v.custom<`0x${string}`>((value) => isHex(value), 'must be hex')

/** A contract in a file or in the configuration: an ABI, or an artifact of a compiler, whose other fields are ignored. */
export const contractSchema = v.object({
  abi: v.array(v.looseObject({ type: v.string() }), 'must be a list of functions and events'),
  address: v.optional(address),
  deployedBytecode: v.optional(
    v.union([
      hex,
      v.pipe(
        v.object({ object: hex }),
        v.transform(({ object }) => object),
      ),
    ]),
  ),
})

/** The configuration of a local Safe. */
export const configSchema = v.strictObject({
  app: v.optional(url),
  chain: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), 1),
  safes: v.optional(
    v.pipe(v.array(safe, 'must be a list of Safes'), v.nonEmpty('must have at least one Safe')),
  ),
  fork: v.optional(url),
  contracts: v.optional(
    v.array(
      v.union([v.string(), contractSchema], 'must be a file or an object with an ABI'),
      'must be a list',
    ),
    [],
  ),
  port: v.optional(wholeNumber(0, 65_533), 0),
  blockTime: v.optional(wholeNumber(0, 3_600), 2),
  headless: v.optional(v.boolean('must be true or false'), false),
})

/** A mistake in the configuration, in one sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses with a schema. Throws ConfigError about the first mistake. */
export function parseWith<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  throw new ConfigError(sentence(result.issues[0], schema, where))
}

function sentence(issue: v.BaseIssue<unknown>, schema: unknown, where: string): string {
  const path = (issue.path ?? []).map(({ key }) => key)
  const place = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
  if (issue.type !== 'strict_object' && issue.type !== 'object') {
    return `${where}: ${place === '' ? 'it' : place} ${issue.message}.`
  }
  if (path.length === 0) return `${where}: it must be an object, not ${issue.received}.`
  const key = String(path.at(-1))
  const owner = place.replace(/\.?[^.[\]]+$/, '')
  if (issue.expected === 'never') {
    const known = keysAt(schema, path.slice(0, -1))
    return `${where}: "${key}" is not an option${owner === '' ? '' : ` of ${owner}`}. The options are ${known.join(', ')}.`
  }
  if (issue.expected?.startsWith('"')) return `${where}: ${place} is missing.`
  return `${where}: ${place} must be an object.`
}

/** The keys that the schema has at a path. */
function keysAt(schema: unknown, path: readonly unknown[]): readonly string[] {
  let at = schema as Readonly<Record<string, unknown>>
  for (const key of [...path, undefined]) {
    while ('wrapped' in at) at = at.wrapped as typeof at
    if (Array.isArray(at.pipe) && at.type === 'array') at = at.pipe[0]
    if (key === undefined) break
    at = (typeof key === 'number' ? at.item : (at.entries as typeof at)[String(key)]) as typeof at
  }
  return Object.keys(Object(at.entries))
}
