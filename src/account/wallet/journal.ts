import * as v from 'valibot'
import { type Address, getAddress, type Hash, type Hex } from 'viem'
import type { KeyValueStore } from '#account/Mode.ts'
import { persisted, toJson } from '#account/storage/persisted.ts'
import type { Call } from '#chain/money/Call.ts'

/** One request to the wallet. Written before the request, so that a closed page leaves a record. */
export type JournalEntry = {
  readonly id: string
  readonly calls: readonly Call[]
  /** ms since the epoch. */
  readonly askedAt: number
  /** One per sent call, in order. */
  readonly hashes: readonly Hash[]
  readonly nonces: readonly (number | null)[]
  /** `asked`: no answer was seen, so it may or may not have been sent. */
  readonly state: 'asked' | 'sent'
  /** The wallet's id for a batch (EIP-5792); null for single transactions. */
  readonly batchId: string | null
  /** A block from before the request; null if it could not be read. The payment is in a later block. */
  readonly since: bigint | null
}

/** What this browser sent from one account. */
export type Journal = {
  /** Newest first. `unreadable` entries are kept unchanged and counted: each may be a payment. */
  readonly list: () => { readonly entries: readonly JournalEntry[]; readonly unreadable: number }
  /** Adds at the front, or replaces by id in place, so that lists keep the order of requests. */
  readonly put: (entry: JournalEntry) => void
  /** Takes entries of a backup: by id in place of older ones, new ones by their time. */
  readonly restore: (entries: readonly JournalEntry[]) => void
  readonly remove: (id: string) => void
}

const hex = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((text) => text as Hex),
  )
const hash = hex(/^0x[0-9a-fA-F]{64}$/)
/** A wallet's batch id, limited to the length that EIP-5792 allows. */
export const batchId = v.pipe(v.string(), v.minLength(1), v.maxLength(8194))
const entry = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  calls: v.array(
    v.object({
      to: v.pipe(
        hex(/^0x[0-9a-fA-F]{40}$/),
        v.transform((text): Address => getAddress(text)),
      ),
      value: v.pipe(
        v.string(),
        v.regex(/^[0-9]{1,78}$/),
        v.transform((value) => BigInt(value)),
      ),
      data: hex(/^0x([0-9a-fA-F]{2})*$/),
    }),
  ),
  // Limited to the range of Date; a later value cannot be formatted.
  askedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  hashes: v.array(hash),
  nonces: v.array(v.nullable(v.number())),
  state: v.picklist(['asked', 'sent']),
  // Entries older than batch support have none.
  batchId: v.optional(v.nullable(batchId), null),
  since: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.regex(/^[0-9]{1,20}$/),
        v.transform((block) => BigInt(block)),
      ),
    ),
    null,
  ),
})
/** Parses one entry, as untrusted input; null if it cannot be read. */
export function parseJournalEntry(raw: unknown): JournalEntry | null {
  const result = v.safeParse(entry, raw)
  return result.success ? result.output : null
}

/** A parsed entry, or null, with its raw form. */
type Raw = { readonly raw: unknown; readonly entry: JournalEntry | null }

const document = v.pipe(
  v.object({ version: v.literal(1), entries: v.array(v.unknown()) }),
  v.transform(({ entries }): readonly Raw[] =>
    entries.map((raw) => ({ raw, entry: parseJournalEntry(raw) })),
  ),
)

/**
 * The journal of `address` on BSC. Nothing is ever pruned, because an entry may be the only record of a
 * payment. Storage is untrusted: an invalid entry stays in place, and an invalid document is set aside before the next write.
 */
export function journal(storage: KeyValueStore, address: Address): Journal {
  const key = `portal.journal.56.${address.toLowerCase()}`
  const stored = persisted(storage, key, document, (all) =>
    toJson({ version: 1, entries: all.map(({ raw }) => raw) }),
  )
  const read = (): readonly Raw[] => stored.read() ?? []
  return {
    list() {
      const all = read()
      const entries = all.flatMap((one) => one.entry ?? [])
      return { entries, unreadable: all.length - entries.length + stored.unreadable() }
    },
    put(added) {
      const all = read()
      const at = all.findIndex((one) => one.entry?.id === added.id)
      const raw = { raw: added, entry: added }
      stored.write(at < 0 ? [raw, ...all] : all.with(at, raw))
    },
    restore(entries) {
      let all = [...read()]
      for (const added of entries) {
        const raw = { raw: added, entry: added }
        const at = all.findIndex((one) => one.entry?.id === added.id)
        if (at >= 0) all = all.with(at, raw)
        else {
          const older = all.findIndex((one) => one.entry !== null && one.entry.askedAt < added.askedAt)
          all = all.toSpliced(older < 0 ? all.length : older, 0, raw)
        }
      }
      stored.write(all)
    },
    remove: (id) => stored.write(read().filter(({ entry: kept }) => kept?.id !== id)),
  }
}
