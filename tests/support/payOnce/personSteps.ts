import { LISTS_LAG } from '#domain/ledger/adoptAnswers.ts'
import { foldStatuses, payableAgain } from '#domain/ledger/foldStatus.ts'
import { unansweredOf, withRetry } from '#domain/payout/Payout.ts'
import { forgetBatch } from '#tests/support/attempts.ts'
import { count, noConsent, payoutId, readPayout, readStatuses, run, type Trial } from './Trial.ts'

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
  await turns(3_000)
  leave.abort()
  if ((await running) === 'stopped') count(trial.occurred, 'stopped waiting')
}

/** The person says that the request without an answer was closed in the wallet or Safe. */
export async function forgetAttempt(trial: Trial): Promise<void> {
  const { world, page, occurred } = trial
  const payout = readPayout(trial)
  const open = payout && unansweredOf(payout)[0]
  if (!open) return
  // A dialog that is still open may be signed after the person said that it is closed.
  if (world.faults.asked === 'host-batch') return
  // Nobody can find a proposal that the service hides from everyone. The page asks the person to look in the Safe.
  if (world.faults.serviceBehind) return
  // The page warns that it cannot see such a batch.
  world.emptyBatch()
  // The lists of a Safe may be a minute behind.
  world.chain.pass(LISTS_LAG)
  await forgetBatch(page.context, payoutId(trial), open.batch)
  count(occurred, 'forgotten')
}

/** Waits this many microtask turns, or until `over`: nothing here waits for real time. */
export async function turns(times: number, over?: AbortSignal): Promise<'still'> {
  for (let turn = 0; turn < times && !over?.aborted; turn++) await undefined
  return 'still'
}
