import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { type Payer, PayFrom } from '#components/account/PayFrom.tsx'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import { AmountField } from '#components/payment/AmountField.tsx'
import { type PaymentDraft, readPaymentDraft, settlePayee, withText } from '#domain/draft/paymentDraft.ts'
import { isAnswered, type LookedUpName, withTicks } from '#domain/payee/checkPayee.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { inSafeUrl } from '#domain/shared/paths.ts'
import { PayeeDoubts, type Ticking, UnreadNotices } from '#pages/pay/review/Recipients.tsx'
import { accountContractQuery, balancesQuery } from '#queries/account.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText, BriefNumber } from '#ui/content/AmountText.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useWhen } from '#ui/useNow.ts'
import css from './PaymentForm.module.css'
import { RecipientField } from './RecipientField.tsx'

const nobody: readonly never[] = []

/** Longest note, in characters. */
const LONGEST_NOTE = 80

/**
 * Token, payee and amount. Errors appear when the person presses Review, then update while typing. Doubts
 * about the payee appear immediately and must be answered before the review.
 */
export function PaymentForm(
  props: {
    account: Account
    draft: PaymentDraft
    onChange: (draft: PaymentDraft) => void
    /** A name was looked up, which may have been replaced by other text meanwhile. */
    onName: (found: LookedUpName) => void
    onReview: (payment: Payment) => void
  } & Pick<ComponentProps<typeof RecipientField>, 'onEnter' | 'ways'>,
) {
  const { account, draft } = props
  const [asked, setAsked] = useState(false)
  /** Review was pressed while the payee was still being checked. */
  const [isWaiting, setWaiting] = useState(false)
  const read = readPaymentDraft(draft, account.address)
  const { payee } = read
  const faults = asked ? read.faults : {}
  const checks = usePayeeChecks(account, payee.ok ? [payee] : nobody)
  const payment = isAnswered(checks, draft.ticks) ? read.payment : null
  const { isBusy } = checks
  useWhen(isWaiting && !isBusy, () => {
    setWaiting(false)
    if (payment) props.onReview(payment)
  })
  /** After a change, Review must be pressed again. */
  const change = (next: PaymentDraft) => {
    setWaiting(false)
    props.onChange(next)
  }
  const ticking: Ticking = {
    ticks: draft.ticks,
    onTick: (ids, yes) => change(withTicks(draft, ids, yes)),
  }

  const review = () => {
    setAsked(true)
    const settled = settlePayee(draft)
    // A link has just filled in the form, which has to be seen before the review.
    if (settled !== draft) return change(settled)
    if (payment) return props.onReview(payment)
    if (read.payment) setWaiting(isBusy)
  }

  return (
    <Form onSubmit={review}>
      <RecipientField
        account={account}
        value={draft.payee}
        payee={payee}
        fault={faults.payee ?? null}
        onChange={(value) => change(withText(draft, 'payee', value))}
        onLeave={() => {
          const settled = settlePayee(draft)
          if (settled !== draft) change(settled)
        }}
        onName={props.onName}
        onEnter={props.onEnter}
        ways={props.ways}
      />
      <SumField account={account} draft={draft} fault={faults.amount ?? null} onChange={change} />
      <TextField
        label="Note (optional)"
        hint="Only kept in this browser."
        name="note"
        value={draft.note}
        maxLength={LONGEST_NOTE}
        spellCheck={false}
        onText={(text) => change(withText(draft, 'note', text))}
      />
      <PayeeDoubts doubts={checks.doubts} {...ticking} />
      <UnreadNotices unread={checks.unread} {...ticking} />
      {asked && read.payment && !payment && (
        <p role="alert">{isBusy ? 'Checking the recipient…' : 'Check the recipient above first.'}</p>
      )}
      <Button primary size="large" type="submit">
        Review payment
      </Button>
    </Form>
  )
}

/** How much of which token is paid, and how much there is. */
function SumField(props: {
  account: Account
  draft: PaymentDraft
  fault: string | null
  onChange: (draft: PaymentDraft) => void
}) {
  const { account, draft, fault, onChange } = props
  const { token } = draft
  const { data, isLoading } = useQuery(balancesQuery(account.address))
  const held = Amount.valueIn(data, token)
  // A wallet needs some BNB for the fee, and how much is not known yet.
  const canTakeAll = held !== null && held > 0n && (token.address !== null || !factsOf(account).paysFee)
  return (
    <>
      <AmountField
        value={draft.amount}
        onText={(text) => onChange(withText(draft, 'amount', text))}
        fault={fault}
        token={Token.key(token)}
        onToken={(key) => {
          const chosen = Token.byKey(key)
          if (chosen) onChange({ ...draft, token: chosen })
        }}
      />
      <p className={css.available}>
        {held === null ? (
          `Balance ${isLoading ? '…' : 'unknown'}`
        ) : (
          <span>
            <BriefNumber value={Amount.formatNumber({ token, value: held })} /> {token.symbol} available
          </span>
        )}
        {canTakeAll && (
          <button
            type="button"
            className={css.max}
            onClick={() => onChange(withText(draft, 'amount', Amount.toDecimal({ token, value: held })))}
          >
            Max
          </button>
        )}
      </p>
    </>
  )
}

/** The payer, and the balance after the payment. `draft` is the one payment that is filled in, if there is only one. */
export function FromCard(props: { account: Account; payer: Payer; draft: PaymentDraft | null }) {
  const { account, payer, draft } = props
  return (
    <Card title="From">
      <Identity
        address={account.address}
        name={`Your ${factsOf(account).noun}`}
        sub={<ShortAddress address={account.address} />}
      />
      <SafeNotice account={account} />
      {draft && <BalanceAfter address={account.address} draft={draft} />}
      <PayFrom payer={payer} />
    </Card>
  )
}

/** A Safe that is connected like a wallet. */
function SafeNotice({ account }: { account: Account }) {
  const { data } = useQuery(accountContractQuery(account))
  if (data !== 'safe') return null
  return (
    <Notice tone="warn" title="This is a Safe.">
      <p>
        <ExternalLink href={inSafeUrl(account.address)}>
          Open the portal in Safe&#123;Wallet&#125;
        </ExternalLink>{' '}
        to propose from it.
      </p>
    </Notice>
  )
}

function BalanceAfter({ address, draft }: { address: Address; draft: PaymentDraft }) {
  const { token } = draft
  const { data, isLoading } = useQuery(balancesQuery(address))
  const held = Amount.valueIn(data, token)
  const parsed = Amount.parse(draft.amount, token)
  const sum = parsed.ok ? parsed.amount.value : null
  const left = held === null || sum === null ? null : held - sum
  const text = (value: bigint) => (
    <AmountText isBrief value={Amount.formatNumber({ token, value })} symbol={token.symbol} />
  )
  return (
    <dl className={`layout-sums ${css.after}`}>
      <NamedFact name="Balance">{held !== null ? text(held) : isLoading ? '…' : 'Unknown'}</NamedFact>
      {sum !== null && <NamedFact name="This payment">{text(sum)}</NamedFact>}
      {left !== null && (
        <div className={left < 0n ? css.short : undefined}>
          <dt>{left < 0n ? 'Short by' : 'After this'}</dt>
          <dd>{text(left < 0n ? -left : left)}</dd>
        </div>
      )}
    </dl>
  )
}
