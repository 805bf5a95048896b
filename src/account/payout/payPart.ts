import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { Account } from '../Account.ts'
import { type Ask, callsOf, idsOf, type Payout, withPart } from './Payout.ts'
import type { PayoutStore } from './payoutStore.ts'
import { isSameContent, openAsks, type PaidBefore, paidBefore, withOpenAsks } from './samePayments.ts'

/** What paying stands on. */
export type PayoutDesk = {
  readonly account: Account
  readonly payouts: PayoutStore
  /** Runs work while no other page of this browser pays from the account. @throws PortalError `busy` */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** True when what is written outlives the page. */
  readonly isKept: () => boolean
  /** ms since the epoch. */
  readonly now: () => number
}

/** What a person has agreed to beside the payment itself. */
export type Consent = {
  /** Ids of earlier payments of the same rows, each named to the person, who wants to pay again. */
  readonly again: ReadonlySet<string>
  /** The person knows that this browser keeps nothing, and leaves the page open. */
  readonly unkept: boolean
  /** What was paid before could not be read, and the person has made sure of it in another way. */
  readonly unread: boolean
}

/** `found`: nothing was asked, because some of the rows were paid or queued before and nobody has agreed to that. */
export type PayResult =
  | { readonly kind: 'submitted'; readonly payout: Payout }
  | { readonly kind: 'found'; readonly found: readonly PaidBefore[] }

/** Payments that were made earlier than this (ms) are another month's, and only named where they are known. */
export const LOOK_BACK = 7 * 86_400_000

/**
 * Asks for one part: looks whether any of its rows is paid or queued already, writes down that it asks, asks, and writes
 * down what came of it. Whoever stops in between leaves a part that was asked for and has no answer: `reconcile` looks
 * for what became of it, and nothing asks for it again by itself.
 * @throws PortalError of `Account.submit`; the part is open again exactly when the error proves that nothing was sent
 */
export function payPart(desk: PayoutDesk, id: string, index: number, consent: Consent): Promise<PayResult> {
  const { account, payouts, now } = desk
  return desk.alone(async () => {
    // Read again under the lock: another page may have asked since.
    const payout = openPart(payouts, id, index)
    const part = payout.parts[index]
    if (!part || payout.account !== account.address) throw notThis()
    const calls = callsOf(payout, part)
    const made = await account
      .paymentsMade({ at: now() - LOOK_BACK, block: null })
      .catch((error: unknown) => {
        if (consent.unread) return null
        throw error
      })
    const known = made?.payments ?? []
    const before = withOpenAsks(known, openAsks(payouts.list().payouts, id))
    const found = paidBefore(calls, before, ownIds(payout))
    const agreed = new Set([...part.again, ...consent.again])
    if (found.some(({ payment }) => !agreed.has(payment.id))) return { kind: 'found', found }
    if (account.kind === 'eoa' && !desk.isKept() && !consent.unkept) throw notKept()

    const same = known.filter(({ transfers }) => isSameContent(calls, transfers))
    const ask: Ask = {
      at: now(),
      position: made?.position ?? null,
      known: same.map((payment) => payment.id),
      submission: null,
    }
    const asked = withPart(openPart(payouts, id, index), index, { ask, again: [...agreed] })
    payouts.write(asked)
    if (account.kind === 'eoa' && !desk.isKept() && !consent.unkept) {
      payouts.write(withPart(asked, index, { ask: null }))
      throw notKept()
    }
    try {
      const submission = await account.submit(calls, { atomic: calls.length > 1 })
      const submitted = withPart(payouts.read(id) ?? asked, index, { ask: { ...ask, submission } })
      payouts.write(submitted)
      return { kind: 'submitted', payout: submitted }
    } catch (error) {
      if (provesNothingSent(error)) {
        payouts.write(withPart(payouts.read(id) ?? asked, index, { ask: null, refused: ask }))
      }
      throw error
    }
  })
}

/** The payout, if this part of it was never asked for. */
function openPart(payouts: PayoutStore, id: string, index: number): Payout {
  const payout = payouts.read(id)
  if (!payout?.parts[index]) throw notThis()
  if (payout.parts[index].ask !== null) {
    throw new PortalError('refused', 'This part of the payout was asked for already.')
  }
  return payout
}

/** Ids of all that belongs to a payout already. */
export function ownIds(payout: Payout): ReadonlySet<string> {
  return new Set(payout.parts.flatMap(({ ask }) => (ask?.submission ? idsOf(ask.submission) : [])))
}

/** Only these say for certain that the question went nowhere. */
function provesNothingSent(error: unknown): boolean {
  const kind = findPortalError(error)?.kind
  return kind === 'rejected' || kind === 'refused' || kind === 'busy'
}

function notThis(): PortalError {
  return new PortalError('refused', 'This payout belongs to another account or is not kept any more.')
}

function notKept(): PortalError {
  return new PortalError(
    'refused',
    'This browser keeps nothing, so it could not be told later what was asked.',
  )
}
