import type { ActivityItem } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Suspicion } from '#domain/activity/receivedItems.ts'
import { count, when } from '#domain/shared/format.ts'
import { CardPart } from '#ui/content/Card.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import requestsCardCss from './RequestsCard.module.css'
import css from './SuspiciousItems.module.css'

/** How many are listed; the others are only counted. */
const SHOWN = 50

const words: Record<Suspicion, string> = {
  'zero-value': 'moves nothing',
  'unverified-token': 'a token we don’t know',
  imitation: 'looks like a copy of an earlier transfer',
  'look-alike': 'from an address made to look like one that was paid before',
}

/**
 * Items planted in a history by thieves, counted in one line. They are never deleted and never count. No
 * address is shown in full, so that none can be copied as a payee.
 */
export function SuspiciousItems(props: {
  items: readonly ActivityItem[]
  reasons: ReadonlyMap<string, Suspicion>
}) {
  const { items, reasons } = props
  if (items.length === 0) return null
  return (
    <CardPart>
      <Disclosure summary={`${count(items.length, 'suspicious transfer')} hidden`}>
        <p className="text-muted">
          Hidden from totals. Addresses are shortened so nobody copies them by mistake.
        </p>
        <ul className="layout-entries">
          {items.slice(0, SHOWN).map((item) => (
            <li key={item.id} className={requestsCardCss.row}>
              <div className={requestsCardCss.main}>
                <p className="text-wrap">
                  <Transfer item={item} />
                </p>
                <p className={`layout-meta ${requestsCardCss.meta}`}>
                  <time>{when(item.at)}</time>
                  <span className="text-warn">{words[reasons.get(item.id) ?? 'imitation']}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
        {items.length > SHOWN && <p className="text-muted">And {items.length - SHOWN} more.</p>}
      </Disclosure>
    </CardPart>
  )
}

function Transfer({ item: { what } }: { item: ActivityItem }) {
  if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') return null
  const { token } = what.amount.amount
  const amount =
    token.address !== null && what.amount.suspect === 'unverified-token' ? `“${token.symbol}”` : null
  return (
    <>
      {amount ? `Something called ${amount}` : Amount.format(what.amount.amount)}{' '}
      {what.kind === 'transfer-in' ? 'from' : 'to'}{' '}
      <InPart address={(what.kind === 'transfer-in' ? what.from : what.to) ?? ''} />
    </>
  )
}

/** Two digits at each end identify the address on an explorer, but cannot be paid. */
function InPart({ address }: { address: string }) {
  return (
    <span className={css.inPart}>
      {address.slice(0, 4)}…{address.slice(-2)}
    </span>
  )
}
