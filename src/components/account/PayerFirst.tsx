import { OpenPayments } from '#components/payout/OpenPayments.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ConnectFirst } from './ConnectFirst.tsx'
import { PayFrom } from './PayFrom.tsx'
import type { Payer } from './usePayer.ts'

/** A page of the paying account while there is none: how to get one. `what` is its purpose. */
export function PayerFirst({ payer, title, what }: { payer: Payer; title: string; what: string }) {
  return (
    <>
      <h1>{title}</h1>
      {payer.connected ? (
        <Card title="From">
          <PayFrom payer={payer} />
        </Card>
      ) : (
        <>
          <OpenPayments />
          <ConnectFirst what={what} />
        </>
      )}
    </>
  )
}
