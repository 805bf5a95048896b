import type { Submission } from '#account/Account.ts'
import { toJson } from '#account/storage/persisted.ts'
import type { JournalEntry } from '#account/wallet/journal.ts'
import { idsOf } from '#account/wallet/submissionIds.ts'
import type { Attempt, Batch, Payout } from '#domain/payout/Payout.ts'
import { listText } from '#domain/payout/payoutDocument.ts'

// What is known here and what a file says about the same thing. Only facts are added that nothing takes back: a request
// was made, it was answered. Everything else stays as it is here, and null says that the two cannot be put together.

/**
 * Joins two records of one payout. A request of either stays a request, so no row becomes payable. Consents of the file
 * are not taken, and neither are batches that it would still ask for.
 */
export function joinPayouts(mine: Payout, theirs: Payout): Payout | null {
  if (listText(mine) !== listText(theirs)) return null
  const batches: Batch[] = []
  for (let index = 0; index < Math.max(mine.batches.length, theirs.batches.length); index++) {
    const [own, other] = [mine.batches[index], theirs.batches[index]]
    const joined = own && other ? joinBatches(own, other) : (own ?? (other && requestedOnly(other)))
    if (!joined) return null
    batches.push(joined)
  }
  // The campaign is a note of the person: the one here stays.
  const tag = mine.tag ?? theirs.tag
  return isSame(batches, mine.batches) && tag === mine.tag ? mine : { ...mine, batches, ...(tag && { tag }) }
}

/** A batch that only the file knows. If it was never requested, it would open rows again that are settled here. */
function requestedOnly(batch: Batch): Batch | null {
  return batch.attempt === null ? null : { ...batch, again: [] }
}

function joinBatches(mine: Batch, theirs: Batch): Batch | null {
  if (mine.rows.join() !== theirs.rows.join()) return null
  if (mine.attempt !== null && theirs.attempt !== null) {
    // Rejected here and requested again since.
    const isOlder = mine.rejected !== null && theirs.attempt.at <= mine.rejected.at
    if (isOlder) return theirs.attempt.submission === null ? mine : null
    const attempt = joinAttempts(mine.attempt, theirs.attempt)
    return attempt && { ...mine, attempt }
  }
  if (mine.attempt !== null) {
    const isOlder = theirs.rejected === null || theirs.rejected.at < mine.attempt.at
    const isFoundHere = theirs.rejected?.at === mine.attempt.at && mine.attempt.submission !== null
    return isOlder || isFoundHere ? mine : null
  }
  if (theirs.attempt !== null) {
    const isLater =
      mine.rejected === null ||
      theirs.attempt.at > mine.rejected.at ||
      (isSameAttempt(theirs.attempt, mine.rejected) && theirs.attempt.submission !== null)
    return isLater ? { ...mine, attempt: theirs.attempt, rejected: theirs.rejected } : mine
  }
  const isRejectedLater = theirs.rejected !== null && theirs.rejected.at > (mine.rejected?.at ?? -1)
  return isRejectedLater ? { ...mine, rejected: theirs.rejected } : mine
}

/** Two records of one request: an answer is added, and two answers must be the same. */
function joinAttempts(mine: Attempt, theirs: Attempt): Attempt | null {
  if (!isSameAttempt(mine, theirs)) return null
  if (theirs.submission === null) return mine
  if (mine.submission === null) return { ...mine, submission: theirs.submission }
  return sameAnswer(mine.submission, theirs.submission) ? mine : null
}

/** The time is that of the device, in ms: two requests of one batch never share it. */
function isSameAttempt(a: Attempt, b: Attempt): boolean {
  return a.at === b.at
}

function sameAnswer(a: Submission, b: Submission): boolean {
  const ids = new Set(idsOf(a))
  return a.kind === b.kind && idsOf(b).some((id) => ids.has(id))
}

/** Joins two records of one request to a wallet: hashes and the id of a batch are only ever added. */
export function joinEntries(mine: JournalEntry, theirs: JournalEntry): JournalEntry | null {
  const isOne =
    mine.askedAt === theirs.askedAt &&
    mine.since === theirs.since &&
    isSame(mine.calls, theirs.calls) &&
    (mine.batchId === null || theirs.batchId === null || mine.batchId === theirs.batchId)
  if (!isOne) return null
  const [more, fewer] = mine.hashes.length >= theirs.hashes.length ? [mine, theirs] : [theirs, mine]
  const goesOn = fewer.hashes.every((hash, index) => hash === more.hashes[index])
  if (!goesOn) return null
  const joined: JournalEntry = {
    ...mine,
    hashes: more.hashes,
    nonces: more.hashes.map((_, index) => mine.nonces[index] ?? null),
    state: mine.state === 'sent' || theirs.state === 'sent' ? 'sent' : 'asked',
    batchId: mine.batchId ?? theirs.batchId,
  }
  return isSame(joined, mine) ? mine : joined
}

function isSame(a: unknown, b: unknown): boolean {
  return toJson(a) === toJson(b)
}
