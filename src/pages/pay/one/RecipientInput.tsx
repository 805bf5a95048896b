import { type UseComboboxProps, useCombobox } from 'downshift'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { RecipientText } from './RecentRecipients.tsx'
import css from './RecipientInput.module.css'
import { matching, type SuggestedRecipient } from './recipients.ts'

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
    <div className={css.box}>
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
      <ul {...box.getMenuProps({ 'aria-label': 'Recipients', className: css.list, hidden: !isShown })}>
        {isShown &&
          offered.map((item, index) => (
            <li
              key={item.address}
              {...box.getItemProps({ item, index, className: css.option })}
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
