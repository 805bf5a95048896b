import { expect } from 'vitest'
import { isRejected } from '#domain/ledger/Attempt.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import {
  count,
  endFaults,
  letAllHappen,
  openAgain,
  payoutId,
  rows,
  shownStatuses,
  type Trial,
  transferKeys,
} from './Trial.ts'

/** No row is paid more often than the person allowed by typing. */
export function expectNoRowPaidTooOften({ world, allowed }: Trial, context: string): void {
  const paid = world.paid()
  transferKeys.forEach((key, index) => {
    expect(paid.get(key) ?? 0, `row ${index}: ${context}`).toBeLessThanOrEqual(allowed[index] ?? 1)
  })
}

/** The portal's status of every row is true, both with the current faults and after all of them have ended. */
export async function expectTrueStatuses(trial: Trial, context: string): Promise<void> {
  openAgain(trial)
  await compareWithTruth(trial, `with faults: ${context}`, false)
  endFaults(trial.world)
  letAllHappen(trial.world)
  openAgain(trial)
  await compareWithTruth(trial, context, true)
}

async function compareWithTruth(trial: Trial, context: string, isOver: boolean): Promise<void> {
  expectNoRowPaidTooOften(trial, context)
  /** How many transfers the portal has shown for each key, in all payouts together. */
  const shown = new Map<string, number>()
  for (let which = 0; which < trial.payoutIds.length; which++) {
    const payout = trial.page.context.payouts.read(payoutId(trial, which))
    // With full storage it was lost with its page, so there is nothing to show.
    if (!payout) {
      expect(trial.hasForgotten, context).toBe(true)
      continue
    }
    const statuses = await shownStatuses(trial, which)
    expect(statuses.length, context).toBe(rows.length)
    statuses.forEach((folded, index) => {
      if (isOver && which === 0) count(trial.occurred, `shown ${folded.status.kind}`)
      compareRow(trial, { folded, index, which, shown, context })
    })
  }
}

/** One row of a payout, as the portal shows it. */
type ShownRow = {
  readonly folded: FoldedStatus
  readonly index: number
  readonly which: number
  readonly shown: Map<string, number>
  readonly context: string
}

function compareRow(trial: Trial, { folded, index, which, shown, context }: ShownRow): void {
  const { world } = trial
  const { kind } = folded.status
  const key = transferKeys[index] ?? ''
  const paid = world.paid().get(key) ?? 0
  const paidInFull = world.paidWhole().get(key) ?? 0
  const message = `row ${index} of payout ${which} is shown as "${kind}" (${toText(folded)}), paid ${paid}: ${context}`

  // One transfer answers one row.
  shown.set(key, (shown.get(key) ?? 0) + transfersOf(kind))
  expect(shown.get(key), message).toBeLessThanOrEqual(paid)
  if (kind === 'paid') expect(paidInFull, message).toBeGreaterThanOrEqual(1)
  if (kind === 'short') expect(paid, message).toBeGreaterThanOrEqual(1)
  if (kind === 'short' && paid === 1) expect(paidInFull, message).toBe(0)
  if (kind === 'not-paid' && !trial.hasForgotten) {
    const isRequestedElsewhere = trial.payoutIds.some(
      (id, at) => at !== which && hasRequested(trial, id, index),
    )
    if (!isRequestedElsewhere) expect(paid, message).toBe(0)
    if (!isRequestedElsewhere) expect(world.possible().has(key), message).toBe(false)
  }
}

/** The number of transfers that a status claims. */
function transfersOf(kind: FoldedStatus['status']['kind']): number {
  if (kind === 'paid-twice') return 2
  return kind === 'paid' || kind === 'short' ? 1 : 0
}

/** True if a payout ever requested a row. */
function hasRequested({ page }: Trial, id: string, row: number): boolean {
  const attempts = page.context.payouts.read(id)?.attempts ?? []
  return attempts.some((attempt) => !isRejected(attempt) && attempt.rows.includes(row))
}

function toText(status: FoldedStatus): string {
  return JSON.stringify(status, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
