import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { CampaignField, useCampaigns } from '#components/payout/PayoutLabelFields.tsx'
import { usePayoutContext, usePayoutStatuses } from '#components/payout/usePayouts.ts'
import { AboutDollars } from '#components/price/prices.tsx'
import { UnreadableNotice } from '#components/stored/UnreadableNotice.tsx'
import { useKeptList } from '#components/stored/useKept.ts'
import {
  budgetText,
  type Campaign,
  type CampaignSums,
  campaignSums,
  keptBudgets,
} from '#domain/campaigns/Budget.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import { count } from '#domain/shared/format.ts'
import { amountFaultText } from '#domain/shared/labelText.ts'
import { readTag, toTag } from '#domain/shared/tags.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { SelectField, TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Notice, toneClass } from '#ui/Notice.tsx'
import css from './CampaignPart.module.css'

/** How many of the newest payouts are read at a time: each costs requests to nodes and services. */
const READ_AT_ONCE = 20

/** The chosen campaign of the account that pays, above its payments: planned, queued, paid and left, and its budget. */
export function CampaignPart({ account, tag }: { account: Account; tag: string }) {
  const campaign = useCampaigns(account).find((one) => toTag(one.tag) === toTag(tag)) ?? {
    tag,
    payouts: [],
    budgets: [],
  }
  const { payouts } = campaign
  const [isChanging, setChanging] = useState(false)
  const [limit, setLimit] = useState(READ_AT_ONCE)
  const newest = payouts.toSorted((a, b) => b.createdAt - a.createdAt)
  const { statusesOf, failing, isReading } = usePayoutStatuses(
    usePayoutContext(account),
    newest.slice(0, limit),
  )
  const { unreadable } = useKeptList(keptBudgets)
  const rest = payouts.length - limit
  return (
    <section className={css.campaign} aria-label={`#${campaign.tag}`}>
      <div className="layout-between">
        <h2>
          <bdi>#{campaign.tag}</bdi>
        </h2>
        {!isChanging && (
          <Button size="small" onClick={() => setChanging(true)}>
            Set budget
          </Button>
        )}
      </div>
      {isChanging && <BudgetForm account={account} campaign={campaign} onDone={() => setChanging(false)} />}
      <UnreadableNotice number={unreadable} one="budget" left="counted" />
      {failing && (
        <>
          <ReadError read={failing} />
          <p role="status" className="text-fine">
            What couldn’t be checked counts as queued, not as paid.
          </p>
        </>
      )}
      {isReading && (
        <p role="status" className="text-fine">
          Checking what was paid…
        </p>
      )}
      {rest > 0 && (
        <Notice
          tone="info"
          title={`${count(rest, 'older payout')} not checked yet. They count as queued.`}
          actions={
            <Button onClick={() => setLimit(limit + READ_AT_ONCE)}>
              Check {rest > READ_AT_ONCE ? `${READ_AT_ONCE} more` : 'them'}
            </Button>
          }
        />
      )}
      <Figures campaign={campaign} statusesOf={statusesOf} />
    </section>
  )
}

/** Planned, queued, paid and left of a campaign, one line for each token. */
function Figures({ campaign, statusesOf }: { campaign: Campaign; statusesOf: StatusesOf }) {
  const sums = campaignSums(campaign, statusesOf)
  if (sums.length === 0)
    return <p className="text-muted">Nothing yet. Set a budget, or name this campaign on a list.</p>
  return (
    <ul className={css.sums} aria-label={`Sums of #${campaign.tag}`}>
      {sums.map((sum) => (
        <li key={Token.key(sum.token)}>
          <OfToken sum={sum} />
        </li>
      ))}
    </ul>
  )
}

