import * as Address from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { attemptIds } from '#domain/ledger/Attempt.ts'
import type { EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { answeredRequest } from '#domain/payout/usdRate.ts'
import { count, dayAndTime, plural, when } from '#domain/shared/format.ts'

/** The relation of an earlier payment to a payment that is about to be made. */
type Relation =
  /** The same amount to the same payee, without a sign that it was for another purpose. */
  | 'same'
  /** An answer, or perhaps one, to the same request in US dollars, in another amount. */
  | 'this-request'
  /** It was made for another request. */
  | 'other-request'

/** One transfer of an earlier payment beside the row that it matches. */
type Match = { readonly transfer: Transfer; readonly row: number; readonly relation: Relation }

/** The transfers of an earlier payment that match rows, each row once. */
function matchesOf(
  { payment, rows }: Pick<EarlierPayment, 'payment' | 'rows'>,
  payments: readonly Payment[],
): readonly Match[] {
  const used = new Set<number>()
  return rows.flatMap((row): readonly Match[] => {
    const asked = payments[row]
    if (!asked) return []
    const pairs = payment.transfers.flatMap((transfer, at) =>
      !used.has(at) && isSamePair(asked, transfer) ? [{ transfer, at }] : [],
    )
    const [found] = pairs.toSorted((a, b) => Number(isSame(asked, b)) - Number(isSame(asked, a)))
    if (!found) return []
    used.add(found.at)
    const known = payment.requests?.[found.at] ?? null
    const own = answeredRequest(asked)?.id ?? null
    const relation =
      known !== null && known !== own
        ? 'other-request'
        : known !== null || !isSame(asked, found)
          ? 'this-request'
          : 'same'
    return [{ transfer: found.transfer, row, relation }]
  })
}

function isSamePair({ payee, amount }: Payment, { to, token }: Transfer): boolean {
  return (
    Address.equal(payee, to) && (token ?? '').toLowerCase() === (amount.token.address ?? '').toLowerCase()
  )
}

function isSame({ amount }: Payment, { transfer }: { readonly transfer: Transfer }): boolean {
  return transfer.value === amount.value
}

/** The title above earlier payments. It claims only what is known. */
export function earlierTitle(found: readonly EarlierPayment[], payments: readonly Payment[]): string {
  const all = found.flatMap((one) => matchesOf(one, payments))
  const of = payments.length
  const rowsThat = (relation: Relation) =>
    new Set(all.flatMap((one) => (one.relation === relation ? [one.row] : []))).size
  const same = rowsThat('same')
  if (same > 0 || all.length === 0) {
    const rows = all.length === 0 ? new Set(found.flatMap((one) => one.rows)).size : same
    if (found.every(({ payment }) => payment.reported === 'asked')) {
      return plural(
        of,
        'This payment may already have been sent.',
        `${rows} of these ${of} payments may already have been sent.`,
      )
    }
    if (of === 1) return 'This payment was already sent or is under way.'
    return `${rows} of these ${of} payments ${plural(rows, 'was already sent or is', 'were already sent or are')} under way.`
  }
  const own = rowsThat('this-request')
  if (own > 0) {
    return plural(
      of,
      'You may already have paid this request.',
      `You may already have paid ${own} of these ${of} requests.`,
    )
  }
  return plural(
    of,
    'You already paid the same amount to this recipient, for another request.',
    `You already paid ${rowsThat('other-request')} of these ${of} recipients the same amount, for another request.`,
  )
}

/** An earlier payment in one line: its outcome, amount, time and purpose. */
export function earlierWords(
  one: EarlierPayment,
  payments: readonly Payment[],
  payouts: readonly Payout[],
  now: number,
): string {
  const { reported, at } = one.payment
  const matches = matchesOf(one, payments)
  const sum = sumWords(
    matches.map(({ transfer }) => transfer),
    payments,
  )
  const [first] = matches
  const rows =
    payments.length === 1 || one.rows.length === 0
      ? ''
      : one.rows.length === 1
        ? `payment ${(one.rows[0] ?? 0) + 1}`
        : count(one.rows.length, 'payment')
  const purpose = purposeWords(matches, noteOf(one.payment.id, payouts, first))
  if (reported === 'asked' || reported === 'queued') {
    const state = reported === 'asked' ? 'Sent for approval, no answer yet' : 'Proposed in the Safe'
    const what = [rows, sum].filter(Boolean).join(', ')
    return `${state}${at === null ? '' : `, ${when(at)}`}: ${what}${purpose}`
  }
  const verb = one.isPaid ? 'You paid' : 'You sent'
  const time = at === null ? '' : ` on ${dayAndTime(at, now)}`
  return `${verb} ${sum || 'it'}${time}${purpose}${rows && `: ${rows}`}`
}

function purposeWords(matches: readonly Match[], note: string | null): string {
  const relations = new Set(matches.map(({ relation }) => relation))
  const [only] = relations
  const which =
    relations.size !== 1 || only === 'same' || only === undefined
      ? ''
      : only === 'other-request'
        ? ' for another request'
        : ', which may be for this request'
  return `${which}${note === null ? '' : ` (“${note}”)`}`
}

/** What this browser calls the payment, if it was one row: by the title of its payout, or else by its note. */
function noteOf(id: string, payouts: readonly Payout[], match: Match | undefined): string | null {
  if (!match) return null
  for (const payout of payouts) {
    const attempt = payout.attempts.find((one) => attemptIds(one).includes(id))
    const rows = attempt?.rows.flatMap((row) => payout.rows[row] ?? []) ?? []
    const [row, other] = rows.filter((one) => isSamePair(one, match.transfer))
    if (row && !other) return payout.title ?? row.note ?? row.reference
  }
  return null
}

/** The amounts of transfers, one for each token, in the tokens that were reviewed. */
function sumWords(transfers: readonly Transfer[], payments: readonly Payment[]): string {
  const amounts = transfers.flatMap(({ token, value }) => {
    const known = payments.find(({ amount }) => Token.key(amount.token) === Token.key({ address: token }))
    return known ? [{ amount: { token: known.amount.token, value } }] : []
  })
  return Amount.totalsOf(amounts).map(Amount.format).join(' and ')
}
