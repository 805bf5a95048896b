import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import * as Token from '#chain/money/Token.ts'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { useAgreedPrices } from '#components/price/useAgreedPrices.ts'
import { useRequestIdentities } from '#components/request/useRequestIdentity.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { isAnswered, type PayeeDoubt, withTicks } from '#domain/payee/checkPayee.ts'
import type { UnreadPayees } from '#domain/payee/payeeWords.ts'
import { callsOfPayments, type Payment } from '#domain/payout/Payout.ts'
import { requestId } from '#domain/payout/usdRate.ts'
import { firstOpenedAt } from '#domain/request/openedRequests.ts'
import { askerText } from '#domain/request/requestIdentity.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { usePaidAlready } from '#pages/pay/review/usePaidAlready.ts'
import { signatureQuery } from '#queries/requestSignatures.ts'
import { earlierPaymentsQuery } from '#queries/review.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { useNow } from '#ui/useNow.ts'
import { useWhen } from '#ui/useWhen.ts'
import { doubtsOf, type ParsedRow, parseRow, type RequestRow } from './requestRows.ts'

/** An id for all rows at once: earlier payments could not be read. */
export const UNREAD = 'unread'

/** The requests to be paid together, and where their review leads. */
export type RequestRowsProps = {
  account: Account
  rows: readonly RequestRow[]
  /**
   * One request whose Pay was pressed on its own page: it opens the review by itself, unless the person has to answer
   * a question.
   */
  isDirect?: boolean
  onChange: (rows: readonly RequestRow[]) => void
  onReview: (payments: readonly Payment[]) => void
}

/** A request with the results of its checks. */
export type CheckedRequest = {
  readonly row: RequestRow
  /** The obstacle to the payment, once it may be shown. */
  readonly fault: Extract<ParsedRow, { ok: false }> | null
  readonly signature: TextSignature | null | undefined
  /** Why it needs a second look, in sentences. */
  readonly doubts: readonly string[]
  readonly payeeDoubts: readonly PayeeDoubt[]
  /** The person wants to pay it in spite of its doubts. */
  readonly sure: boolean
  /** The payment for it now; null while that is unknown. */
  readonly payment: Payment | null
}

/** The requests with their checks and the person's answers. */
export type CheckedRequests = {
  readonly rows: readonly CheckedRequest[]
  /** Those that can be paid now. */
  readonly payments: readonly Payment[]
  /** Payees that could not be checked. */
  readonly unreadPayees: readonly UnreadPayees[]
  /** Whether the account paid them before. */
  readonly already: 'reading' | 'read' | 'not-read'
  /** One of the signatures is fake. */
  readonly forged: boolean
  readonly isChecking: boolean
  /** Everything is checked and agreed to. */
  readonly ready: boolean
  /** The review was asked for, so everything that is missing is shown. */
  readonly asked: boolean
  /** The review opens by itself. */
  readonly goesOn: boolean
  readonly ticks: ReadonlySet<string>
  readonly onTick: (ids: readonly string[], yes: boolean) => void
  /** Reads the rates again. */
  readonly readRates: () => void
  readonly review: () => void
}

