import type { ActivityAmount, ActivityWhat as What } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import css from './ActivityList.module.css'

/** What an item does, on one line. */
export function ActivityWhat({ what }: { what: What }) {
  switch (what.kind) {
    case 'transfer-out':
      return (
        <>
          <strong className={css.amount}>{Amount.format(what.amount.amount)}</strong> to{' '}
          <ShortAddress address={what.to} />
          <Suspicion of={what.amount} />
        </>
      )
    case 'transfer-in':
      return (
        <>
          <strong className={css.amount}>{Amount.format(what.amount.amount)}</strong> from{' '}
          <ShortAddress address={what.from} />
          <Suspicion of={what.amount} />
        </>
      )
    case 'batch':
      return <>{what.count === null ? 'Several calls' : `${what.count} calls`} in one transaction</>
    case 'rejection':
      return <>Rejection: uses the nonce and pays nothing</>
    case 'settings':
      return <>Change of the Safe: {what.label}</>
    case 'creation':
      return <>The Safe was created</>
    case 'other':
      return <>Other: {what.label}</>
  }
}

const texts = {
  imitation: 'looks like a copy of an earlier transfer',
  'unverified-token': 'unverified token',
  'zero-value': 'moves nothing',
}

function Suspicion({ of: { suspect } }: { of: ActivityAmount }) {
  return suspect && <span className={css.conflict}> ({texts[suspect]})</span>
}
