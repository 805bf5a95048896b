import * as Amount from '#chain/money/Amount.ts'
import { PayeeRow } from '#components/payee/PayeeRow.tsx'
import { PersonName } from '#components/payee/PersonName.tsx'
import { RateText } from '#components/price/RateText.tsx'
import { amountOf, amountText, isPinned } from '#domain/request/PaymentRequest.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { PayeeDoubts, type Ticking } from '#pages/pay/review/PayeeDoubts.tsx'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './RequestRows.module.css'
import type { CheckedRequest } from './useRequestRows.ts'

/** One of the requests to be paid, with its checks and doubts. */
export function RequestRowView(
  props: CheckedRequest & {
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
  const { tone, title } = signatureText(signature !== null, props.signature)
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

function signatureText(isSigned: boolean, found: TextSignature | null | undefined): StatusText {
  if (!isSigned) return { tone: 'warn', title: 'Not signed', text: '' }
  switch (found?.kind) {
    case 'valid':
      return { tone: 'sign', title: 'Signed', text: '' }
    case 'wrong':
      return { tone: 'bad', title: 'Fake signature', text: '' }
    case 'unknown':
      return { tone: 'warn', title: 'Signature unchecked', text: '' }
    default:
      return { tone: 'wait', title: 'Checking signature', text: '' }
  }
}
