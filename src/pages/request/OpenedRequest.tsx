import type { ReactNode } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { amountOf, amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { type Tone, toneClass, toneIcons } from '#ui/Tone.ts'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import css from './OpenedRequest.module.css'

/** Shown before the request itself, because it decides whether to pay: paid, on its way, not to be paid. */
export type OpenedState = {
  readonly tone: Tone
  /** The heading of the page. */
  readonly title: string
  readonly text: ReactNode
  readonly action?: ReactNode
}

/** A status that needs no words of its own. */
type PlainStatus = { readonly tone: Tone; readonly short: string }

/** Another person's request: one card with its status first. */
export function OpenedRequest(props: {
  request: PaymentRequest
  status: PlainStatus | OpenedState
  /** The network, and the worth of the amount. */
  network?: ReactNode
  /** The payee. */
  who: ReactNode
  children: ReactNode
  /** Further parts of the card, below the ways to pay. */
  parts: ReactNode
}) {
  const { request, status } = props
  const isPlain = 'short' in status
  // The symbol of an unverified token is its whole address.
  const what = isPinned(request.token) ? amountText(request) : 'a payment'
  useDocumentTitle(isPlain ? `Someone requests ${what}` : status.title)
  return (
    <div className={css.payer}>
      <Surface label="Request">
        {!isPlain && <StateHead state={status} />}
        <div className={css.top}>
          {isPlain ? (
            <div className={css.asked}>
              <h1>
                <span className={css.eyebrow}>Someone requests</span> <RequestAmount request={request} />
              </h1>
              <section aria-label="Status">
                <StatusBadge tone={status.tone}>{status.short}</StatusBadge>
              </section>
              <p className={css.network}>{props.network ?? 'On BNB Smart Chain'}</p>
            </div>
          ) : (
            <p>
              <RequestAmount request={request} />
            </p>
          )}
          {props.who}
          <RequestFacts request={request} />
          {props.children}
        </div>
        {props.parts}
      </Surface>
      <p className={css.hint}>Influencer Portal holds no money. You pay the address above directly.</p>
    </div>
  )
}

function StateHead({ state: { tone, title, text, action } }: { state: OpenedState }) {
  return (
    <section aria-label="Status">
      <div
        className={`${css.state} ${toneClass(tone)}`}
        role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      >
        <span className={css.disc}>
          <Icon name={tone === 'good' ? 'check' : toneIcons[tone]} size={30} />
        </span>
        <h1>{title}</h1>
        {text}
        {action}
      </div>
    </section>
  )
}

/** The requested amount in large letters, with its token's logo. */
function RequestAmount({ request }: { request: PaymentRequest }) {
  const { token } = request
  const amount = amountOf(request)
  if (!isPinned(token)) return <span className="text-amount">{amountText(request)}</span>
  return (
    <span className={css.amount}>
      <TokenLogo symbol={token.symbol} size={44} />
      {amount ? (
        <AmountText value={Amount.formatNumber(amount)} symbol={token.symbol} large />
      ) : (
        <span className="text-amount">{amountText(request)}</span>
      )}
    </span>
  )
}
