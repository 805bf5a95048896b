import type { ReactNode } from 'react'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { amountOf, amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { when } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import { Notices, toneClass, toneIcons } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import css from './OpenedRequest.module.css'

/** Shown before the request itself, because it decides whether to pay: paid, on its way, not to be paid. */
export type OpenedState = StatusText & {
  /** What an agreement to pay in spite of it is about: it does not hold for another doubt. */
  readonly doubt: string
  /** When it was paid, in ms. */
  readonly at?: number | null | undefined
  readonly more?: ReactNode
  readonly action?: ReactNode
}

/** A warning to its payer besides the status. */
export type RequestNote = { readonly tone: 'warn' | 'info'; readonly title: string; readonly text: string }

/** Another person's request: one card with its status first. */
export function OpenedRequest(props: {
  request: PaymentRequest
  status: StatusText
  /** The payee's proven handle, or the name that this browser's person gave it; null for neither. */
  asker?: string | null
  /** Replaces the status, and its title is the heading of the page. */
  state?: OpenedState | null
  /** The network, and the worth of the amount. */
  network?: ReactNode
  who: ReactNode
  /** Lines of the status that replaces the page's, otherwise a notice below the payee. */
  notes: readonly RequestNote[]
  children: ReactNode
  /** Further parts of the card, below the ways to pay. */
  parts: ReactNode
}) {
  const { request, status, state, notes } = props
  const asker = props.asker ?? 'Someone'
  // The symbol of an unverified token is its whole address.
  const what = isPinned(request.token) ? amountText(request) : 'a payment'
  useDocumentTitle(state ? state.title : `${asker} requests ${what}`)
  return (
    <div className={css.payer}>
      <Surface label="Request">
        {state && <StateHead state={state} notes={notes} />}
        <div className={css.top}>
          {!state ? (
            <div className={`layout-stack ${css.asked}`}>
              <h1>
                <span className={css.eyebrow}>
                  <bdi>{asker}</bdi> requests
                </span>{' '}
                <RequestAmount request={request} />
              </h1>
              <section aria-label="Status">
                <StatusBadge tone={status.tone}>{status.title}</StatusBadge>
              </section>
              <p className="text-fine">{props.network ?? 'On BNB Smart Chain'}</p>
            </div>
          ) : (
            <p>
              <RequestAmount request={request} />
            </p>
          )}
          {props.who}
          {!state && (
            <Notices of={notes.map(({ tone, title, text }) => ({ tone, title, children: <p>{text}</p> }))} />
          )}
          <RequestFacts request={request} />
          {props.children}
        </div>
        {props.parts}
      </Surface>
      <p className="text-fine text-center">
        Influencer Portal holds no money. You pay the address above directly.
      </p>
    </div>
  )
}

function StateHead(props: { state: OpenedState; notes: readonly RequestNote[] }) {
  const { tone, title, text, at, more, action } = props.state
  return (
    <section aria-label="Status">
      <div
        className={`${css.state} ${toneClass(tone)}`}
        role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      >
        <span className={`layout-disc ${css.disc}`}>
          <Icon name={tone === 'good' ? 'check' : toneIcons[tone]} size={30} />
        </span>
        <h1>{title}</h1>
        <p>
          {text}
          {at && (
            <>
              <br />
              <time>{when(at)}</time>
            </>
          )}
        </p>
        {props.notes.map((note) => (
          <p key={note.title}>
            <strong>{note.title}</strong> {note.text}
          </p>
        ))}
        {more}
        {action}
      </div>
    </section>
  )
}

/** The requested amount in large letters, with its token's logo. */
function RequestAmount({ request }: { request: PaymentRequest }) {
  const { token } = request
  const amount = amountOf(request)
  if (!isPinned(token))
    return (
      <span translate="no" className="text-amount">
        {amountText(request)}
      </span>
    )
  return (
    <span className={`layout-line ${css.amount}`}>
      <TokenLogo symbol={token.symbol} size={44} />
      {amount ? (
        <AmountText value={Amount.formatNumber(amount)} symbol={token.symbol} large />
      ) : (
        <span translate="no" className="text-amount">
          {amountText(request)}
        </span>
      )}
    </span>
  )
}

/** The payee of a request: face, the name if a proof shows one, and the whole address. */
export function PayeePanel(props: {
  address: Address
  name: ReactNode
  sub: ReactNode
  badge: ReactNode
  children?: ReactNode
}) {
  const { address, name, sub, badge } = props
  return (
    <div className={`layout-inset layout-stack ${css.who}`}>
      <div className="layout-apart">
        <div className={`layout-line ${css.amount}`}>
          <Identicon address={address} size={44} />
          <div className="layout-tight">
            <strong>{name}</strong>
            <span className="text-fine">{sub}</span>
          </div>
        </div>
        {badge}
      </div>
      <WholeAddress address={address} explorer={explorerAddress(address)} />
      {props.children}
    </div>
  )
}

/** The check of a request's signature; null before it. */
export function SignatureBadge(props: { isSigned: boolean; signature: TextSignature | null }) {
  if (!props.isSigned) return <StatusBadge tone="warn">Not signed</StatusBadge>
  switch (props.signature?.kind) {
    case 'valid':
      return <StatusBadge tone="sign">Signed</StatusBadge>
    case 'wrong':
      return <StatusBadge tone="bad">Fake signature</StatusBadge>
    case 'unknown':
      return <StatusBadge tone="warn">Not checked</StatusBadge>
    default:
      return <StatusBadge tone="wait">Checking</StatusBadge>
  }
}

/** The first thing that the receiver of an unsigned request must know. */
export const unsignedNote: RequestNote = {
  tone: 'warn',
  title: 'Not signed. Anyone could have made this link.',
  text: 'Confirm the full address with the person another way (call, known profile).',
}
