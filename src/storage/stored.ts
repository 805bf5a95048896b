import * as v from 'valibot'
import { uint } from '#chain/schemas.ts'

// Values in stored documents and files, as untrusted input.

/** JSON can hold -0, which would be written back as 0. */
export const number = v.pipe(
  v.number(),
  v.transform((value) => value + 0),
)

/** The nonce of an account, a uint64 (EIP-2681). */
export const accountNonce = v.pipe(uint, v.maxValue(2n ** 64n - 1n))

/** ms since the epoch, in the range of Date; a later value cannot be formatted. */
export const time = v.pipe(number, v.minValue(0), v.maxValue(8.64e15))

/** Longer lists of payments are never requested: a Safe would need more than a thousand requests for one. */
export const MOST_ROWS = 100_000

/** The position of a row in a list of payments. */
export const place = v.pipe(number, v.safeInteger(), v.minValue(0), v.maxValue(MOST_ROWS))
