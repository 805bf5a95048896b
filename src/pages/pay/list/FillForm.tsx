import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { errorText } from '#components/error/errorText.ts'
import { gatherErrors } from '#domain/draft/draftView.ts'
import { type FillKind, planFill } from '#domain/draft/fillPlan.ts'
import { tokenOf, withFill, withToken, withUndo } from '#domain/draft/payoutDraft.ts'
import { readDecimals } from '#queries/account.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { SelectField, TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useEditedList } from './useDraft.ts'

const kinds: Readonly<Record<FillKind, { readonly title: string; readonly label: string }>> = {
  same: { title: 'Same amount for everyone', label: 'Amount for each payment' },
  even: { title: 'Split a total evenly', label: 'Total to split' },
  weight: { title: 'Split by weight', label: 'Total to split, with weights in the amount column' },
}

/**
 * Fills in the amounts of all rows. Shows the effect first; one fill can be undone afterwards.
 * @param props.first the kind that is open at first
 */
export function FillForm({ first = null }: { first?: FillKind | null }) {
  const { draft, view, setDraft } = useEditedList()
  const [kind, setKind] = useState(first)
  const [text, setText] = useState('')
  const [key, setKey] = useState('')
  const token = tokenOf(draft, key)
  const plan = kind && text !== '' ? planFill(kind, text, token, view) : null
  return (
    <div className="layout-group">
      <p className="layout-row">
        {(Object.keys(kinds) as FillKind[]).map((one) => (
          <Button key={one} aria-expanded={kind === one} onClick={() => setKind(kind === one ? null : one)}>
            {kinds[one].title}
          </Button>
        ))}
        {draft.before && <Button onClick={() => setDraft(withUndo(draft))}>Undo</Button>}
      </p>
      {kind && (
        <Form
          onSubmit={() => {
            if (!plan?.ok) return
            setDraft(withFill(draft, plan.lines, plan.amounts))
            setKind(null)
          }}
        >
          <div className="layout-columns">
            <TextField
              label={kinds[kind].label}
              fault={plan && !plan.ok && token ? plan.fault : null}
              value={text}
              inputMode="decimal"
              onText={setText}
            />
            <TokenField label="Token for these amounts" none="Choose…" value={key} onChoose={setKey} />
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

/** A choice of the tokens that the list can pay in, by their keys. @param props.none the words for no token */
export function TokenField({
  none,
  ...field
}: Omit<Parameters<typeof SelectField<string>>[0], 'options'> & { none: string }) {
  const { draft } = useEditedList()
  const tokens = [...Token.pinned, ...draft.tokens]
  return (
    <SelectField
      {...field}
      options={[['', none], ...tokens.map((token) => [Token.key(token), token.symbol] as const)]}
    />
  )
}

const OFFERED = 5

/** Offers to look up unpinned tokens on the chain. Their amounts cannot be read without their decimals. */
export function TokenOffers() {
  const { view } = useEditedList()
  const tokens = gatherErrors(view, ({ unknownToken }) => unknownToken).slice(0, OFFERED)
  return tokens.map((token) => <TokenOffer key={token} token={token} />)
}

function TokenOffer({ token }: { token: Address }) {
  const { setDraft } = useEditedList()
  const read = useMutation({
    mutationFn: () => readDecimals(bscRpc, token),
    onSuccess: (decimals) => setDraft((before) => withToken(before, token, decimals)),
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
