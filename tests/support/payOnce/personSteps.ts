import { foldStatuses, payableAgain } from '#domain/ledger/foldStatus.ts'
import { unansweredOf, withRetry } from '#domain/payout/Payout.ts'
import { count, noConsent, readPayout, readStatuses, run, type Trial } from './Trial.ts'

/** Prepares the rows that are proven unpaid again, and runs the payout. */
export async function retry(trial: Trial): Promise<void> {
  const { page, limit, occurred } = trial
  const payout = readPayout(trial)
  if (!payout) return
  const places = payableAgain(foldStatuses(payout, await readStatuses(page, payout)))
  if (places.length > 0) {
    page.context.payouts.write(withRetry(payout, places, limit))
    count(occurred, 'retried')
  }
  await run(trial)
}

/** The person pays every row again whose status is unclear, and consents in words to each payment that is found. */
export async function payAgain(trial: Trial): Promise<void> {
  const { page, limit, occurred } = trial
  const payout = readPayout(trial)
  if (!payout || payout.restored) return
  const statuses = foldStatuses(payout, await readStatuses(page, payout))
  const unclear = statuses.flatMap(({ status }, place) => (status.kind === 'unknown' ? [place] : []))
  const open = unansweredOf(payout).flatMap((attempt) => attempt.rows)
  const places = [...new Set([...open, ...unclear])]
  if (places.length === 0) return
  for (const place of places) allowOnceMore(trial, place)
  page.context.payouts.write(withRetry(payout, places, limit))
  count(occurred, 'paid again')
  const again = new Set<string>()
  // The page lists the payments that it found, and the person types the words once for everything.
  for (let asked = 0; asked < 4; asked++) {
    const end = await run(trial, { passOver: true, consent: { ...noConsent, again } })
    if (end.kind !== 'found') return
    for (const { payment, rows: found } of end.found) {
      again.add(payment.id)
      const batch = page.context.payouts.read(payout.id)?.batches[end.batch]
      for (const at of found) {
        const place = batch?.rows[at]
        if (place !== undefined) allowOnceMore(trial, place)
      }
    }
  }
}

function allowOnceMore({ allowed }: Trial, place: number): void {
  allowed[place] = (allowed[place] ?? 1) + 1
}

/** The person stops waiting for the wallet's answer. */
export async function stopWaiting(trial: Trial): Promise<void> {
  const leave = new AbortController()
  const running = run(trial, { leave: leave.signal }).catch(() => 'stopped')
  await stillness()
  leave.abort()
  if ((await running) === 'stopped') count(trial.occurred, 'stopped waiting')
}

/**
 * Waits until nothing more happens by itself. The trial's world never waits for real time, so that whatever can still
 * run does so before the next turn of the event loop; a module that is loaded already takes a few.
 */
export async function stillness(): Promise<'still'> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return 'still'
}
