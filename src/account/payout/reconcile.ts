import type { MadePayment } from '../PaymentsMade.ts'
import { CLOCK_SKEW } from '../seenPayment.ts'
import { type Ask, callsOf, idsOf, inParts, type Part, type Payout, withPart } from './Payout.ts'
import { ownIds, type PayoutDesk } from './payPart.ts'
import { isSameContent } from './samePayments.ts'

/** Clocks of a device and of a service may differ by so much (ms) without a payment being missed. */
const ANY_CLOCK = 2 * 86_400_000

/** True for a part that was asked for and of which nobody knows what became. */
export function isOpenQuestion({ ask }: Part): boolean {
  return ask !== null && ask.submission === null
}

/** The question of a part whose answer may still turn up: one without any, or one that was answered with "no". */
function openAsk({ ask, refused }: Part): Ask | null {
  if (ask !== null) return ask.submission === null ? ask : null
  return refused
}

/**
 * Looks for what became of the parts that were asked for without an answer, by content: a proposal or a transaction of
 * exactly these rows that was not there before the question, and that no other payout has. What is not found stays open.
 * @throws PortalError when nothing could be read; what was known stays
 */
export async function reconcile(desk: PayoutDesk, id: string): Promise<Payout | null> {
  const { account, payouts } = desk
  const before = payouts.read(id)
  const asks = (before?.parts ?? []).flatMap((part) => openAsk(part) ?? [])
  if (asks.length === 0) return before
  const made = await account.paymentsMade({
    at: Math.min(...asks.map(({ at }) => at)) - ANY_CLOCK,
    block: oldestBlock(asks),
  })
  // Answers may have come while the lists were read.
  const payout = payouts.read(id)
  if (!payout) return null
  const taken = new Set(payouts.list().payouts.flatMap((one) => [...ownIds(one)]))
  let found = payout
  payout.parts.forEach((part, index) => {
    const ask = openAsk(part)
    if (!ask) return
    const answer = answerTo(payout, part, ask, made.payments, taken)
    if (!answer?.submission) return
    const { submission } = answer
    for (const own of idsOf(submission)) taken.add(own)
    found = withPart(found, index, { ask: { ...ask, submission }, refused: null })
  })
  if (found !== payout) payouts.write(found)
  return found
}

/** The first block that can hold an answer; null where one of the questions does not say. */
function oldestBlock(asks: readonly Ask[]): bigint | null {
  return (
    asks.reduce<bigint | null | undefined>((oldest, { position }) => {
      if (position === null || oldest === null) return null
      return oldest === undefined || position.block < oldest ? position.block : oldest
    }, undefined) ?? null
  )
}

function answerTo(
  payout: Payout,
  part: Part,
  ask: Ask,
  made: readonly MadePayment[],
  taken: ReadonlySet<string>,
): MadePayment | undefined {
  const calls = callsOf(payout, part)
  return made.find(
    ({ id, submission, transfers, at }) =>
      submission !== null &&
      // Where nobody could read what was there before, only what is younger than the question answers it.
      (ask.position !== null || (at !== null && at >= ask.at - CLOCK_SKEW)) &&
      !taken.has(id) &&
      !ask.known.includes(id) &&
      isSameContent(calls, transfers),
  )
}

/**
 * Adds parts for rows that are to be asked for again: those that are proven unpaid, or any where a person has seen what
 * may have happened and wants it all the same.
 * @param again ids of the payments that the person has seen
 */
export function withRetry(
  payout: Payout,
  places: readonly number[],
  limit: number,
  again: readonly string[] = [],
): Payout {
  return { ...payout, parts: [...payout.parts, ...inParts(places, limit, again)], closed: false }
}
