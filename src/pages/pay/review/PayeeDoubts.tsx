import { useState } from 'react'
import { trimEdges } from '#chain/names/trimEdges.ts'
import { type Alike, confirmsPayee, type PayeeDoubt } from '#domain/payee/checkPayee.ts'
import { payeeDoubtText, payeeTicks, type UnreadPayees } from '#domain/payee/payeeWords.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './LookAlikeConfirm.module.css'

/** The person's answers about a payee before the review: type the whole address again, or tick a box. */
export function PayeeDoubts(props: {
  doubts: readonly PayeeDoubt[]
  answers: ReadonlySet<string>
  onAnswer: (id: string, yes: boolean) => void
}) {
  return props.doubts.map((doubt) => {
    const { id } = doubt
    const [isAnswered, answer] = [props.answers.has(id), (yes: boolean) => props.onAnswer(id, yes)]
    return doubt.kind === 'look-alike' ? (
      <LookAlikeConfirm
        key={id}
        alike={doubt}
        where=""
        label="Paste the full address again"
        isConfirmed={isAnswered}
        onConfirm={answer}
      />
    ) : (
      <Tick key={id} isLong isTicked={isAnswered} onTick={answer}>
        {payeeDoubtText(doubt)} {payeeTicks[doubt.kind]}.
      </Tick>
    )
  })
}

/** Data about payees that could not be read, each with a tick to continue without it. */
export function UnreadNotices(props: {
  unread: readonly UnreadPayees[]
  answers: ReadonlySet<string>
  onAnswer: (id: string, yes: boolean) => void
}) {
  return props.unread.map(({ id, words, onAgain }) => (
    <div key={id}>
      <Tick isLong isTicked={props.answers.has(id)} onTick={(yes) => props.onAnswer(id, yes)}>
        {words} I checked this myself.
      </Tick>
      {onAgain && (
        <p>
          <Button onClick={onAgain}>Try again</Button>
        </p>
      )}
    </div>
  ))
}

/**
 * Requires the whole address to be entered again from the payee's own source, because a glance cannot tell
 * the two apart.
 */
export function LookAlikeConfirm(props: {
  alike: Alike
  /** The place where the address appears, such as the lines of a list; '' if there is only one. */
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
        {where === '' ? 'This' : `${where}: this`} address looks like{' '}
        {isKnown ? 'one you’ve paid or saved' : 'another one in this list'}, but it isn’t the same. Compare
        every character.
      </p>
      <p className={css.pair}>
        <span>{payee}</span>
        <span>{like}</span>
      </p>
      {isConfirmed ? (
        <p className="layout-row">
          <StatusBadge tone="good">Full address entered</StatusBadge>
          <Button onClick={() => onConfirm(false)}>Undo</Button>
        </p>
      ) : (
        <TextField
          label={props.label}
          hint="Copy it from the recipient’s own message, not from this page."
          fault={text.trim().length >= ADDRESS && !confirms(text) ? 'That’s a different address.' : null}
          value={text}
          spellCheck={false}
          onText={(typed) => {
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
