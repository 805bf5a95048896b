import * as v from 'valibot'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Call, sameList } from '#chain/money/Call.ts'
import { address, bytes32, uint, writtenHex } from '#chain/schemas.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey, damagedKey } from '#storage/keys.ts'
import { parseJson } from '#storage/persisted.ts'
import { time } from '#storage/stored.ts'
import { type Attempt, attemptIds, type Fact, isUnanswered } from './Attempt.ts'
import type { Ledger } from './ledger.ts'

// The release before kept the requests to a wallet in a journal of its own. Its entries become attempts of the ledger.

const entry = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  calls: v.array(
    v.object({
      to: address,
      value: uint,
      data: writtenHex,
    }),
  ),
  askedAt: time,
  hashes: v.array(bytes32),
  nonces: v.array(v.nullable(v.number())),
  state: v.picklist(['asked', 'sent']),
  /** The first entries had none. */
  batchId: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(8194))), null),
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

/** True while entries wait to be carried over. */
export function hasJournal(storage: KeyValueStore, account: Address): boolean {
  const key = accountKey('journal', account)
  return storage.getItem(key) !== null || storage.getItem(damagedKey(key)) !== null
}

/**
 * The attempts of an entry, as untrusted input: one for each call that was sent, and one for the call that
 * waited for an answer. Null if it cannot be read.
 */
export function parseJournalEntry(account: Address, raw: unknown): readonly Attempt[] | null {
  const read = v.safeParse(entry, raw)
  if (!read.success) return null
  const { id, calls, askedAt: at, hashes, nonces, state, batchId, since } = read.output
  // The journal knew the block and not the nonce, which only proposals are compared by.
  const position = since === null ? null : { block: since, nonce: 0n }
  const of = (name: string, its: readonly Call[], facts: readonly Fact[]): Attempt => ({
    ...{
      id: name,
      account,
      kind: 'eoa',
      payout: null,
      batch: 0,
      rows: [],
      calls: its,
      at,
      time: null,
      position,
    },
    ...{ known: [], restored: false, facts },
  })
  const answered = (submission: Submission): Fact => ({ kind: 'answered', at, submission })
  if (batchId !== null) {
    const batch: Submission = { kind: 'batched', from: account, calls, id: batchId, hashes, since }
    // The id was known before asking, so the wallet can be asked about it without an answer.
    return [of(id, calls, [answered(batch)])]
  }
  const sent = hashes.map((hash, index) => {
    const own = calls.slice(index, index + 1)
    const nonce = nonces[index] ?? null
    return of(hashes.length === 1 && calls.length === 1 ? id : `${id}:${index}`, own, [
      answered({
        ...{ kind: 'sent', from: account, calls: own, hash, since },
        nonce: nonce === null || !Number.isSafeInteger(nonce) || nonce < 0 ? null : BigInt(nonce),
      }),
    ])
  })
  const open = state === 'asked' ? calls.slice(hashes.length, hashes.length + 1) : []
  return open.length === 0 ? sent : [...sent, of(id, open, [])]
}

/** Moves the readable entries of the journal into the ledger. Unreadable ones stay and are counted there. */
export function carryOverJournal(storage: KeyValueStore, account: Address, book: Ledger): void {
  const key = accountKey('journal', account)
  const damaged = storage.getItem(damagedKey(key))
  if (damaged !== null) {
    book.setAside(damaged)
    storage.removeItem(damagedKey(key))
  }
  const text = storage.getItem(key)
  if (text === null) return
  const found = parseJson(text, document)
  if (found === null) {
    book.setAside(text)
    storage.removeItem(key)
    return
  }
  const read = found.entries.map((raw) => ({ raw, attempts: parseJournalEntry(account, raw) }))
  // The journal lists the newest first.
  const carried = read.flatMap(({ attempts }) => attempts ?? []).reverse()
  book.append(joinRecords(book.list().attempts, carried))
  for (const { raw, attempts } of read) if (attempts === null) book.setAside(raw)
  storage.removeItem(key)
}

/** A payout wrote its record this long (ms) before the wallet's journal wrote its own, at most. */
const SAME_REQUEST = 60_000

/**
 * Puts two records of one request together: that of a payout, and that of the wallet's journal. A record of the
 * journal becomes facts of the payout's attempt if their answers, or the unanswered requests themselves, are the
 * same.
 */
export function joinRecords(known: readonly Attempt[], carried: readonly Attempt[]): readonly Attempt[] {
  const byId = new Map(known.flatMap((attempt) => attemptIds(attempt).map((id) => [id, attempt] as const)))
  const open = known.filter((attempt) => attempt.kind === 'eoa' && isUnanswered(attempt))
  const taken = new Set<string>()
  return carried.map((record) => {
    const answered = attemptIds(record).flatMap((id) => byId.get(id) ?? [])[0]
    const unanswered = open.find(
      (attempt) =>
        !taken.has(attempt.id) &&
        record.at >= attempt.at &&
        record.at - attempt.at <= SAME_REQUEST &&
        sameList(attempt.calls, record.calls),
    )
    const same = answered ?? unanswered
    if (!same || !sameList(same.calls, record.calls)) return record
    taken.add(same.id)
    return { ...same, facts: record.facts }
  })
}
