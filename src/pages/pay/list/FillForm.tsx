import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { errorText } from '#components/error/errorText.ts'
import { type DraftView, gatherErrors } from '#domain/draft/draftView.ts'
import { type FillKind, planFill } from '#domain/draft/fillPlan.ts'
import { type PayoutDraft, tokenOf, withFill, withUndo } from '#domain/draft/payoutDraft.ts'
import { readDecimals } from '#domain/draft/payoutText.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './FillForm.module.css'

const kinds: Readonly<Record<FillKind, { readonly title: string; readonly label: string }>> = {
  same: { title: 'Same amount for everyone', label: 'Amount for each payment' },
  even: { title: 'Split a total evenly', label: 'Total to split' },
  weight: { title: 'Split by weight', label: 'Total to split, with weights in the amount column' },
}

/** Fills in the amounts of all rows. Shows the effect first; one fill can be undone afterwards. */
export function FillForm(props: {
  draft: PayoutDraft
  view: DraftView
  /** The kind that is open at first. */
  first?: FillKind
  onChange: (draft: PayoutDraft) => void
}) {
  const { draft, view, onChange } = props
  const [kind, setKind] = useState<FillKind | null>(props.first ?? null)
  const [text, setText] = useState('')
  const [key, setKey] = useState('')
  const token = tokenOf(draft, key)
  const plan = kind && text !== '' ? planFill(kind, text, token, view) : null
  return (
    <div className={css.group}>
      <p className="layout-row">
        {(Object.keys(kinds) as FillKind[]).map((one) => (
          <Button key={one} aria-expanded={kind === one} onClick={() => setKind(kind === one ? null : one)}>
            {kinds[one].title}
          </Button>
        ))}
        {draft.before && <Button onClick={() => onChange(withUndo(draft))}>Undo</Button>}
      </p>
      {kind && (
        <Form
          onSubmit={() => {
            if (!plan?.ok) return
            onChange(withFill(draft, plan.lines, plan.amounts))
            setKind(null)
          }}
        >
          <div className={css.fields}>
            <TextField
              label={kinds[kind].label}
              fault={plan && !plan.ok && token ? plan.fault : null}
              value={text}
              inputMode="decimal"
              onText={setText}
            />
            <SelectField
              label="Token for these amounts"
              value={key}
              options={[
                ['', 'Choose…'],
                ...[...Token.pinned, ...draft.tokens].map((one) => [Token.key(one), one.symbol] as const),
              ]}
              onChoose={setKey}
            />
          </div>
          {plan?.ok && <p role="status">{plan.words}</p>}
          <p>
            <Button type="submit" disabled={!plan?.ok}>
              Apply
            </Button>
          </p>
        </Form>
      )}
    </div>
  )
}

/** Offers to look up unpinned tokens on the chain. Their amounts cannot be read without their decimals. */
export function TokenOffer(props: {
  tokens: readonly Address[]
  onToken: (token: Address, decimals: number) => void
}) {
  return props.tokens.map((token) => <One key={token} token={token} onToken={props.onToken} />)
}

function One({ token, onToken }: { token: Address; onToken: (token: Address, decimals: number) => void }) {
  const read = useMutation({
    mutationFn: () => readDecimals(bscRpc, token),
    onSuccess: (decimals) => onToken(token, decimals),
  })
  return (
    <Notice
      tone="warn"
      title="Unknown token"
      actions={
        <Button disabled={read.isPending} onClick={() => read.mutate()}>
          {read.isPending ? 'Loading…' : 'Load its decimals'}
        </Button>
      }
    >
      <p style={{ overflowWrap: 'anywhere' }}>
        Some payments use {token}. Anyone can name a token anything. Check the contract address with the
        sender.
      </p>
      {read.error && <ErrorNotice {...errorText(read.error)} />}
    </Notice>
  )
}

/** How many tokens are offered at a time. */
const OFFERED = 5

/** Contracts named in rows whose decimals are unknown. */
export function unknownTokens(view: DraftView): readonly Address[] {
  return gatherErrors(view, ({ unknownToken }) => unknownToken).slice(0, OFFERED)
}