function OfToken({ sum }: { sum: CampaignSums }) {
  const { token, planned, hasBudget, queued, unknown, unread, paid, short, left } = sum
  const amount = (value: bigint) => (
    <AmountText value={Amount.formatNumber({ token, value })} symbol={token.symbol} />
  )
  return (
    <>
      <p className={`layout-line ${css.token}`}>
        <TokenLogo symbol={token.symbol} /> {token.symbol}
      </p>
      <dl className={css.figures}>
        <div>
          <dt className="text-fine">{hasBudget ? 'Budget' : 'Planned'}</dt>
          <dd>{amount(planned)}</dd>
          <dd className="text-fine">
            <AboutDollars of={{ token, value: planned }} />
          </dd>
        </div>
        <div>
          <dt className="text-fine">Queued</dt>
          <dd>{amount(queued)}</dd>
          {unknown > 0n && (
            <dd className="text-fine text-warn">{Amount.format({ token, value: unknown })} unknown</dd>
          )}
          {unread > 0n && (
            <dd className="text-fine">{Amount.format({ token, value: unread })} not checked yet</dd>
          )}
        </div>
        <div>
          <dt className="text-fine">Paid</dt>
          <dd>{amount(paid)}</dd>
          {short > 0n && (
            <dd className="text-fine text-warn">
              {Amount.format({ token, value: short })} sent, received less
            </dd>
          )}
        </div>
        <div>
          <dt className="text-fine">{left < 0n ? 'Over by' : 'Left'}</dt>
          <dd className={left < 0n ? css.over : undefined}>{amount(left < 0n ? -left : left)}</dd>
        </div>
      </dl>
      <Bar sum={sum} />
    </>
  )
}

/** The parts of the planned amount, or of the requested amount if that is more. */
function Bar({ sum: { planned, queued, paid, short, left } }: { sum: CampaignSums }) {
  const whole = left < 0n ? queued + paid + short : planned
  if (whole === 0n) return null
  const parts = [
    [toneClass('good'), paid],
    [toneClass('warn'), short],
    [toneClass('sign'), queued],
    [css.rest, left],
  ] as const
  return (
    <div className={css.bar} aria-hidden="true">
      {parts.map(
        ([look, value]) =>
          value > 0n && (
            <span
              key={look}
              className={look}
              // Only for drawing, to a thousandth.
              style={{ flexGrow: Number((value * 1_000n) / whole) }}
            />
          ),
      )}
    </div>
  )
}

/** Sets or removes the budget of a campaign in one token. It limits no payment. */
export function BudgetForm(props: {
  account: Account
  /** Null for a new campaign. */
  campaign: Campaign | null
  /** Called with the tag once the budget is set; null if none was. */
  onDone: (tag: string | null) => void
}) {
  const { account, campaign, onDone } = props
  const { items, keep, replace, forget } = useKeptList(keptBudgets)
  const [typedTag, setTypedTag] = useState(campaign?.tag ?? '')
  const [token, setToken] = useState(campaign?.budgets[0]?.amount.token ?? Token.USDT)
  const known = campaign?.budgets.find(({ amount }) => Token.key(amount.token) === Token.key(token))
  const [text, setText] = useState(() => budgetText(known))
  const [isAsked, setAsked] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const tag = readTag(typedTag)
  const amount = Amount.parse(text, token)
  const named = tag.ok && tag.tag !== null ? tag.tag : ''
  const isThere = items.some((one) => one.account === account.address && toTag(one.tag) === toTag(named))
  const tagFault = !tag.ok
    ? tag.fault
    : named === ''
      ? 'Name the campaign.'
      : campaign === null && isThere
        ? 'This campaign has a budget. Choose it in the filter to change that.'
        : null
  const save = () => {
    setAsked(true)
    if (amount.ok && tagFault === null) {
      const next = { account: account.address, tag: named, amount: amount.amount, setAt: Date.now() }
      const fault = known ? replace(known, next) : keep([next])
      return fault === null ? onDone(named) : setRefused(fault)
    }
  }
  return (
    <Form onSubmit={save}>
      {!campaign && (
        <CampaignField
          account={account}
          typed={typedTag}
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
