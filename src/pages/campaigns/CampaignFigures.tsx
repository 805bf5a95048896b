import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { AboutDollars } from '#components/price/prices.tsx'
import { type Campaign, type CampaignSums, campaignSums } from '#domain/campaigns/campaignSums.ts'
import type { StatusesOf } from '#domain/ledger/foldStatus.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { toneClass } from '#ui/Tone.ts'
import css from './Campaigns.module.css'

/** Planned, queued, paid and left of a campaign, one line for each token. */
export function CampaignFigures({ campaign, statusesOf }: { campaign: Campaign; statusesOf: StatusesOf }) {
  const sums = campaignSums(campaign, statusesOf)
  if (sums.length === 0)
    return <p className={css.none}>Nothing yet. Set a budget, or name this campaign on a list.</p>
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
  const { token, planned, hasBudget, queued, unknown, unread, paid, left } = sum
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
          <dt>{hasBudget ? 'Budget' : 'Planned'}</dt>
          <dd>{amount(planned)}</dd>
          <dd className="text-fine">
            <AboutDollars of={{ token, value: planned }} />
          </dd>
        </div>
        <div>
          <dt>Queued</dt>
          <dd>{amount(queued)}</dd>
          {unknown > 0n && (
            <dd className="text-fine text-warn">{Amount.format({ token, value: unknown })} unknown</dd>
          )}
          {unread > 0n && (
            <dd className="text-fine">{Amount.format({ token, value: unread })} not checked yet</dd>
          )}
        </div>
        <div>
          <dt>Paid</dt>
          <dd>{amount(paid)}</dd>
        </div>
        <div>
          <dt>{left < 0n ? 'Over by' : 'Left'}</dt>
          <dd className={left < 0n ? css.over : undefined}>{amount(left < 0n ? -left : left)}</dd>
        </div>
      </dl>
      <Bar sum={sum} />
    </>
  )
}

/** The parts of the planned amount, or of the requested amount if that is more. */
function Bar({ sum: { planned, queued, paid, left } }: { sum: CampaignSums }) {
  const whole = left < 0n ? queued + paid : planned
  if (whole === 0n) return null
  const parts = [
    [toneClass('good'), paid],
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
