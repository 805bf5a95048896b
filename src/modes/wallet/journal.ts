import * as v from 'valibot'
import { type Address, getAddress, type Hash, type Hex } from 'viem'
import type { KeyValueStore } from '#account/Page.ts'
import type { Call } from '#chain/Call.ts'

/** One request to the wallet. Written before the wallet is asked, so that a closed page leaves a trace. */
export type JournalEntry = {
  readonly id: string
  readonly calls: readonly Call[]
  /** ms since the epoch. */
  readonly askedAt: number
  /** One per call that was sent, in order. */
  readonly hashes: readonly Hash[]
  readonly nonces: readonly (number | null)[]
  /** `asked`: no answer was seen, so nobody here can say whether it was sent. */
  readonly state: 'asked' | 'sent'
  /** The wallet's name for calls that were asked for at once (EIP-5792); null for one transaction after another. */
  readonly batchId: string | null
  /** A block before it was asked for; null where nobody could say. What pays it stands in a later one. */
  readonly since: bigint | null
}

/** What this browser sent from one account. */
export type Journal = {
  readonly list: () => readonly JournalEntry[]
  /** Adds at the front, or replaces by id in its place: lists stay in the order in which was asked. */
  readonly put: (entry: JournalEntry) => void
  readonly remove: (id: string) => void
}

/** Settled entries kept per account; older ones make room. */
const KEEP = 200

const hex = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((text) => text as Hex),
  )
const hash = hex(/^0x[0-9a-fA-F]{64}$/)
/** A wallet's name for a batch, no longer than EIP-5792 lets it be. */
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
  // As far as calendars go; a date beyond cannot be written as text.
  askedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  hashes: v.array(hash),
  nonces: v.array(v.nullable(v.number())),
  state: v.picklist(['asked', 'sent']),
  // Entries from before there were batches have none.
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
const document = v.object({ version: v.literal(1), entries: v.array(v.unknown()) })

/** The journal of `address` on BSC. What storage holds is read as untrusted: an entry that is not one is left out. */
export function journal(storage: KeyValueStore, address: Address): Journal {
  const key = `portal.journal.56.${address.toLowerCase()}`
  const list = (): JournalEntry[] => {
    try {
      const { entries } = v.parse(document, JSON.parse(storage.getItem(key) ?? 'null'))
      return entries.flatMap((raw) => {
        const result = v.safeParse(entry, raw)
        return result.success ? [result.output] : []
      })
    } catch {
      return []
    }
  }
  const write = (entries: readonly JournalEntry[]) => {
    const text = JSON.stringify({ version: 1, entries: entries.slice(0, KEEP) }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    storage.setItem(key, text)
  }
  return {
    list,
    put(added) {
      const entries = list()
      const at = entries.findIndex(({ id }) => id === added.id)
      write(at < 0 ? [added, ...entries] : entries.with(at, added))
    },
    remove: (id) => write(list().filter((kept) => kept.id !== id)),
  }
}
