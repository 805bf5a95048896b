import { inSlices, type Slices } from '#domain/draft/import/slices.ts'
import { type Attempt, attemptIds, isRejected } from '#domain/ledger/Attempt.ts'
import { joinAttempts } from '#domain/ledger/joinAttempts.ts'
import type { Batch, Payout } from '#domain/payout/Payout.ts'
import { listText } from '#domain/payout/payoutDocument.ts'

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
