import { useState } from 'react'
import * as Token from '#chain/money/Token.ts'
import { type FillKind, planFill } from '#domain/payout/list/fillPlan.ts'
import { type PayoutDraft, withFill, withUndo } from '#domain/payout/list/payoutDraft.ts'
import type { TableView } from '#domain/payout/list/tableView.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import layout from '#ui/layout/layout.module.css'
import css from './many.module.css'

const kinds: Readonly<Record<FillKind, { readonly title: string; readonly label: string }>> = {
  same: { title: 'Same amount for all', label: 'Amount for each row' },
  even: { title: 'Split an amount evenly', label: 'Amount that is split' },
  weight: { title: 'Split by weight', label: 'Amount that is split by the weights in the amount column' },
}

/** Fills in the amounts of all rows. Shows the effect first; one fill can be undone afterwards. */
export function FillForm(props: {
  draft: PayoutDraft
  view: TableView
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, view, onChange } = props
  const [kind, setKind] = useState<FillKind | null>(null)
  const [text, setText] = useState('')
  const [key, setKey] = useState('')
  const token = [...Token.pinned, ...draft.tokens].find((one) => Token.key(one) === key) ?? null
  const plan = kind && text !== '' ? planFill(kind, text, token, view) : null
  return (
    <div className={css.group}>
      <p className={css.actions}>
        {(Object.keys(kinds) as FillKind[]).map((one) => (
          <Button key={one} aria-expanded={kind === one} onClick={() => setKind(kind === one ? null : one)}>
            {kinds[one].title}
          </Button>
        ))}
        {draft.before && <Button onClick={() => onChange(withUndo(draft))}>Undo</Button>}
      </p>
      {kind && (
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!plan?.ok) return
            onChange(withFill(draft, plan.lines, plan.amounts))
            setKind(null)
          }}
        >
          <div className={css.fields}>
            <Field label={kinds[kind].label} fault={plan && !plan.ok && token ? plan.fault : null}>
              {(control) => (
                <input
                  {...control}
                  value={text}
                  inputMode="decimal"
                  autoComplete="off"
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
            <Field label="Token that is filled in">
              {(control) => (
                <select {...control} value={key} onChange={(event) => setKey(event.target.value)}>
                  <option value="">Choose…</option>
                  {[...Token.pinned, ...draft.tokens].map((one) => (
                    <option key={Token.key(one)} value={Token.key(one)}>
                      {one.symbol}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          {plan?.ok && <p role="status">{plan.words}</p>}
          <p>
            <Button type="submit" disabled={!plan?.ok}>
              Fill it in
            </Button>
          </p>
        </form>
      )}
    </div>
  )
}
