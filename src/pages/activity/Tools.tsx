import { useState } from 'react'
import { useLocation } from 'wouter'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import { NO_HASH, parseHashText } from '#domain/activity/hashLink.ts'
import { paidTo } from '#domain/activity/proposalWords.ts'
import { parseSafeText, safeTextFaults } from '#domain/activity/safeText.ts'
import { readWatched, watchedSafe } from '#domain/activity/watchedSafes.ts'
import { paymentPath, safePath } from '#domain/shared/paths.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { Card } from '#ui/content/Card.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import proposalStatusCss from './ProposalStatus.module.css'
import { signedWords } from './QueueRow.tsx'
import { ToolPage } from './ToolPage.tsx'

/** Looks up one payment by its transaction hash, which works with every node. */
export function CheckTransactionPage() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    navigate(paymentPath(hash))
    return null
  }
  return (
    <ToolPage title="Check a transaction">
      <Card title="Is it paid?">
        <p className="text-muted">Told it’s paid? Paste the hash or BscScan link.</p>
        <OneLineForm
          label="Transaction"
          hint="Starts with 0x and has 66 characters."
          button="Check"
          onText={open}
        />
      </Card>
    </ToolPage>
  )
}

/** Opens any Safe by its address or a link, read-only. */
export function WatchPage() {
  const [, navigate] = useLocation()
  const viewer = useAccount()?.address ?? null
  const open = (text: string) => {
    const parsed = parseSafeText(text)
    if (!parsed.ok) return safeTextFaults[parsed.fault]
    navigate(safePath(parsed.address))
    return null
  }
  return (
    <ToolPage title="Watch a Safe">
      <Card title="Which Safe?">
        <p className="text-muted">Follow the Safe that pays you: what’s queued, signed and paid.</p>
        <OneLineForm
          label="Address of the Safe"
          hint="Starts with 0x, or a link to it."
          button="Open"
          onText={open}
        />
      </Card>
      <WatchedSafes viewer={viewer} />
    </ToolPage>
  )
}

/** Watched Safes, and the payments to the viewer in their queues. Hidden if there are none. */
export function WatchedSafes({ viewer }: { viewer: Address | null }) {
  const { page } = usePortal()
  const [safes] = useState(() => readWatched(page.storage))
  if (safes.length === 0) return null
  return (
    <Card title="Safes you watch" flush>
      <Rows label="Safes that you watch">
        {safes.map((safe) => (
          <Watched key={safe} safe={safe} viewer={viewer} />
        ))}
      </Rows>
    </Card>
  )
}

function Watched({ safe, viewer }: { safe: Address; viewer: Address | null }) {
  const [listed] = useState(() => watchedSafe(safe))
  const { query } = usePagedList(listed, 'queued')
  const items = query.data?.items ?? []
  const computed = useProposals(listed, viewer ? items : [])
  const reports = [...computed.values()].flatMap((one) =>
    one.state === 'done' && one.report ? [one.report] : [],
  )
  const coming = viewer
    ? reports.flatMap((report) => {
        const amounts = paidTo(report.content, viewer)
        return amounts.length > 0
          ? [`Coming to you: ${amounts.map(Amount.format).join(', ')}, ${signedWords(report)}`]
          : []
      })
    : []
  return (
    <li>
      <Row
        href={safePath(safe)}
        mark={<Identicon address={safe} />}
        title={<ShortAddress address={safe} />}
        sub={coming.map((words) => (
          <strong key={words} className={proposalStatusCss.coming}>
            {words}
          </strong>
        ))}
        status={
          query.data ? (
            <StatusBadge tone={items.length > 0 ? 'wait' : 'none'}>{`${items.length} queued`}</StatusBadge>
          ) : (
            <StatusBadge tone={query.error ? 'warn' : 'wait'}>
              {query.error ? 'Couldn’t load' : 'Loading'}
            </StatusBadge>
          )
        }
      />
    </li>
  )
}
