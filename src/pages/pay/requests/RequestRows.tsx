import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { PayeeRow, PersonName } from '#components/payee/PersonName.tsx'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { RateText, useAgreedPrices } from '#components/price/prices.tsx'
import { useRequestIdentities } from '#components/request/useRequestState.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { isAnswered, withTicks } from '#domain/payee/checkPayee.ts'
import { callsOfPayments, type Payment, requestId } from '#domain/payout/Payout.ts'
import { firstOpenedAt } from '#domain/request/keptRequests.ts'
import { amountOf, amountText, isPinned } from '#domain/request/PaymentRequest.ts'
import { askerText } from '#domain/request/requestIdentity.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { count, plural } from '#domain/shared/format.ts'
import { PayeeDoubts, Sums, UnreadNotices } from '#pages/pay/review/Recipients.tsx'
import { UncheckedEarlier } from '#pages/pay/review/Review.tsx'
import { usePaidAlready } from '#pages/pay/review/useConsent.ts'
import { signatureQuery } from '#queries/proof.ts'
import { earlierPaymentsQuery } from '#queries/review.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart, Surface } from '#ui/content/Card.tsx'
import { TextField, Tick } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow, useWhen } from '#ui/useNow.ts'
import css from './RequestRows.module.css'
import { type Collected, doubtOf, hasRequests, isRepeated, parseRow, type RequestRow } from './requestRows.ts'

const REPEATED = 'A request above asks for the same amount to the same address.'

/** An id for all rows at once: earlier payments could not be read. */
const UNREAD = 'unread'

type RequestRowsProps = {
  account: Account
  rows: readonly RequestRow[]
  /**
   * One request whose Pay was pressed on its own page: it opens the review by itself, unless the person has to answer
   * a question.
   */
  isDirect: boolean
  onChange: (rows: readonly RequestRow[]) => void
  onReview: (payments: readonly Payment[]) => void
}

/** The requests with their checks and the person's answers. */
type CheckedRequests = ReturnType<typeof useRequestRows>

/**
 * The requests to be paid together, and their total. The review is blocked while one of them is invalid or in doubt.
 */
export function RequestRows(
  props: RequestRowsProps & {
    /** The answer to the links that were pasted last. */
    last: Collected | null
    onAdd: (pasted: string) => void
    /** Below the total. */
    aside: ReactNode
  },
) {
  const list = useRequestRows(props)
  const { rows, isUnread, isForged, isChecking, ticking } = list
  if (props.isDirect && (isChecking || list.opensReview) && !isForged) {
    return (
      <Card title="Request">
        <Skeleton lines={4} label="Checking the request" />
      </Card>
    )
  }
  return (
    <div className="layout-aside">
      <div>
        <Surface label="Requests">
          <CardPart>
            <CollectRequests last={props.last} onAdd={props.onAdd} />
          </CardPart>
          <ol aria-label="Requests to pay">
            {rows.map((one, index) => (
              <li key={one.row.id} className={css.row}>
                <RequestRowView list={list} one={one} index={index} />
              </li>
            ))}
          </ol>
        </Surface>
        <UnreadNotices unread={list.unreadPayees} {...ticking} />
        {rows.length > 0 && isUnread && (
          <UncheckedEarlier
            isTicked={ticking.ticks.has(UNREAD)}
            onTick={(yes) => ticking.onTick([UNREAD], yes)}
          />
        )}
      </div>
      <div>
        {rows.length > 0 && <RequestsTotal list={list} />}
        {props.aside}
      </div>
    </div>
  )
}

