import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { isBnbName } from '#chain/names/bnbName.ts'
import { address } from '#chain/schemas.ts'

/**
 * The `.bnb` name that was entered for a payee, and when it was looked up (ms since the epoch, by this device's
 * clock).
 */
export type EnteredName = { readonly name: string; readonly at: number }

/** A `.bnb` name with the address that it led to. This address is paid, even if the name leads elsewhere later. */
export type LookedUpName = EnteredName & { readonly address: Address }

/**
 * At most this many names are looked up for one list: each costs public endpoints about twelve reads, and as many again
 * in the review.
 */
export const MOST_NAMES = 25

const name = v.pipe(
  v.string(),
  v.check((text) => isBnbName(text)),
)
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))

/** A stored name, as untrusted input. */
export const storedName = v.pipe(
  v.strictTuple([name, time]),
  v.transform(([name, at]): EnteredName => ({ name, at })),
)

/** A stored name with its address, as untrusted input. */
export const storedLookUp = v.pipe(
  v.strictTuple([name, address, time]),
  v.transform(([name, address, at]): LookedUpName => ({ name, address, at })),
)

/** The names with one more, which replaces an earlier meaning of the same name. */
export function withLookUp(names: readonly LookedUpName[], added: LookedUpName): readonly LookedUpName[] {
  return [...names.filter(({ name }) => name !== added.name), added]
}
