import type { Payment } from '#domain/payout/Payout.ts'
import type { Reminder } from '#domain/reminders/Reminder.ts'
import { payeeAt } from './payeeAt.ts'
import { payoutRow } from './payoutContext.ts'
import { SAFE } from './safeExamples.ts'

/** A row that pays one of many payees whole USDT. */
export function usdtRow(payee: number, usdt: bigint, some: Partial<Payment> = {}): Payment {
  return { ...payoutRow(usdt * 10n ** 18n), payee: payeeAt(payee), ...some }
}

/** A monthly reminder of a Safe, due on the last day of each month since January 2026. */
export function reminderAt(index: number, some: Partial<Reminder> = {}): Reminder {
  return {
    id: `reminder-${index}`,
    account: SAFE,
    kind: 'safe',
    name: `Retainers ${index}`,
    rhythm: 'month',
    anchor: '2026-01-31',
    tag: null,
    isPaused: false,
    skipped: null,
    source: null,
    isRestored: false,
    createdAt: 5,
    rows: [usdtRow(1, 100n), usdtRow(2, 200n)],
    ...some,
  }
}