/** Checks requests before their review. */
function useRequestRows({ account, rows, isDirect, onChange, onReview }: RequestRowsProps) {
  const [isAsked, setAsked] = useState(false)
  const [ticked, setTicked] = useState<{ readonly ticks: ReadonlySet<string> }>({ ticks: new Set() })
  const { ticks } = ticked
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
      /** A contradiction in its identity, in a sentence; null for none. */
      identityDoubt: identity?.doubt ?? null,
      hasHandle: identity?.handle != null && identity.doubt === null,
    }
  })
  const payments = read.flatMap(({ parsed }) => (parsed.ok ? [parsed.payment] : []))
  // The review finds some earlier payments by itself, and asks about them.
  const earlier = useQuery({
    ...earlierPaymentsQuery(usePayoutContext(account), payments, callsOfPayments(payments), null),
    enabled: payments.length > 0 && read.some(({ found }) => found !== null),
  })
  const reviewed = new Set((earlier.data?.found ?? []).flatMap(({ rows, isOld }) => (isOld ? [] : rows)))
  const checked = read.map(({ row, parsed, found, signature, identityDoubt, hasHandle }) => {
    const { request } = row.signed
    // A request in US dollars that has no amount now needs no press to be said.
    const isUnpriced = request.asked.kind === 'usd' && !rates.isReading
    const isWrongPayee = !parsed.ok && parsed.field === 'payee'
    const isReviewed = parsed.ok && reviewed.has(payments.indexOf(parsed.payment))
    return {
      row,
      signature,
      /** It names a handle whose code has not been looked for here. */
      hasHandle,
      /** The obstacle to the payment, once it may be shown. */
      fault: !parsed.ok && (isAsked || isWrongPayee || row.typed !== '' || isUnpriced) ? parsed : null,
      /** Why it needs a second look, in a sentence; null for no reason. */
      doubt: isReviewed ? null : doubtOf(request, found, now),
      /** A reason against the identity that its sender claims, and one against a second payment, with the ids of their ticks. */
      asks: [identityDoubt, parsed.ok && isRepeated(payments, parsed.payment) ? REPEATED : null].flatMap(
        (text) => (text === null ? [] : [{ id: `${row.id} ${text}`, text }]),
      ),
      payeeDoubts: isWrongPayee ? [] : checks.doubts.filter(({ payee }) => payee === request.payee),
      /** The payment for it now; null while that is unknown. */
      payment: parsed.ok ? parsed.payment : null,
    }
  })
  const isForged = checked.some(({ signature }) => signature?.kind === 'wrong')
  const isChecking =
    checked.some(({ row, signature }) => row.signed.signature !== null && !signature) ||
    identities.some(({ proof }) => proof?.kind === 'of-payee' && proof.verdict === null) ||
    already.state === 'reading' ||
    earlier.isLoading ||
    checks.isBusy ||
    rates.isReading
  const isReady =
    payments.length === rows.length &&
    !isForged &&
    !isChecking &&
    checked.every(({ row, doubt }) => doubt === null || ticks.has(row.id)) &&
    checked.every(({ asks }) => asks.every(({ id }) => ticks.has(id))) &&
    (already.state !== 'not-read' || ticks.has(UNREAD)) &&
    isAnswered(checks, ticks)
  const opensReview = isDirect && isReady && ticks.size === 0
  useWhen(opensReview, () => onReview(payments))
  return {
    account,
    rows: checked,
    /** Those that can be paid now. */
    payments,
    isForged,
    isChecking,
    /** The review was asked for while something was missing, so all of that is shown. */
    isBlocked: isAsked && !isReady,
    opensReview,
    ticking: {
      ticks,
      onTick: (ids: readonly string[], yes: boolean) => setTicked((before) => withTicks(before, ids, yes)),
    },
    unreadPayees: checks.unread,
    isReadingEarlier: already.state === 'reading',
    isUnread: already.state === 'not-read',
    readRates: rates.again,
    /** Puts another row, or none, in the place of one. */
    replace: (index: number, ...row: readonly RequestRow[]) => onChange(rows.toSpliced(index, 1, ...row)),
    review() {
      setAsked(true)
      if (isReady) onReview(payments)
    },
  }
}

/** The total of the requests that can be paid now, and the way to their review. */
function RequestsTotal({ list }: { list: CheckedRequests }) {
  const { account, rows, payments } = list
  const left = rows.length - payments.length
  return (
    <Card title="Total">
      <Sums of={Amount.totalsOf(payments)} />
      {left > 0 && (
        <p className="text-small">
          {count(left, 'request')} can’t be paid yet and {plural(left, 'isn’t', 'aren’t')} in this total.
        </p>
      )}
      {list.isBlocked && (
        <p role="alert">
          {list.isForged
            ? 'One signature is fake. Remove that request to continue.'
            : 'Fix, check or remove what’s marked first.'}
        </p>
      )}
      <Button primary size="large" onClick={list.review} disabled={list.isChecking}>
        {plural(rows.length, 'Review payment', `Review ${rows.length} payments`)}
      </Button>
      {list.isReadingEarlier ? (
        <p className="text-small">Checking for earlier payments…</p>
      ) : (
        rows.length > 1 &&
        factsOf(account).hasOwners && <p className="text-small">They become one proposal to the Safe.</p>
      )}
    </Card>
  )
}

