import type { Address } from '#chain/Address.ts'
import type { LookAlike } from '#chain/lookAlike.ts'

/** Tells the address that another one could be taken for; null when there is none. */
export type Likeness = (address: Address) => LookAlike | null
