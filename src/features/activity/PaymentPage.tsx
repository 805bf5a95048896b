import { useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { useAccount } from '#account/connection.ts'
import { explorerTx } from '#chain/explorer.ts'
import { paidTransfersQuery } from '#domain/activity/activityQueries.ts'
import { when } from '#domain/shared/when.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { Card } from '#ui/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import { PaymentTransfers } from './ProposalRows.tsx'

/** Shown for an invalid link. */
export function BadLink({ what }: { what: string }) {
  return (
    <>
      <h1>Activity</h1>
      <Notice tone="warn" title={what}>
        <p>
          Nothing was read. Ask for the link again, or <Link href="/activity">go to Activity</Link>.
        </p>
      </Notice>
    </>
  )
}

/** One transaction by its hash, read from the chain only. */
export function PaymentPage({ hash }: { hash: string }) {
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return <BadLink what="The link names no transaction." />
  return <Looked hash={hash.toLowerCase() as Hash} />
}

function Looked({ hash }: { hash: Hash }) {
  const account = useAccount()
  const query = useQuery({ ...paidTransfersQuery(hash), refetchOnMount: 'always' })
  const { data: payment } = query
  useDocumentTitle('Payment')
  const words = payment && statusOf(payment)
  return (
    <>
      <p>
        <Link href="/activity">← Activity</Link>
      </p>
      <h1>Payment</h1>
      <div className={layout.page}>
        <ReadError read={query} />
        <Card
          title="What the chain says"
          action={words && <StatusText tone={words.tone}>{words.short}</StatusText>}
        >
          {payment ? (
            <>
              <p>{words?.long}</p>
              {'transfers' in payment && (
                <PaymentTransfers
                  hash={hash}
                  transfers={payment.transfers}
                  viewer={account?.address ?? null}
                />
              )}
            </>
          ) : (
            !query.error && <Skeleton lines={4} label="Reading the transaction" />
          )}
          <Facts>
            <div>
              <dt>Transaction</dt>
              <dd className={prose.mono}>{hash}</dd>
            </div>
          </Facts>
          <Actions>
            <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
              Transaction on the explorer
            </a>
          </Actions>
          <p className={prose.small}>
            Read from BNB Smart Chain. BNB that a contract passed on inside the transaction leaves no trace
            that could be shown here, except at a Safe.
          </p>
        </Card>
      </div>
    </>
  )
}

type Words = {
  readonly tone: 'good' | 'wait' | 'warn' | 'bad'
  readonly short: string
  readonly long: string
}

function statusOf(payment: PaidTransfers): Words {
  switch (payment.kind) {
    case 'unknown-hash':
      return {
        tone: 'warn',
        short: 'Not found',
        long: 'No node that was asked knows this transaction. It may be on another network, seconds old, or never sent. This page asks again by itself.',
      }
    case 'pending':
      return {
        tone: 'wait',
        short: 'Pending',
        long: 'The network knows it; it is in no block yet. Nothing is paid.',
      }
    default: {
      const place = `In block ${payment.blockNumber}, ${when(payment.at)}.`
      if (payment.status === 'failed') {
        return {
          tone: 'bad',
          short: 'Failed',
          long: `${place} It failed: no money moved, only the fee was paid.`,
        }
      }
      return payment.kind === 'final'
        ? { tone: 'good', short: 'Final', long: `${place} The block is final: this cannot be undone.` }
        : { tone: 'wait', short: 'Confirming', long: `${place} The block is not final yet.` }
    }
  }
}
