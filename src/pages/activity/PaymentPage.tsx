import { useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { explorerTx } from '#chain/explorer.ts'
import { isHash } from '#chain/hex.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { when } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
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
  if (!isHash(hash)) return <BadLink what="This link names no transaction" />
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
      <div>
        <BackLink href="/activity">Activity</BackLink>
        <h1>Payment</h1>
      </div>
      <div className="layout-page">
        <ReadError read={query} />
        {words && (
          <StatusBanner tone={words.tone} status={words.title}>
            <p>{words.text}</p>
          </StatusBanner>
        )}
        <Card title="What was paid" flush>
          {payment && 'transfers' in payment && (
            <PaymentTransfers hash={hash} transfers={payment.transfers} viewer={account?.address ?? null} />
          )}
          {!payment && !query.error && <Skeleton rows={2} label="Reading the transaction" />}
          <CardPart>
            <Facts>
              <div>
                <dt>Transaction</dt>
                <dd translate="no" className="text-mono">
                  {hash}
                </dd>
              </div>
            </Facts>
            <Actions>
              <CopyButton text={hash} label="Copy the transaction hash" />
              <ExternalLink
                className={buttonClass({ ghost: true, size: 'small' })}
                href={explorerTx(hash)}
                icon
              >
                Transaction on BscScan
              </ExternalLink>
            </Actions>
            <p className="text-small">BNB moved inside contracts may not be listed.</p>
          </CardPart>
        </Card>
      </div>
    </>
  )
}

function statusOf(payment: PaidTransfers): StatusText {
  switch (payment.kind) {
    case 'unknown-hash':
      return {
        tone: 'warn',
        title: 'Not found',
        text: 'Not found on BNB Smart Chain. It may be on another network, very recent, or never sent. We’ll keep checking.',
      }
    case 'pending':
      return {
        tone: 'wait',
        title: 'Pending',
        text: 'Sent but not confirmed yet. Nothing is paid.',
      }
    default: {
      const place = `${when(payment.at)}.`
      if (payment.status === 'failed') {
        return {
          tone: 'bad',
          title: 'Failed',
          text: `${place} It failed. No money moved, only the fee was paid.`,
        }
      }
      return payment.kind === 'final'
        ? { tone: 'good', title: 'Final', text: `${place} Final: it can’t be reversed.` }
        : { tone: 'wait', title: 'Confirming', text: `${place} Final in a few seconds.` }
    }
  }
}
