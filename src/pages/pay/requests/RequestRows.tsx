import { type ReactNode, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PayeeRow } from '#components/payee/PayeeRow.tsx'
import { PersonName } from '#components/payee/PersonName.tsx'
import { RateText } from '#components/price/RateText.tsx'
import { amountOf, amountText, isPinned } from '#domain/request/PaymentRequest.ts'
import { count, plural } from '#domain/shared/format.ts'
import { UncheckedEarlier } from '#pages/pay/review/ConsentNotices.tsx'
import { PayeeDoubts, type Ticking, UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Sums } from '#pages/pay/review/Recipients.tsx'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart, Surface } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './RequestRows.module.css'
import { type Collected, hasRequests } from './requestRows.ts'
import { type CheckedRequests, type RequestRowsProps, UNREAD, useRequestRows } from './useRequestRows.ts'

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
  const { account, rows, onChange } = props
  const checked = useRequestRows(props)
  const { already, forged, isChecking, goesOn, ticks, onTick } = checked
  if (props.isDirect && (isChecking || goesOn) && !forged) {
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
            {checked.rows.map((one, index) => (
              <li key={one.row.id} className={css.row}>
                <RequestRowView
                  {...one}
                  place={index + 1}
                  ticking={{ ticks, onTick }}
                  onRate={checked.readRates}
                  onType={(typed) => onChange(rows.with(index, { ...one.row, typed }))}
                  onSure={(yes) => onTick([one.row.id], yes)}
                  onRemove={() => onChange(rows.filter(({ id }) => id !== one.row.id))}
                />
              </li>
            ))}
          </ol>
        </Surface>
        <UnreadNotices unread={checked.unreadPayees} ticks={ticks} onTick={onTick} />
        {rows.length > 0 && already === 'not-read' && (
          <UncheckedEarlier isTicked={ticks.has(UNREAD)} onTick={(yes) => onTick([UNREAD], yes)} />
        )}
      </div>
      <div>
        {rows.length > 0 && <RequestsTotal account={account} checked={checked} />}
        {props.aside}
      </div>
    </div>
  )
}

/** The total of the requests that can be paid now, and the way to their review. */
function RequestsTotal({ account, checked }: { account: Account; checked: CheckedRequests }) {
  const { rows, payments, already, forged, isChecking, ready, asked } = checked
  return (
    <Card title="Total">
      <Sums of={Amount.totalsOf(payments)} />
      {payments.length < rows.length && (
        <p className="text-small">
          {count(rows.length - payments.length, 'request')} can’t be paid yet and{' '}
          {plural(rows.length - payments.length, 'isn’t', 'aren’t')} in this total.
        </p>
      )}
      {asked && !ready && (
        <p role="alert">
          {forged
            ? 'One signature is fake. Remove that request to continue.'
            : 'Fix, check or remove what’s marked first.'}
        </p>
      )}
      <Button primary size="large" onClick={checked.review} disabled={isChecking}>
        {plural(rows.length, 'Review payment', `Review ${rows.length} payments`)}
      </Button>
      {already === 'reading' ? (
        <p className="text-small">Checking for earlier payments…</p>
      ) : (
        rows.length > 1 &&
        factsOf(account).hasOwners && <p className="text-small">They become one proposal to the Safe.</p>
      )}
    </Card>
  )
}

/** One of the requests to be paid, with its checks and doubts. */
function RequestRowView(
  props: CheckedRequests['rows'][number] & {
    /** Its place in the list, from 1. */
    place: number
    ticking: Ticking
    /** Reads the rate again. */
    onRate: () => void
    onType: (typed: string) => void
    onSure: (yes: boolean) => void
    onRemove: () => void
  },
) {
  const { row, fault, doubts } = props
  const { request, signature } = row.signed
  const { payee, token, asked, memo, reference } = request
  const amount = amountOf(request)
  const { tone, title } = signatureBadges[signature ? (props.signature?.kind ?? 'checking') : 'missing']
  return (
    <>
      <PayeeRow
        place={props.place}
        address={payee}
        name={<PersonName address={payee} given={props.payment?.name} />}
        end={
          <span className="layout-line">
            <span className={css.sum}>
              {asked.kind === 'open' ? (
                <span>You choose how much {isPinned(token) ? token.symbol : ''}</span>
              ) : amount && isPinned(token) ? (
                <AmountText value={Amount.formatNumber(amount)} symbol={token.symbol} />
              ) : (
                amountText(request)
              )}
              <StatusBadge tone={tone}>{title}</StatusBadge>
              {!isPinned(token) && <StatusBadge tone="warn">Unverified token</StatusBadge>}
            </span>
            <Button
              ghost
              size="small"
              onClick={props.onRemove}
              aria-label={`Remove the request for ${amountText(request)}`}
            >
              <Icon name="x" size={20} />
            </Button>
          </span>
        }
      >
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
        {asked.kind === 'usd' && props.payment?.rate && (
          <p className="text-small">
            About {Amount.format(props.payment.amount)}:{' '}
            <RateText token={token} price={props.payment.rate.price} />
          </p>
        )}
        {asked.kind === 'usd' && fault?.field === 'amount' && (
          <p role="alert" className="text-fault">
            {fault.fault} Nothing was sent.{' '}
            <Button size="small" onClick={props.onRate}>
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
            onText={props.onType}
          />
        )}
        <PayeeDoubts doubts={props.payeeDoubts} {...props.ticking} />
        {doubts.length > 0 && (
          <Tick isTicked={props.sure} onTick={props.onSure}>
            {doubts.join(' ')} Pay it anyway.
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

/**
 * Takes more request links, under the answer to the ones that were pasted last. A changed text is not yet answered.
 */
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
