import { type UseComboboxProps, useCombobox } from 'downshift'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { lookUpFault, NameOffer, useNameLookUps } from '#components/payee/NameOffer.tsx'
import { useNames } from '#components/payee/useNames.ts'
import { usePaidPayees, usePeople } from '#components/payee/usePeople.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { readPastedLines } from '#domain/draft/struckText.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { enteredText, payeeTextFaultText, type ReadPayee } from '#domain/payee/readPayee.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { findByName, isPartOf, type Person } from '#domain/people/Person.ts'
import { whenInList } from '#domain/shared/format.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Identicon, Identity, ShortAddress } from '#ui/content/Identity.tsx'
import { Field } from '#ui/form/Fields.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './PaymentForm.module.css'
import recentCss from './RecentRecipients.module.css'
import inputCss from './RecipientInput.module.css'

const nobody: readonly never[] = []

/** The payee: an address, a person or a name, and its meaning. */
export function RecipientField(props: {
  account: Account
  value: string
  payee: ReadPayee
  fault: string | null
  onChange: (value: string) => void
  /** Takes a pasted or scanned text that is more than one payee, and says whether it did. */
  onEnter: (text: string) => boolean
  /** More ways to enter somebody, below the field. */
  ways: ReactNode
  /** The person left the field, so that its text is whole. */
  onLeave: () => void
  /** A name was looked up, which may have been replaced by other text meanwhile. */
  onName: (found: LookedUpName) => void
}) {
  const { payee, onChange } = props
  const recipients = useRecipients(props.account)
  const { people } = usePeople()
  const name = payee.ok && recipients.find(({ address }) => address === payee.payee)?.name
  const lookUps = useNameLookUps(props.onName)
  const bnbName = !payee.ok && payee.fault.kind === 'bnb-name' ? payee.fault.name : null
  const namesakes = bnbName === null ? nobody : findByName(people)(bnbName)
  /** A name that is looked up without a press. The line below the field says what happens. */
  const isLookedUp = useEarlyChecks() && bnbName !== null && namesakes.length === 0
  return (
    <>
      <Field
        label="To"
        hint={payee.ok ? undefined : 'An address, a .bnb name, request links or a whole list.'}
        fault={lookUpFault(lookUps, bnbName) ?? (isLookedUp ? null : props.fault)}
      >
        {(control) => (
          <RecipientInput
            control={control}
            recipients={recipients}
            value={props.value}
            isComplete={payee.ok}
            onChange={onChange}
            onPaste={props.onEnter}
            onLeave={props.onLeave}
          />
        )}
      </Field>
      {bnbName !== null && (
        <div className="layout-stack">
          <Namesakes name={bnbName} addresses={namesakes} onChoose={onChange} />
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
      <ScanPayee onText={(text) => props.onEnter(text) || onChange(text)} ways={props.ways} />
    </>
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
      <p role="status">{payeeTextFaultText({ kind: 'person-or-name', name, addresses })}</p>
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

const Scanner = lazyComponent(async () => (await import('./Scanner.tsx')).Scanner)

/** Opens the camera, which reads a QR code as the recipient; and the ways beside it. */
function ScanPayee({ onText, ways }: { onText: (text: string) => void; ways: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Scanner onText={onText} onClose={() => setOpen(false)} />
  return (
    <Actions>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="qr-code" size={16} /> Scan
      </Button>
      {ways}
    </Actions>
  )
}

/** How many are offered at once; typing narrows them down. */
const OFFERED = 8

/**
 * An address, typed, pasted or chosen from the recipients whose name or address matches. Only a click or Enter
 * on a marked recipient chooses one; leaving the field never does.
 */
export function RecipientInput(props: {
  /** The ids that the field's label and messages use. */
  control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
  recipients: readonly SuggestedRecipient[]
  value: string
  /** The value is a whole address, so that there is nothing to choose. */
  isComplete: boolean
  onChange: (value: string) => void
  /** Takes a pasted text that is more than one payee, and says whether it did. */
  onPaste?: (text: string) => boolean
  onLeave?: () => void
}) {
  const { control, recipients, value, isComplete, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const offered = isComplete ? [] : matching(recipients, value).slice(0, OFFERED)
  const isShown = isOpen && offered.length > 0
  const box = useCombobox<SuggestedRecipient>({
    items: offered,
    itemToString: (one) => one?.address ?? '',
    itemToKey: (one) => one?.address,
    inputId: control.id,
    inputValue: value,
    selectedItem: null,
    isOpen: isShown,
    stateReducer,
    onIsOpenChange: (change) => setOpen(change.isOpen),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.address),
  })
  return (
    <div className={inputCss.box}>
      <input
        {...box.getInputProps({
          ...control,
          name: 'payee',
          autoCapitalize: 'off',
          spellCheck: false,
          className: 'text-mono',
          placeholder: recipients.length > 0 ? 'Name or 0x…' : '0x…',
          // Not `onInputValueChange`: its update comes after the render, and the caret would jump to the end.
          onChange: (event) => onChange(event.currentTarget.value),
          onPaste: (event) => {
            if (props.onPaste?.(readPastedLines(event.clipboardData))) event.preventDefault()
          },
          onBlur: props.onLeave,
          onKeyDown: (event) => {
            // Without a marked recipient, Enter submits the form as in every other field.
            if (event.key === 'Enter' && box.highlightedIndex < 0) {
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
            }
          },
        })}
        aria-labelledby={undefined}
      />
      {recipients.length > 0 && (
        <Button
          ghost
          {...box.getToggleButtonProps({ 'aria-label': 'Choose a recipient', disabled: isComplete })}
        >
          <Icon name="book-user" size={20} />
        </Button>
      )}
      <ul {...box.getMenuProps({ 'aria-label': 'Recipients', className: inputCss.list, hidden: !isShown })}>
        {isShown &&
          offered.map((item, index) => (
            <li
              key={item.address}
              {...box.getItemProps({ item, index, className: inputCss.option })}
              data-marked={index === box.highlightedIndex || undefined}
            >
              <RecipientText recipient={item} />
            </li>
          ))}
      </ul>
    </div>
  )
}

/** Money goes to the chosen address, so neither leaving the field nor a mouse that rests on the list may choose. */
const stateReducer: NonNullable<UseComboboxProps<SuggestedRecipient>['stateReducer']> = (
  state,
  { type, changes },
) => {
  switch (type) {
    case useCombobox.stateChangeTypes.InputBlur:
      return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
    case useCombobox.stateChangeTypes.ItemMouseMove:
      return state
    default:
      return changes
  }
}

const SHOWN_RECENT = 4

/** The recipients of this browser's latest payouts; a press fills one in. Hidden if there are none. */
export function RecentRecipients(props: { account: Account; onPick: (payee: Address) => void }) {
  const recent = useRecipients(props.account)
    .filter(({ latest }) => latest)
    .slice(0, SHOWN_RECENT)
  if (recent.length === 0) return null
  return (
    <Card title="Recent recipients" flush>
      <ul>
        {recent.map((one) => (
          <li key={one.address}>
            <button type="button" className={recentCss.person} onClick={() => props.onPick(one.address)}>
              <RecipientText recipient={one} />
              <Icon name="chevron-right" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const whyWords = { payout: '', person: '', history: 'Paid before', owner: 'Owner of this Safe' } as const

/** Face, name and address of a recipient to choose, and why they are offered. */
function RecipientText({ recipient }: { recipient: SuggestedRecipient }) {
  const { address, latest, why } = recipient
  const names = useNames(recipient.name === null ? [address] : [])
  const name = recipient.name ?? names.get(address) ?? null
  const now = useNow()
  const reason = latest
    ? `${Amount.format(latest.amount)} · ${whenInList(latest.createdAt, now)}`
    : whyWords[why]
  return name === null ? (
    <Identity address={address} size={32} sub={reason} />
  ) : (
    <Identity
      address={address}
      size={32}
      name={<bdi>{name}</bdi>}
      sub={
        <>
          <ShortAddress address={address} />
          {reason && ` · ${reason}`}
        </>
      }
    />
  )
}

/** An account that may be paid again. */
export type SuggestedRecipient = {
  readonly address: Address
  /**
   * The name that the person at this browser gave, else the name in the latest list that had one; null if there is
   * none.
   */
  readonly name: string | null
  /** The amount that the latest payout of this browser requested. It need not have been paid. */
  readonly latest: { readonly amount: Amount.Amount; readonly createdAt: number } | null
  readonly why: 'payout' | 'person' | 'history' | 'owner'
}

/** The account's payees, saved people and owners, each once. */
function useRecipients(account: Account): readonly SuggestedRecipient[] {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { payees } = usePaidPayees(account)
  const { people } = usePeople()
  const owners = account.safe?.owners
  return useMemo(
    () =>
      recipientsOf(payouts, people, payees, owners ?? []).filter(
        ({ address }) => address !== account.address,
      ),
    [payouts, people, payees, owners, account.address],
  )
}

/**
 * @param payouts newest first
 * @param paid the payees of the account's history, newest first
 */
export function recipientsOf(
  payouts: readonly Payout[],
  people: readonly Person[],
  paid: readonly Address[],
  owners: readonly Address[],
): readonly SuggestedRecipient[] {
  const found = new Map<Address, SuggestedRecipient>()
  const names = new Map(people.map(({ address, name }) => [address, name]))
  for (const { rows, createdAt } of payouts) {
    for (const { payee, amount, name } of rows) {
      const before = found.get(payee)
      found.set(payee, {
        address: payee,
        name: names.get(payee) ?? before?.name ?? name ?? null,
        latest: before?.latest ?? { amount, createdAt },
        why: 'payout',
      })
    }
  }
  const add = (why: 'person' | 'history' | 'owner') => (address: Address) => {
    const name = names.get(address) ?? null
    if (!found.has(address)) found.set(address, { address, name, latest: null, why })
  }
  people.map(({ address }) => address).forEach(add('person'))
  paid.forEach(add('history'))
  owners.forEach(add('owner'))
  return [...found.values()]
}

/** The recipients whose name or address contains the typed text, in any case. */
export function matching(
  recipients: readonly SuggestedRecipient[],
  typed: string,
): readonly SuggestedRecipient[] {
  const text = typed.trim().toLowerCase()
  return recipients.filter(
    ({ name, address }) => text === '' || name?.toLowerCase().includes(text) || isPartOf(address, text),
  )
}
