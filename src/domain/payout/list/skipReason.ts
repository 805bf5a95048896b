import type { PayoutRow } from '../import/PayoutRow.ts'

/** Why a row is left out: what was wrong with it when a person skipped it. */
export function skipReason({ read, lines, line }: PayoutRow): string {
  if (read.ok) return 'Left out by hand.'
  const { faults } = read
  const words = [faults.line, faults.payee, faults.amount, faults.token].filter(Boolean).join(' ')
  return lines > 1 ? `(Lines ${line} to ${line + lines - 1}) ${words}` : words
}
