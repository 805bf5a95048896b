import type { ActivityItem } from '#account/Activity.ts'
import { transferTo, withoutTransfers } from '#chain/money/Call.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { LOOK_BACK } from '#domain/shared/calendar.ts'
import { day, plural } from '#domain/shared/format.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type RedFlag, worstFirst } from '#safe/proposal/redFlags.ts'
import { type ProposalContent, transfersIn } from '#safe/tx/decodeProposal.ts'
import { isOwn } from './lookAlikeFlags.ts'

/**
 * The payments of a listed item. A single payment is quoted from its source, which is enough to ask a person to look.
 */
function paymentsIn({ id, what }: ActivityItem, contents: ReadonlyMap<string, ProposalContent>) {
  if (what.kind === 'transfer-out') return [transferTo(what.to, what.amount.amount)]
  const content = contents.get(id)
  return content ? transfersIn(content) : []
}

/**
 * Flags an open proposal if another one makes some of its payments: one that waits at another nonce, so that both can
 * run, or one that was executed lately.
 * @param items the queue and the loaded part of the history
 * @param contents the contents of listed batches, by item id, as far as they were read
 * @param now ms since the epoch
 */
export function withDuplicates(
  report: ProposalReport,
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
  now: number,
): ProposalReport {
  if (!isOpen(report.status)) return report
  const own = transfersIn(report.content)
  const { next } = report.status.turn
  const flags = items.flatMap((item): RedFlag[] => {
    const { safeTxHash, nonce, at, status } = item
    // Anyone can send what services list as neither signed by owners nor made by a module.
    if (!isOwn(item) || safeTxHash === report.safeTxHash) return []
    const shared = own.length - withoutTransfers(own, paymentsIn(item, contents)).length
    if (shared === 0) return []
    const isWhole = shared === own.length
    const what = isWhole
      ? plural(shared, 'The same payment', `The same ${shared} payments`)
      : `${shared} of these ${own.length} payments`
    if (status.kind === 'executed' && (at === null || at > now - LOOK_BACK)) {
      const when = at === null ? '' : ` on ${day(at)}`
      return [
        {
          level: 'look',
          words: `${what} ${plural(shared, 'was', 'were')} already made${when}, ${nonce === null ? 'by a module' : `at nonce ${nonce}`}.`,
        },
      ]
    }
    // At one nonce only one of them can run.
    const isUntold = status.kind === 'unknown' && nonce !== null && nonce >= next
    const waits = status.kind === 'awaiting-signatures' || status.kind === 'ready-to-execute' || isUntold
    if (!waits || nonce === report.tx.nonce) return []
    return [
      {
        level: 'look',
        words: `${what} ${plural(shared, 'waits', 'wait')} at nonce ${nonce} as well. If both are signed, ${isWhole ? 'the' : 'that'} money moves twice.`,
      },
    ]
  })
  return flags.length === 0 ? report : { ...report, flags: worstFirst([...flags, ...report.flags]) }
}

/** Says in an open proposal's checks that the lists of its Safe could not be read: no flag then means nothing. */
export function withUnreadLists(report: ProposalReport): ProposalReport {
  if (!isOpen(report.status)) return report
  const words = 'We couldn’t look for the same payments in the queue and history of this Safe.'
  return { ...report, checks: [...report.checks, { result: 'unknown', words }] }
}
