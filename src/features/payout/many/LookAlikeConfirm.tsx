import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { confirmsPayee } from '../rows/checkRows.ts'
import type { LookAlikePayee } from '../rows/RowChecks.ts'
import { TypedField } from '../TypedField.tsx'
import { linesWords, lookAlikeId } from './doubts.ts'
import css from './many.module.css'

/** Asks for the whole address once more, from where the payee gave it: a glance cannot tell the two apart. */
export function LookAlikeConfirm(props: {
  alike: LookAlikePayee
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
}) {
  const { alike, ticks, onTick } = props
  const { payee, like, lines, isKnown } = alike
  const [text, setText] = useState('')
  const id = lookAlikeId(alike)
  return (
    <div className={css.doubt}>
      <p>
        {linesWords(lines)}: this address begins and ends like{' '}
        {isKnown ? 'one that you have paid before' : 'another one of this list'}, and is another one.
      </p>
      <p className={css.pair}>
        <span>{payee}</span>
        <span>{like}</span>
      </p>
      {ticks.has(id) ? (
        <p className={css.actions}>
          <StatusText tone="good">The address was entered again</StatusText>
          <Button onClick={() => onTick([id], false)}>Take it back</Button>
        </p>
      ) : (
        <TypedField
          label={`The whole address of line ${lines[0]}, once more`}
          hint="Type or paste it from where the payee gave it to you, not from this list."
          fault={
            text.trim().length >= ADDRESS && !confirmsPayee(text, payee) ? 'This is another address.' : null
          }
          value={text}
          onChange={(typed) => {
            setText(typed)
            if (confirmsPayee(typed, payee)) onTick([id], true)
          }}
        />
      )}
    </div>
  )
}

/** Characters of an address. */
const ADDRESS = 42
