import * as v from 'valibot'
import { type Address, getAddress, type Hex, isAddress, isHex, size } from 'viem'
import { whole } from '../http/Faults.ts'
import { Refusal } from '../http/Reply.ts'

/** An address with the right EIP-55 checksum, which the transaction service requires. */
export const checksummed = v.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: true }) && getAddress(value) === value,
  'Checksum address validation failed',
)

/** An address in any case; returned with its checksum. */
export const address = v.pipe(
  v.custom<Address>(
    (value) => typeof value === 'string' && isAddress(value, { strict: false }),
    'Invalid address',
  ),
  v.transform((value: Address) => getAddress(value)),
)

export const hex = v.custom<Hex>(
  (value) => isHex(value) && value.length % 2 === 0,
  'Invalid "0x" notated hex string',
)

export const hash = v.custom<Hex>((value) => isHex(value) && size(value) === 32, 'Invalid 32-byte hash')

/** The transaction service stores an origin of at most this many characters. */
export const MAX_ORIGIN = 200

/** An app's origin, as JSON or any text. */
export const origin = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(MAX_ORIGIN, `Ensure this field has no more than ${MAX_ORIGIN} characters.`),
    ),
  ),
)

/** One or more 65-byte parts. */
export const signature = v.custom<Hex>(
  (value) => isHex(value) && size(value) >= 65,
  'Invalid signature: at least 65 bytes are expected',
)

/** A whole number in clients' formats: a decimal string or a JSON number. */
export const uint = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^\d+$/, 'A valid integer is required.')),
    v.pipe(whole, v.minValue(0)),
  ]),
  v.transform((value: string | number) => BigInt(value)),
)

/** A whole number in the gateway's format: a string of digits. */
export const digits = v.pipe(
  v.pipe(v.string(), v.regex(/^\d+$/, 'Invalid base-10 numeric string')),
  v.transform((value: string) => BigInt(value)),
)

/** An operation in the gateway's format. */
export const operationNumber = v.picklist([0, 1])

export const operation = v.pipe(
  uint,
  v.transform((value: bigint): 0 | 1 => (value === 1n ? 1 : 0)),
)

/** Invalid fields in the transaction service's format; 422 for proposals, 400 for most others. */
export function readFields<T>(schema: v.GenericSchema<unknown, T>, body: unknown, status: 400 | 422): T {
  const result = v.safeParse(schema, body ?? {})
  if (result.success) return result.output
  const faults: Record<string, string[]> = {}
  for (const { path, message } of result.issues) {
    const name = path === undefined ? 'nonFieldErrors' : `${path[0].key}`
    faults[name] = [...(faults[name] ?? []), message]
  }
  throw new Refusal(status, faults)
}

/** The first fault of a request, in the gateway's 422 format. */
export function readBody<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const result = v.safeParse(schema, body ?? {})
  if (result.success) return result.output
  const { type, message, path } = result.issues[0]
  throw new Refusal(422, {
    statusCode: 422,
    code: type === 'custom' ? 'custom' : 'invalid_type',
    path: path?.map(({ key }) => key) ?? [],
    message,
  })
}
