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
import { isAnswered, withTicks } from '#domain/payee/checkPayee.ts'
import { callsOfPayments, type Payment } from '#domain/payout/Payout.ts'
import { requestId } from '#domain/payout/usdRate.ts'
import { firstOpenedAt } from '#domain/request/openedRequests.ts'
import { askerText } from '#domain/request/requestIdentity.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { usePaidAlready } from '#pages/pay/review/usePaidAlready.ts'
import { signatureQuery } from '#queries/requestSignatures.ts'
import { earlierPaymentsQuery } from '#queries/review.ts'
import { useNow } from '#ui/useNow.ts'
import { useWhen } from '#ui/useWhen.ts'
import { doubtsOf, parseRow, type RequestRow } from './requestRows.ts'

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

/** The requests with their checks and the person's answers. */
export type CheckedRequests = ReturnType<typeof useRequestRows>

/** Checks requests before their review. */
export function useRequestRows({ account, rows, isDirect = false, onReview }: RequestRowsProps) {
  const [asked, setAsked] = useState(false)
  const [{ ticks }, setTicked] = useState<{ readonly ticks: ReadonlySet<string> }>({ ticks: new Set() })
  const already = usePaidAlready(account)
  // A valid link always has a checksummed payee.
  const payees = rows.map(({ signed: { request } }) => ({ payee: request.payee, hasChecksum: true }))
  const checks = usePayeeChecks(account, payees)
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
  const signed = rows.map((row, index) => ({ ...row, signature: signatures[index]?.data ?? null }))
  const identities = useRequestIdentities(isOn ? signed : [])
  const read = rows.map((row, index) => {
    const { request } = row.signed
    const rate = rates.of.get(Token.key(request.token))
    const parsed = parseRow(row, account.address, rate, now, opened[index])
    const identity = identities[index]
    const name = identity && askerText(identity)
    return {
      row,
      parsed: parsed.ok && name ? { ...parsed, payment: { ...parsed.payment, name } } : parsed,
      found: already.of(request),
      signature: signatures[index]?.data,
    }
  })
  const payments = read.flatMap(({ parsed }) => (parsed.ok ? [parsed.payment] : []))
  const isFound = read.some(({ found }) => found !== null)
  const review = useAskedInReview(account, payments, isFound)
  const checked = read.map(({ row, parsed, found, signature }) => {
    const { request } = row.signed
    // A request in US dollars that has no amount now needs no press to be said.
    const isUnpriced = request.asked.kind === 'usd' && !rates.isReading
    const isWrongPayee = !parsed.ok && parsed.field === 'payee'
    return {
      row,
      signature,
      /** The obstacle to the payment, once it may be shown. */
      fault: !parsed.ok && (asked || isWrongPayee || row.typed !== '' || isUnpriced) ? parsed : null,
      /** Why it needs a second look, in sentences. The review names some payments itself, and asks about them. */
      doubts: parsed.ok && review.asksAbout(parsed.payment) ? [] : doubtsOf(request, found, now),
      payeeDoubts: isWrongPayee ? [] : checks.doubts.filter(({ payee }) => payee === request.payee),
      /** The person wants to pay it in spite of its doubts. */
      sure: ticks.has(row.id),
      /** The payment for it now; null while that is unknown. */
      payment: parsed.ok ? parsed.payment : null,
    }
  })
  /** One of the signatures is fake. */
  const forged = checked.some(({ signature }) => signature?.kind === 'wrong')
  const isChecking =
    checked.some(({ row, signature }) => row.signed.signature !== null && !signature) ||
    identities.some(({ proof }) => proof?.kind === 'of-payee' && proof.verdict === null) ||
    already.state === 'reading' ||
    review.isReading ||
    checks.isBusy ||
    rates.isReading
  const ready =
    payments.length === rows.length &&
    !forged &&
    !isChecking &&
    checked.every(({ doubts, sure }) => doubts.length === 0 || sure) &&
    (already.state !== 'not-read' || ticks.has(UNREAD)) &&
    isAnswered(checks, ticks)
  const goesOn = isDirect && ready && ticks.size === 0
  useWhen(goesOn, () => onReview(payments))
  return {
    rows: checked,
    /** Those that can be paid now. */
    payments,
    forged,
    isChecking,
    /** Everything is checked and agreed to. */
    ready,
    /** The review was asked for, so everything that is missing is shown. */
    asked,
    /** The review opens by itself. */
    goesOn,
    ticks,
    onTick: (ids: readonly string[], yes: boolean) => setTicked((before) => withTicks(before, ids, yes)),
    unreadPayees: checks.unread,
    /** Whether the account paid them before. */
    already: already.state,
    /** Reads the rates again. */
    readRates: rates.again,
    review() {
      setAsked(true)
      if (ready) onReview(payments)
    },
  }
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
