import * as v from 'valibot'
import { type Address, getAddress, type Hash, type Hex } from 'viem'

// Addresses, hashes, bytes and amounts in untrusted documents: answers of nodes and services, storage and files.

/** A number in the nodes' hex format. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

/** Bytes, in lower case. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^0x([0-9a-fA-F]{2})*$/),
  v.transform((text) => text.toLowerCase() as Hex),
)

/** A transaction or block hash, in lower case. */
export const bytes32 = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/),
  v.transform((text) => text.toLowerCase() as Hash),
)

/** An address, with its checksum. */
export const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text): Address => getAddress(text.toLowerCase())),
)

/** Decimal digits of a uint256. */
export const uint = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.maxValue(2n ** 256n - 1n),
)
