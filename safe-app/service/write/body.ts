import { type Address, getAddress, type Hex, isAddress, isHex, size } from 'viem'
import * as z from 'zod/mini'
import { Refusal } from '../http/Reply.ts'

/** An address with the right EIP-55 checksum, which the transaction service requires. */
export const checksummed = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: true }) && getAddress(value) === value,
  'Checksum address validation failed',
)

/** An address in any case; returned with its checksum. */
export const address = z.pipe(
  z.custom<Address>(
    (value) => typeof value === 'string' && isAddress(value, { strict: false }),
    'Invalid address',
  ),
  z.transform((value: Address) => getAddress(value)),
)

export const hex = z.custom<Hex>(
  (value) => isHex(value) && value.length % 2 === 0,
  'Invalid "0x" notated hex string',
)

export const hash = z.custom<Hex>((value) => isHex(value) && size(value) === 32, 'Invalid 32-byte hash')

/** The transaction service stores an origin of at most this many characters. */
export const MAX_ORIGIN = 200

/** An app's origin, as JSON or any text. */
export const origin = z.optional(
  z.nullable(
    z.string().check(z.maxLength(MAX_ORIGIN, `Ensure this field has no more than ${MAX_ORIGIN} characters.`)),
  ),
)

/** One or more 65-byte parts. */
export const signature = z.custom<Hex>(
  (value) => isHex(value) && size(value) >= 65,
  'Invalid signature: at least 65 bytes are expected',
)

/** A whole number in clients' formats: a decimal string or a JSON number. */
export const uint = z.pipe(
  z.union([z.string().check(z.regex(/^\d+$/, 'A valid integer is required.')), z.int().check(z.minimum(0))]),
  z.transform((value: string | number) => BigInt(value)),
)

/** A whole number in the gateway's format: a string of digits. */
export const digits = z.pipe(
  z.string().check(z.regex(/^\d+$/, 'Invalid base-10 numeric string')),
  z.transform((value: string) => BigInt(value)),
)

/** An operation in the gateway's format. */
export const operationNumber = z.literal([0, 1])

export const operation = z.pipe(
  uint,
  z.transform((value: bigint): 0 | 1 => (value === 1n ? 1 : 0)),
)

/** Invalid fields in the transaction service's format; 422 for proposals, 400 for most others. */
export function readFields<T>(schema: z.ZodMiniType<T>, body: unknown, status: 400 | 422): T {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  const faults: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) {
    const name = path[0] === undefined ? 'nonFieldErrors' : `${String(path[0])}`
    faults[name] = [...(faults[name] ?? []), message]
  }
  throw new Refusal(status, faults)
}

/** The first fault of a request, in the gateway's 422 format. */
export function readBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Refusal(422, { statusCode: 422, ...issue })
}