/** Checks requests before their review. */
export function useRequestRows(props: RequestRowsProps): CheckedRequests {
  const { account, rows, isDirect, onReview } = props
  const [asked, setAsked] = useState(false)
  const [{ ticks }, setTicked] = useState<Pick<CheckedRequests, 'ticks'>>({ ticks: new Set() })
  const already = usePaidAlready(account)
  // A valid link always has a checksummed payee.
  const payees = rows.map(({ signed: { request } }) => ({ payee: request.payee, hasChecksum: true }))
  const checks = usePayeeChecks(account, payees)
  const found = rows.map(({ signed: { request } }) => already.of(request))
  const isOn = useEarlyChecks()
  const signatures = useQueries({ queries: rows.map(({ signed }) => signatureQuery(signed, isOn)) })
  const now = useNow()
  const inUsd = rows.flatMap(({ signed: { request } }) => (request.asked.kind === 'usd' ? [request] : []))
  const rates = useAgreedPrices(inUsd.map(({ token }) => token))
  const { storage } = usePortal().page
  const opened = useMemo(
    () => rows.map(({ signed }) => firstOpenedAt(storage, requestId(encodeRequest(signed)), Date.now())),
    [rows, storage],
  )
  const checked = rows.map(({ signed }, index) => ({ signed, signature: signatures[index]?.data ?? null }))
  const identities = useRequestIdentities(isOn ? checked : [])
  const parsed = rows.map((row, index) => {
    const rate = rates.of.get(Token.key(row.signed.request.token))
    const one = parseRow(row, account.address, rate, now, opened[index])
    const name = identities[index] && askerText(identities[index])
    return one.ok && name ? { ...one, payment: { ...one.payment, name } } : one
  })
  const proofsOpen = identities.some(({ proof }) => proof?.kind === 'of-payee' && proof.verdict === null)
  const payments = parsed.flatMap((one) => (one.ok ? [one.payment] : []))
  const review = useAskedInReview(
    account,
    payments,
    found.some((one) => one !== null),
  )
  const doubts = rows.map(({ signed: { request } }, index) => {
    const one = parsed[index]
    // The review names these payments and asks for consent, so this page does not ask, too.
    return one?.ok && review.asksAbout(one.payment) ? [] : doubtsOf(request, found[index] ?? null, now)
  })
  const forged = rows.some((_, index) => signatures[index]?.data?.kind === 'wrong')
  const signaturesOpen = rows.some(
    ({ signed }, index) => signed.signature !== null && !signatures[index]?.data,
  )
  const doubtful = rows.filter(({ id }, index) => doubts[index]?.length !== 0 && !ticks.has(id))
  const isChecking =
    signaturesOpen ||
    proofsOpen ||
    already.state === 'reading' ||
    review.isReading ||
    checks.isBusy ||
    rates.isReading
  const unread = already.state === 'not-read' && !ticks.has(UNREAD)
  const ready =
    payments.length === rows.length &&
    !forged &&
    !isChecking &&
    doubtful.length === 0 &&
    !unread &&
    isAnswered(checks, ticks)
  const onTick = (ids: readonly string[], yes: boolean) => setTicked((before) => withTicks(before, ids, yes))
  const goOn = () => {
    setAsked(true)
    if (ready) onReview(payments)
  }
  const goesOn = (isDirect ?? false) && ready && ticks.size === 0
  useWhen(goesOn, () => onReview(payments))
  return {
    rows: rows.map((row, index) => {
      const one = parsed[index]
      return {
        row,
        fault:
          one &&
          !one.ok &&
          (asked || one.field === 'payee' || row.typed !== '' || isUnpriced(row, rates.isReading))
            ? one
            : null,
        signature: signatures[index]?.data,
        doubts: doubts[index] ?? [],
        payeeDoubts:
          one?.ok || one?.field === 'amount'
            ? checks.doubts.filter(({ payee }) => payee === row.signed.request.payee)
            : [],
        sure: ticks.has(row.id),
        payment: one?.ok ? one.payment : null,
      }
    }),
    ...{ payments, forged, isChecking, ready, asked, goesOn, ticks, onTick },
    unreadPayees: checks.unread,
    already: already.state,
    readRates: rates.again,
    review: goOn,
  }
}

/** A request in US dollars that has no amount now, which needs no press to be said. */
function isUnpriced({ signed: { request } }: RequestRow, isReading: boolean): boolean {
  return request.asked.kind === 'usd' && !isReading
}

/** Which of these payments the review will ask about, because it finds an earlier one by itself. */
function useAskedInReview(account: Account, payments: readonly Payment[], isNeeded: boolean) {
  const context = usePayoutContext(account)
  const { data, isLoading } = useQuery({
    ...earlierPaymentsQuery(context, payments, callsOfPayments(payments), null),
    enabled: isNeeded && payments.length > 0,
  })
  const asked = new Set((data?.found ?? []).flatMap(({ rows, isOld }) => (isOld ? [] : rows)))
  return {
    isReading: isLoading,
    asksAbout: (payment: Payment) => asked.has(payments.indexOf(payment)),
  }
}
