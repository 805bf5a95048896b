import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import { useKeptList } from '#components/stored/useKeptList.ts'
import { budgetText, type Campaign, keptBudgets } from '#domain/campaigns/Budget.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import { readTag } from '#domain/shared/tags.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './CampaignPart.module.css'

/** Sets or removes the budget of a campaign in one token. It limits no payment. */
export function BudgetForm(props: {
  account: Account
  /** Null for a new campaign. */
  campaign: Campaign | null
  /** Called with the tag once the budget is set; null if none was. */
  onDone: (tag: string | null) => void
}) {
  const { account, campaign, onDone } = props
  const { keep, replace, forget } = useKeptList(keptBudgets)
  const [typedTag, setTypedTag] = useState(campaign?.tag ?? '')
  const [token, setToken] = useState(campaign?.budgets[0]?.amount.token ?? Token.USDT)
  const known = campaign?.budgets.find(({ amount }) => Token.key(amount.token) === Token.key(token))
  const [text, setText] = useState(() => budgetText(known))
  const [isAsked, setAsked] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const tag = readTag(typedTag)
  const amount = Amount.parse(text, token)
  const tagFault = !tag.ok ? tag.fault : tag.tag === null ? 'Name the campaign.' : null
  const save = () => {
    setAsked(true)
    if (amount.ok && tag.ok && tag.tag !== null) {
      const next = { account: account.address, tag: tag.tag, amount: amount.amount, setAt: Date.now() }
      const fault = known ? replace(known, next) : keep([next])
      return fault === null ? onDone(tag.tag) : setRefused(fault)
    }
  }
  return (
    <Form onSubmit={save}>
      {!campaign && (
        <CampaignField
          account={account}
          tag={null}
          isRequired
          fault={isAsked ? tagFault : null}
          onTyped={setTypedTag}
        />
      )}
      <div className={css.pair}>
        <TextField
          label="Budget"
          hint="A plan for you. It stops no payment."
          fault={isAsked && !amount.ok ? amountFaultText(amount.fault, token) : null}
          value={text}
          inputMode="decimal"
          onText={setText}
        />
        <SelectField
          label="In token"
          value={Token.key(token)}
          options={Token.pinned.map((one) => [Token.key(one), one.symbol])}
          onChoose={(key) => {
            const chosen = Token.byKey(key)
            if (chosen) setToken(chosen)
            const other = campaign?.budgets.find((one) => Token.key(one.amount.token) === key)
            // Keep a typed amount.
            if (text === budgetText(known)) setText(budgetText(other))
          }}
        />
      </div>
      {refused !== null && <p role="alert">{refused}</p>}
      <Actions>
        <Button primary type="submit">
          Save
        </Button>
        <Button onClick={() => onDone(null)}>Cancel</Button>
        {known && (
          <Button
            ghost
            onClick={() => {
              forget(known)
              onDone(known.tag)
            }}
          >
            Remove budget in {token.symbol}
          </Button>
        )}
      </Actions>
    </Form>
  )
}
