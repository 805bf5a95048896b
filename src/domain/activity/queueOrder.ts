import type { ActivityItem } from '#account/Activity.ts'
import { plural } from '#domain/shared/format.ts'
import { turnWords } from './paymentWords.ts'

/** A proposal's place among the nonces of its Safe, see `PaymentStatus`. */
export type Turn = { readonly next: bigint; readonly own: bigint }

/** The obstacles to a proposal in its Safe's queue. */
type QueueOrder = {
  /** Earlier nonces with several waiting proposals, lowest first: only one of each can run. */
  readonly conflicts: readonly bigint[]
  /** How many earlier nonces are not used in the queue; null until the queue was read to its end. */
  readonly unused: bigint | null
  /** Other proposals at the same nonce: only one of them all can run. */
  readonly rivals: { readonly rejections: number; readonly others: number }
}

/**
 * Compares a proposal with its Safe's queue as listed by a service. This proves nothing; it only shows people
 * what to look at.
 * @param isWhole true if `items` is the whole queue
 */
export function queueOrder(
  { next, own }: Turn,
  safeTxHash: string,
  items: readonly ActivityItem[],
  isWhole: boolean,
): QueueOrder {
  const waiting = new Map<bigint, number>()
  let rejections = 0
  let others = 0
  for (const { nonce, what, safeTxHash: hash } of items) {
    if (nonce === null) continue
    if (nonce >= next && nonce < own) waiting.set(nonce, (waiting.get(nonce) ?? 0) + 1)
    if (nonce !== own || hash?.toLowerCase() === safeTxHash.toLowerCase()) continue
    if (what.kind === 'rejection') rejections++
    else others++
  }
  const conflicts = [...waiting].flatMap(([nonce, count]) => (count > 1 ? [nonce] : []))
  const before = own > next ? own - next : 0n
  return {
    conflicts: conflicts.sort((a, b) => (a < b ? -1 : 1)),
    unused: isWhole ? before - BigInt(waiting.size) : null,
    rivals: { rejections, others },
  }
}

/** How many conflicts are listed one by one. */
const NAMED = 3

/** The order in sentences for people; none if nothing blocks it. */
export function queueOrderWords(turn: Turn, { conflicts, unused, rivals }: QueueOrder): readonly string[] {
  const words: string[] = []
  for (const nonce of conflicts.slice(0, NAMED)) {
    words.push(`Nonce ${nonce} is in conflict: only one of its proposals can run.`)
  }
  if (conflicts.length > NAMED) words.push(`${conflicts.length - NAMED} more nonces are in conflict.`)
  if (unused !== null && unused > 0n) words.push(unusedWords(turn, unused))
  if (rivals.rejections > 0) {
    words.push(`A rejection waits at the same nonce ${turn.own}. If it runs, this one never will.`)
  }
  if (rivals.others > 0) {
    words.push(
      `${plural(rivals.others, 'Another proposal waits', `${rivals.others} other proposals wait`)} at the same nonce ${turn.own}. Only one of them can run.`,
    )
  }
  return words
}

function unusedWords({ next, own }: Turn, unused: bigint): string {
  const all = own - next
  if (unused < all) {
    return `For ${unused} of the ${all} nonces before it nothing is proposed yet. They have to be used first.`
  }
  return plural(
    all,
    `Nothing is proposed at nonce ${next} yet. It has to be used first.`,
    `Nothing is proposed at nonces ${next} to ${own - 1n} yet. They have to be used first.`,
  )
}

/** The same including the earlier nonces, for places that do not show them yet. */
export function wholeOrderWords(turn: Turn, order: QueueOrder): readonly string[] {
  const first = turnWords(turn)
  return [...(first === '' ? [] : [first]), ...queueOrderWords(turn, order)]
}
