import * as v from 'valibot'
import { type Address, getAddress, type Hash, type Hex } from 'viem'
import { ADDRESS, BYTES, WORD } from './hex.ts'

// Addresses, hashes, bytes and amounts in untrusted documents: answers of nodes and services, storage and files.

/** A number in the nodes' hex format. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** A `quantity` of at most 52 bits: block numbers and seconds, so that a node cannot send absurd values. */
export const smallQuantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,13}$/),
  v.transform((text) => Number(text)),
)

/** A number in 32 bytes, as in the data of a log. */
export const numberWord = v.pipe(
  v.string(),
  v.regex(WORD),
  v.transform((text) => BigInt(text)),
)

/** Bytes, in lower case. */
export const hex = v.pipe(
  v.string(),
  v.regex(BYTES),
  v.transform((text) => text.toLowerCase() as Hex),
)

/** Bytes in the case in which they were written, for comparisons with the document. */
export const writtenHex = v.pipe(
  v.string(),
  v.regex(BYTES),
  v.transform((text) => text as Hex),
)

/** A transaction or block hash, in lower case. */
export const bytes32 = v.pipe(
  v.string(),
  v.regex(WORD),
  v.transform((text) => text.toLowerCase() as Hash),
)

/** An address, with its checksum. */
export const address = v.pipe(
  v.string(),
  v.regex(ADDRESS),
  v.transform((text): Address => getAddress(text.toLowerCase())),
)

/** An address in the case in which it was written. */
export const writtenAddress = v.pipe(v.string(), v.regex(ADDRESS))

/** An address in a topic: 32 bytes, of which the first 12 are zero. */
export const paddedAddress = v.pipe(
  v.string(),
  v.regex(/^0x0{24}[0-9a-fA-F]{40}$/),
  v.transform((text) => `0x${text.slice(26)}`),
  address,
)

/** See `Token.key`. */
export const tokenKey = v.pipe(v.string(), v.regex(/^(?:bnb|0x[0-9a-f]{40})$/))

/** Decimal digits of a uint256. */
export const uint = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.maxValue(2n ** 256n - 1n),
)
