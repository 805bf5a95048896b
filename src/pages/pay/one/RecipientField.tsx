import { type UseComboboxProps, useCombobox } from 'downshift'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { lookUpFault, NameOffer, useNameLookUps } from '#components/payee/NameOffer.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { enteredText, payeeFaultText, type ReadPayee } from '#domain/payee/readPayee.ts'
import { findByName } from '#domain/people/Person.ts'
import { nameToPath } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Field } from '#ui/form/TextField.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import css from './PaymentForm.module.css'
import { matching, RecipientText, type SuggestedRecipient, useRecipients } from './RecentRecipients.tsx'
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
  /** The field lost the focus. */
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
            if (props.onPaste?.(event.clipboardData.getData('text/plain'))) event.preventDefault()
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