/** One of the requests to be paid, with its checks and doubts. */
function RequestRowView(props: {
  list: CheckedRequests
  one: CheckedRequests['rows'][number]
  index: number
}) {
  const { list, one, index } = props
  const { row, fault, payment, doubt, asks } = one
  const { request, signature } = row.signed
  const { payee, token, asked, memo, reference } = request
  const { ticks, onTick } = list.ticking
  const amount = amountOf(request)
  const { tone, title } = signatureBadges[signature ? (one.signature?.kind ?? 'checking') : 'missing']
  return (
    <>
      <PayeeRow
        place={index + 1}
        address={payee}
        name={<PersonName address={payee} given={payment?.name} />}
        end={
          <span className="layout-line">
            {asked.kind === 'open' ? (
              <span>You choose how much {isPinned(token) ? token.symbol : ''}</span>
            ) : amount && isPinned(token) ? (
              <AmountText value={Amount.formatNumber(amount)} symbol={token.symbol} />
            ) : (
              <span>{amountText(request)}</span>
            )}
            <Button
              ghost
              size="small"
              onClick={() => list.replace(index)}
              aria-label={`Remove the request for ${amountText(request)}`}
            >
              <Icon name="x" size={20} />
            </Button>
          </span>
        }
        status={
          <>
            <StatusBadge tone={tone}>{title}</StatusBadge>
            {!isPinned(token) && <StatusBadge tone="warn">Unverified token</StatusBadge>}
          </>
        }
      >
        {one.hasHandle && <span className="text-fine">Handle not checked</span>}
        {(memo || reference) && (
          <span className="text-fine">
            {memo && (
              <q>
                <bdi>{memo}</bdi>
              </q>
            )}
            {memo && reference && ' · '}
            {reference && <bdi>{reference}</bdi>}
          </span>
        )}
      </PayeeRow>
      <div className={css.more}>
        {fault?.field === 'payee' && (
          <p className="text-fault" role="alert">
            {fault.fault}
          </p>
        )}
        {payment?.rate && (
          <p className="text-small">
            About {Amount.format(payment.amount)}: <RateText token={token} price={payment.rate.price} />
          </p>
        )}
        {asked.kind === 'usd' && fault?.field === 'amount' && (
          <p role="alert" className="text-fault">
            {fault.fault} Nothing was sent.{' '}
            <Button size="small" onClick={list.readRates}>
              Read the rate again
            </Button>
          </p>
        )}
        {asked.kind === 'open' && (
          <TextField
            label={`Amount in ${token.symbol}`}
            fault={fault?.field === 'amount' ? fault.fault : null}
            value={row.typed}
            inputMode="decimal"
            onText={(typed) => list.replace(index, { ...row, typed })}
          />
        )}
        <PayeeDoubts doubts={one.payeeDoubts} ticks={ticks} onTick={onTick} />
        {asks.map(({ id, text }) => (
          <Tick key={id} isTicked={ticks.has(id)} onTick={(yes) => onTick([id], yes)}>
            {text} Check with the sender. Pay it anyway.
          </Tick>
        ))}
        {doubt !== null && (
          <Tick isTicked={ticks.has(row.id)} onTick={(yes) => onTick([row.id], yes)}>
            {doubt} Pay it anyway.
          </Tick>
        )}
      </div>
    </>
  )
}

const signatureBadges = {
  missing: { tone: 'warn', title: 'Not signed' },
  checking: { tone: 'wait', title: 'Checking signature' },
  valid: { tone: 'sign', title: 'Signed' },
  wrong: { tone: 'bad', title: 'Fake signature' },
  unknown: { tone: 'warn', title: 'Signature unchecked' },
} as const

/** Takes more request links, under the answer to the ones that were pasted last. A changed text is not yet answered. */
function CollectRequests(props: { last: Collected | null; onAdd: (pasted: string) => void }) {
  const { last, onAdd } = props
  const [typed, setTyped] = useState<{ text: string; after: Collected | null }>({ text: '', after: null })
  const said = typed.after === last ? null : last
  const text = said ? said.left : typed.text
  return (
    <Form className="" onSubmit={() => onAdd(text)}>
      <div className={css.add}>
        <TextField
          label="Request links"
          hint="They’re paid together."
          fault={said?.isFault ? said.said : null}
          rows={1}
          placeholder="Paste one or more links"
          value={text}
          spellCheck={false}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            // A whole link needs no second press.
            if (text !== '' || !hasRequests(pasted)) return
            event.preventDefault()
            onAdd(pasted)
          }}
          onText={(next) => setTyped({ text: next, after: last })}
        />
        <Button type="submit">Add</Button>
      </div>
      {said?.isFault === false && <p role="status">{said.said}</p>}
    </Form>
  )
}
