import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { inSlices, type Slices } from '#domain/draft/import/slices.ts'
import { type Attempt, attemptIds, type Fact, isRejected } from '#domain/ledger/Attempt.ts'
import { formatAttempt, joinAttempts, parseAttempt } from '#domain/ledger/ledger.ts'
import {
  type Batch,
  batchCalls,
  lastBatches,
  openBatches,
  type Payout,
  payoutName,
} from '#domain/payout/Payout.ts'
import { payingAccounts } from '#domain/payout/payeesHere.ts'
import { fits, listText, parsePayout, payoutStore, planText } from '#domain/payout/payoutStore.ts'
import { count, when } from '#domain/shared/format.ts'
import { accountsWith, type BrowserStorage } from '#storage/KeyValueStore.ts'
import { groupBy } from '#storage/persisted.ts'
import { type BackupKind, parseAddress } from './Kind.ts'

const document = v.object({
  list: v.unknown(),
  batches: v.unknown(),
  attempts: v.array(v.unknown()),
})
const ofBatch = v.object({ rows: v.array(v.number()) })
const ofAccount = v.object({ account: v.string() })

/** Payouts, with the attempts to request their batches. */
export const payouts: BackupKind<Payout> = {
  read(storage) {
    const lists = accountsWith(storage, 'payouts').map((account) => payoutStore(storage, account).list())
    return {
      items: lists.flatMap((list) => list.payouts),
      unreadable: lists.reduce((sum, list) => sum + list.unreadable, 0),
    }
  },
  parse(raw) {
    const found = v.safeParse(document, raw)
    if (!found.success) return null
    const { list, batches, attempts: raws } = found.output
    const plan = parsePayout(list, batches)
    if (!plan || !/^[0-9a-z-]{1,64}$/.test(plan.id)) return null
    const read = raws.map((one) => parseOwnAttempt(plan, one))
    const attempts = read.filter((one) => one !== null)
    if (attempts.length < read.length || !attempts.every((one) => fits(plan, one))) return null
    return withoutClaims({ ...plan, attempts })
  },
  accountOf: ({ account }) => account,
  format: (payout) => ({
    list: JSON.parse(listText(payout)),
    batches: JSON.parse(planText(payout)),
    attempts: payout.attempts.map(formatOwnAttempt),
  }),
  idOf: ({ account, id }) => `${account} ${id}`,
  join: joinPayouts,
  order: (a, b) => a.createdAt - b.createdAt,
  perWrite: 100,
  screen: (_, theirs, storage, slices) =>
    findClaimed(attemptsHere(storage), theirs, payouts.idOf, (payout) => payout.attempts, slices),
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    let failed = 0
    for (const [account, its] of groupBy(items, (payout) => payout.account)) {
      try {
        payoutStore(storage, account).writeAll(its)
      } catch {
        // An unreadable entry is stored under one of their ids.
        failed += its.length
      }
    }
    return failed
  },
  label: (payout) =>
    [payoutName(payout), when(payout.createdAt), count(payout.rows.length, 'payment'), payout.account]
      .filter(Boolean)
      .join(' · '),
}

/** An attempt of a payout in a file, without the fields that the payout's list already has. */
function formatOwnAttempt(attempt: Attempt): object {
  const { kind: _, payout: __, calls: ___, ...rest } = formatAttempt(attempt)
  return rest
}

function parseOwnAttempt(payout: Payout, raw: unknown): Attempt | null {
  const batch = v.safeParse(ofBatch, raw)
  const calls = batch.success ? batchCalls(payout, batch.output) : []
  return parseAttempt(payout.account, raw, { kind: payout.kind, payout: payout.id, calls })
}

/**
 * A payout from a file without consents to pay twice, which only this browser may record. It requests nothing itself.
 */
function withoutClaims(payout: Payout): Payout {
  const batches = payout.batches.map(({ rows }) => ({ rows, again: [] }))
  return { ...payout, batches, attempts: payout.attempts.map(toRestored), restored: true, revision: 0 }
}

/** An attempt from a file, without the nonce that would prove a payment replaced. */
function toRestored(attempt: Attempt): Attempt {
  const facts = attempt.facts.map((fact): Fact => {
    if (fact.kind !== 'answered' && fact.kind !== 'found') return fact
    const { submission } = fact
    return submission.kind === 'sent' ? { ...fact, submission: { ...submission, nonce: null } } : fact
  })
  return { ...attempt, restored: true, facts }
}

/** Attempts whose payout is not in this browser any more, or that never had one. */
export const attempts: BackupKind<Attempt> = {
  read(storage) {
    const found = payingAccounts(storage).map((account) => {
      const store = payoutStore(storage, account)
      const all = store.ledger.list()
      return {
        items: all.attempts.filter(({ payout }) => payout === null || !store.has(payout)),
        unreadable: all.unreadable,
      }
    })
    return {
      items: found.flatMap(({ items }) => items),
      unreadable: found.reduce((sum, one) => sum + one.unreadable, 0),
    }
  },
  parse(raw) {
    const account = parseAccount(raw)
    const attempt = account && parseAttempt(account, raw)
    // Its list is not in the file, so no payout here may count it as its own.
    return attempt && toRestored({ ...attempt, payout: null, batch: 0, rows: [] })
  },
  accountOf: ({ account }) => account,
  format: (attempt) => ({ account: attempt.account, ...formatAttempt(attempt) }),
  idOf: ({ account, id }) => `${account} ${id}`,
  join: joinAttempts,
  perWrite: 500,
  async screen(mine, theirs, storage, slices) {
    const here = attemptsHere(storage)
    const left = await findClaimed(here, theirs, attempts.idOf, (attempt) => [attempt], slices)
    const outside = new Set(mine.map(attempts.idOf))
    const known = new Set(here.map(attempts.idOf))
    const isInPayout = (id: string) => known.has(id) && !outside.has(id)
    const same = theirs.filter((one) => isInPayout(attempts.idOf(one)))
    return new Map([...left, ...same.map((one) => [attempts.idOf(one), 'is recorded here already'] as const)])
  },
  max: Number.POSITIVE_INFINITY,
  write(storage, items) {
    for (const [account, its] of groupBy(items, (attempt) => attempt.account)) {
      payoutStore(storage, account).ledger.append(its)
    }
    return 0
  },
  label: ({ account, at, calls }) => `${when(at)} · ${count(calls.length, 'payment')} · ${account}`,
}

