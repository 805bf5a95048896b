import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { NameOffer } from '#components/payee/NameOffer.tsx'
import { lookUpFault, useNameLookUps } from '#components/payee/useNameLookUps.ts'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import {
  type PaymentDraft,
  type PaymentFaults,
  parsePayment,
  type ReviewedPayment,
  readDraftPayee,
  reviewablePayment,
  withAnswer,
  withText,
} from '#domain/draft/paymentDraft.ts'
import type { LookedUpName } from '#domain/payee/enteredName.ts'
import { enteredText, payeeFaultText } from '#domain/payee/payeeWords.ts'
import { findByName } from '#domain/people/Person.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { useHeld } from '#pages/pay/FromCard.tsx'
import { PayeeDoubts, UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Button } from '#ui/Button.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './PaymentForm.module.css'
import { RecipientInput } from './RecipientInput.tsx'
import { useRecipients } from './recipients.ts'

const nobody: readonly never[] = []

/** Longest note, in characters. */
const LONGEST_NOTE = 80

/**
 * Token, payee and amount. Errors appear when the person presses Review, then update while typing. Doubts
 * about the payee appear immediately and must be answered before the review.
 */
export function PaymentForm(props: {
  account: Account
  draft: PaymentDraft
  onChange: (draft: PaymentDraft) => void
  /** A name was looked up, which may have been replaced by other text meanwhile. */
  onName: (found: LookedUpName) => void
  onReview: (payment: ReviewedPayment) => void
}) {
  const { account, draft, onChange } = props
  const [asked, setAsked] = useState(false)
  /** Review was pressed while the payee was still being checked. */
  const [isWaiting, setWaiting] = useState(false)
  const parsed = parsePayment(draft, account.address)
  const faults: PaymentFaults = asked && !parsed.ok ? parsed.faults : {}
  const payee = readDraftPayee(draft, account.address)
  const checks = usePayeeChecks(account, payee.ok ? [payee] : nobody)
  const payment = reviewablePayment(draft, account.address, checks)
  const recipients = useRecipients(account)
  const { people } = usePeople()
  const name = payee.ok && recipients.find(({ address }) => address === payee.payee)?.name
  const lookUps = useNameLookUps(props.onName)
  const bnbName = !payee.ok && payee.fault.kind === 'bnb-name' ? payee.fault.name : null
  const namesakes = bnbName === null ? nobody : findByName(people)(bnbName)
  /** A name that is looked up without a press. The line below the field says what happens. */
  const isLookedUp = useEarlyChecks() && bnbName !== null && namesakes.length === 0
  const { isBusy } = checks
  const { token } = draft
  const held = useHeld(account.address, token)
  // A wallet needs some BNB for the fee, and how much is not known yet.
  const canTakeAll = held !== null && held > 0n && (token.address !== null || account.kind === 'safe')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the checks continues to the review
  useEffect(() => {
    if (!isWaiting || isBusy) return
    setWaiting(false)
    if (payment) props.onReview(payment)
  }, [isWaiting, isBusy])
  /** After a change, Review must be pressed again. */
  const change = (next: PaymentDraft) => {
    setWaiting(false)
    onChange(next)
  }
  const answering = {
    answers: draft.answers,
    onAnswer: (id: string, yes: boolean) => change(withAnswer(draft, id, yes)),
  }

  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (payment) return props.onReview(payment)
    if (parsed.ok) return setWaiting(isBusy)
    const first = parsed.faults.payee ? 'payee' : 'amount'
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const text = (name: 'amount' | 'note') => ({
    name,
    value: draft[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change(withText(draft, name, event.target.value)),
  })

  return (
    <form className="layout-form" onSubmit={review} noValidate>
      <Field
        label="To"
        hint={payee.ok ? undefined : 'An address on BNB Smart Chain that starts with 0x, or a .bnb name.'}
        fault={lookUpFault(lookUps, bnbName) ?? (isLookedUp ? null : (faults.payee ?? null))}
      >
        {(control) => (
          <RecipientInput
            control={control}
            recipients={recipients}
            value={draft.payee}
            isComplete={payee.ok}
            onChange={(value) => change(withText(draft, 'payee', value))}
          />
        )}
      </Field>
      {bnbName !== null && (
        <div className="layout-stack">
          <Namesakes
            name={bnbName}
            addresses={namesakes}
            onChoose={(address) => change(withText(draft, 'payee', address))}
          />
          <NameOffer name={bnbName} lookUps={lookUps} isAuto={isLookedUp} />
        </div>
      )}
      {payee.ok && (
        <p className={css.payee}>
          <Identicon address={payee.payee} size={28} />
          <span>
            {name && <bdi className={css.name}>{name}</bdi>}
            {payee.entered && <bdi className="text-small">{enteredText(payee.entered)}</bdi>}
            <GroupedAddress address={payee.payee} />
            {!name && (
              <Link className={css.save} href={nameToPath(payee.payee)}>
                Save a name
              </Link>
            )}
          </span>
        </p>
      )}
      <Field label="Amount" fault={faults.amount ?? null}>
        {(control) => (
          <span className={css.amount}>
            <input {...control} {...text('amount')} className={css.sum} inputMode="decimal" placeholder="0" />
            <span className={css.token}>
              <TokenLogo symbol={token.symbol} size={24} />
              <select
                className={css.select}
                aria-label="Token"
                value={Token.key(token)}
                onChange={(event) => {
                  const chosen = Token.byKey(event.target.value)
                  if (chosen) change({ ...draft, token: chosen })
                }}
              >
                {Token.pinned.map((one) => (
                  <option key={Token.key(one)} value={Token.key(one)}>
                    {one.symbol}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" size={16} />
            </span>
          </span>
        )}
      </Field>
      <p className={css.available}>
        {held === null ? 'Balance unknown' : `${Amount.format({ token, value: held })} available`}
        {canTakeAll && (
          <button
            type="button"
            className={css.max}
            onClick={() => change(withText(draft, 'amount', Amount.toDecimal({ token, value: held })))}
          >
            Max
          </button>
        )}
      </p>
      <Field label="Note (optional)" hint="Only kept in this browser.">
        {(control) => <input {...control} {...text('note')} maxLength={LONGEST_NOTE} />}
      </Field>
      <PayeeDoubts doubts={checks.doubts} {...answering} />
      <UnreadNotices unread={checks.unread} {...answering} />
      {asked && parsed.ok && !payment && (
        <p role="alert">{isBusy ? 'Checking the recipient…' : 'Check the recipient above first.'}</p>
      )}
      <Button primary size="large" type="submit">
        Review payment
      </Button>
    </form>
  )
}

/** People of exactly this name, who are not always those who registered it. */
function Namesakes(props: {
  name: string
  addresses: readonly Address[]
  onChoose: (address: Address) => void
}) {
  const { name, addresses, onChoose } = props
  if (addresses.length === 0) return null
  return (
    <>
      <p role="status">{payeeFaultText({ kind: 'person-or-name', name, addresses })}</p>
      <Actions>
        {addresses.map((address) => (
          <Button key={address} onClick={() => onChoose(address)}>
            Pay <ShortAddress address={address} /> from People
          </Button>
        ))}
      </Actions>
    </>
  )
}
