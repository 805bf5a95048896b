import { useState } from 'react'
import { trimEdges } from '#chain/text/label.ts'
import { type Alike, confirmsPayee, type PayeeDoubt } from '#domain/payee/checkPayee.ts'
import { payeeDoubtText, payeeTicks, type UnreadPayees } from '#domain/payee/readPayee.ts'
import { Button } from '#ui/Button.tsx'
import { TextField, Tick } from '#ui/form/TextField.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './LookAlikeConfirm.module.css'

/** The doubts and failed reads that a person has ticked, by their ids, and how to tick more or fewer. */
export type Ticking = {
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
}

/** The person's answers about a payee before the review: type the whole address again, or tick a box. */
export function PayeeDoubts({ doubts, ticks, onTick }: Ticking & { doubts: readonly PayeeDoubt[] }) {
  return doubts.map((doubt) =>
    doubt.kind === 'look-alike' ? (
      <LookAlikeConfirm
        key={doubt.id}
        alike={doubt}
        label="Paste the full address again"
        ticks={ticks}
        onTick={onTick}
      />
    ) : (
      <Tick key={doubt.id} isLong isTicked={ticks.has(doubt.id)} onTick={(yes) => onTick([doubt.id], yes)}>
        {payeeDoubtText(doubt)} {payeeTicks[doubt.kind]}.
      </Tick>
    ),
  )
}

/** Data about payees that could not be read, each with a tick to continue without it. */
export function UnreadNotices({ unread, ticks, onTick }: Ticking & { unread: readonly UnreadPayees[] }) {
  return unread.map(({ id, words, onAgain }) => (
    <div key={id}>
      <Tick isLong isTicked={ticks.has(id)} onTick={(yes) => onTick([id], yes)}>
        {words} Continue without this check.
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
export function LookAlikeConfirm(
  props: Ticking & {
    alike: Alike
    /** Label of the field. */
    label: string
    /** The two addresses are already shown. */
    isBrief?: boolean
  },
) {
  const { ticks, onTick } = props
  const { id, payee } = props.alike
  const [text, setText] = useState('')
  const confirms = (typed: string) => confirmsPayee(trimEdges(typed), payee)
  return (
    <div className={css.confirm}>
      {!props.isBrief && <DifferingPair alike={props.alike} />}
      {ticks.has(id) ? (
        <p className="layout-row">
          <StatusBadge tone="good">Full address entered</StatusBadge>
          <Button onClick={() => onTick([id], false)}>Undo</Button>
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
            if (confirms(typed)) onTick([id], true)
          }}
        />
      )}
    </div>
  )
}

/** Two addresses that look alike, with the characters marked in which they differ. */
export function DifferingPair({ alike: { payee, like, isKnown } }: { alike: Alike }) {
  return (
    <>
      <p>
        This address looks like {isKnown ? 'one you’ve paid or saved' : 'another one in this list'}, but it
        isn’t the same. Compare every character.
      </p>
      <p className={css.pair}>
        <Differing address={payee} other={like} />
        <Differing address={like} other={payee} />
      </p>
    </>
  )
}

/** An address, with the characters marked in which it differs from another one. */
function Differing({ address, other }: { address: string; other: string }) {
  const isOther = (at: number) => address[at]?.toLowerCase() !== other[at]?.toLowerCase()
  const runs: { readonly from: number; to: number }[] = []
  for (let at = 0; at < address.length; at++) {
    const last = runs.at(-1)
    if (last && isOther(last.from) === isOther(at)) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return (
    <span translate="no">
      {runs.map(({ from, to }) =>
        isOther(from) ? (
          <mark key={from}>{address.slice(from, to)}</mark>
        ) : (
          <span key={from}>{address.slice(from, to)}</span>
        ),
      )}
    </span>
  )
}

/** Length of an address in characters. */
const ADDRESS = 42