function parseAccount(raw: unknown): Address | null {
  const found = v.safeParse(ofAccount, raw)
  return found.success ? parseAddress(found.output.account) : null
}

/** Every attempt in the ledgers of this browser. */
function attemptsHere(storage: BrowserStorage): readonly Attempt[] {
  return payingAccounts(storage).flatMap((account) => payoutStore(storage, account).ledger.list().attempts)
}

// Joins records of this browser with those of a file about the same thing. A file adds facts and decides nothing.
// Null means that the two cannot be joined.

/**
 * Joins two records of one payout. An attempt that only the file has stays an attempt, so it makes no row payable.
 * Consents of the file are not taken, and neither are batches that were not requested yet.
 */
export function joinPayouts(mine: Payout, theirs: Payout): Payout | null {
  if (listText(mine) !== listText(theirs)) return null
  const known = new Set(mine.attempts.map(({ id }) => id))
  const batches: Batch[] = [...mine.batches]
  const attempts = mine.attempts.map((attempt) => {
    const other = theirs.attempts.find(({ id }) => id === attempt.id)
    return other ? joinAttempts(attempt, other) : attempt
  })
  for (const attempt of theirs.attempts) {
    // A rejected attempt has no effect on any payment.
    if (known.has(attempt.id) || isRejected(attempt)) continue
    const isPlanned = batches[attempt.batch]?.rows.join() === attempt.rows.join()
    if (!isPlanned) batches.push({ rows: attempt.rows, again: [] })
    attempts.push(isPlanned ? attempt : { ...attempt, batch: batches.length - 1 })
  }
  // A row requested in the file leaves its open batch here, and the batch’s other rows get a new one.
  const last = lastBatches({ batches })
  for (const batch of openBatches({ batches, attempts })) {
    const rows = batches[batch]?.rows ?? []
    const open = rows.filter((row) => last.get(row) === batch)
    if (open.length < rows.length) batches.push({ rows: open, again: [] })
  }
  // The campaign and the title are notes of the person, so those in this browser are kept.
  const tag = mine.tag ?? theirs.tag
  const title = mine.title ?? theirs.title
  return { ...mine, batches, attempts, ...(tag && { tag }), ...(title && { title }) }
}

/**
 * The entries of a file whose requests or transactions belong to another record, here or before it in the file: a
 * request is made once, and a transaction or a proposal answers one payout. Payments that a person put into one batch
 * in their Safe share its hash, and each of its transfers still answers one row.
 */
export async function findClaimed<T>(
  mine: readonly Attempt[],
  theirs: readonly T[],
  keyOf: (one: T) => string,
  attemptsOf: (one: T) => readonly Attempt[],
  slices: Slices,
): Promise<ReadonlyMap<string, string>> {
  const idIn = (account: string, id: string) => `${account} ${id}`
  const here = new Map(
    mine.flatMap((attempt) => attemptIds(attempt).map((id) => [idIn(attempt.account, id), attempt.id])),
  )
  const payouts = new Map(mine.map(({ account, id, payout }) => [idIn(account, id), payout]))
  const names = new Set<string>()
  const inFile = new Map<string, { readonly key: string; readonly attempts: Attempt[] }>()
  const left = new Map<string, string>()
  await inSlices(theirs, slices, (one) => {
    const key = keyOf(one)
    for (const attempt of attemptsOf(one)) {
      const name = idIn(attempt.account, attempt.id)
      const payout = payouts.get(name)
      // A list that names a request of another one would ask for its rows once more.
      if (names.has(name)) left.set(key, 'is in the file twice')
      else if (payout !== undefined && attempt.payout !== null && attempt.payout !== payout)
        left.set(key, 'is recorded here already')
      names.add(name)
      for (const id of attemptIds(attempt).map((own) => idIn(attempt.account, own))) {
        const owner = here.get(id)
        const before = inFile.get(id)
        const isTaken = owner !== undefined && owner !== attempt.id
        const isOne = before?.key === key && [...before.attempts, attempt].every(isInLargerBatch)
        const isTwice = before !== undefined && !isOne && !fitTogether(before.attempts, attempt)
        if (isTaken || isTwice) left.set(key, 'its transaction belongs to another payment')
        else if (before) before.attempts.push(attempt)
        else inFile.set(id, { key, attempts: [attempt] })
      }
    }
  })
  return left
}

/** True if attempts of several payouts can be in one larger batch: they share no payment. */
function fitTogether(others: readonly Attempt[], attempt: Attempt): boolean {
  const textOf = ({ to, value, data }: Attempt['calls'][number]) => `${to} ${value} ${data}`.toLowerCase()
  const own = new Set(attempt.calls.map(textOf))
  return (
    [...others, attempt].every(isInLargerBatch) &&
    others.every(({ calls }) => !calls.some((call) => own.has(textOf(call))))
  )
}

function isInLargerBatch({ facts }: Attempt): boolean {
  return facts.every(
    (fact) =>
      (fact.kind !== 'answered' && fact.kind !== 'found') ||
      (fact.submission.kind === 'proposed' && fact.submission.inLargerBatch),
  )
}
