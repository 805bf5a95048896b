import { useState } from 'react'
import { trimEdges } from '#chain/names/edges.ts'
import { type Alike, confirmsPayee } from '#domain/payee/checkPayee.ts'
import { Button } from '#ui/Button.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './LookAlikeConfirm.module.css'
import { TypedField } from './TypedField.tsx'

/**
 * Requires the whole address to be entered again from the payee's own source, because a glance cannot tell
 * the two apart.
 */
export function LookAlikeConfirm(props: {
  alike: Alike
  /** Where the address appears, such as the lines of a list; '' if there is only one. */
  where: string
  /** Label of the field. */
  label: string
  isConfirmed: boolean
  onConfirm: (yes: boolean) => void
}) {
  const { alike, where, isConfirmed, onConfirm } = props
  const { payee, like, isKnown } = alike
  const [text, setText] = useState('')
  const confirms = (typed: string) => confirmsPayee(trimEdges(typed), payee)
  return (
    <div className={css.confirm}>
      <p>
        {where === '' ? 'This' : `${where}: this`} address begins and ends like{' '}
        {isKnown ? 'one that you have paid before' : 'another one of this list'}, and is another one.
      </p>
      <p className={css.pair}>
        <span>{payee}</span>
        <span>{like}</span>
      </p>
      {isConfirmed ? (
        <p className={css.actions}>
          <StatusText tone="good">The address was entered again</StatusText>
          <Button onClick={() => onConfirm(false)}>Take it back</Button>
        </p>
      ) : (
        <TypedField
          label={props.label}
          hint="Type or paste it from where the payee gave it to you, not from this page."
          fault={text.trim().length >= ADDRESS && !confirms(text) ? 'This is another address.' : null}
          value={text}
          onChange={(typed) => {
            setText(typed)
            if (confirms(typed)) onConfirm(true)
          }}
        />
      )}
    </div>
  )
}

/** Length of an address in characters. */
const ADDRESS = 42
