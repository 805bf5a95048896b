import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { paidTo, parseSafeText, safeTextFaults } from '#domain/activity/proposalWords.ts'
import { readWatched, watchedSafe } from '#domain/activity/watchedSafes.ts'
import { safePath } from '#domain/shared/paths.ts'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { useProposals } from '#features/shared/useProposals.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Card } from '#ui/Card.tsx'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'
import { signedWords } from './QueueCard.tsx'

/** Opens any Safe by its address or a link, read-only. */
export function OpenSafeForm() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const parsed = parseSafeText(text)
    if (!parsed.ok) return safeTextFaults[parsed.fault]
    navigate(safePath(parsed.address))
    return null
  }
  return (
    <OneLineForm
      label="Address of a Safe"
      hint="0x…, bnb:0x… or a link to it"
      button="Look at it"
      onText={open}
    />
  )
}

/** Watched Safes, and the payments to the viewer in their queues. */
export function WatchCard({ viewer }: { viewer: Address | null }) {
  const { page } = usePortal()
  const [safes] = useState(() => readWatched(page.storage))
  return (
    <Card title="Look at a Safe">
      <p className={prose.muted}>
        See what a Safe has queued and paid, for instance the one that is going to pay you. Nothing can be
        signed here.
      </p>
      {safes.length > 0 && (
        <ul className={css.list} aria-label="Safes that you watch">
          {safes.map((safe) => (
            <Watched key={safe} safe={safe} viewer={viewer} />
          ))}
        </ul>
      )}
      <OpenSafeForm />
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
  return (
    <li className={css.row}>
      <div className={css.main}>
        <Link href={safePath(safe)}>
          <ShortAddress address={safe} />
        </Link>
        {viewer &&
          reports.map((report) => {
            const coming = paidTo(report.content, viewer)
            return (
              coming.length > 0 && (
                <p key={report.safeTxHash} className={css.coming}>
                  Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
                </p>
              )
            )
          })}
      </div>
      {query.data ? (
        <StatusText tone={items.length > 0 ? 'wait' : 'none'}>{`${items.length} queued`}</StatusText>
      ) : (
        <StatusText tone={query.error ? 'warn' : 'wait'}>{query.error ? 'Not read' : 'Reading'}</StatusText>
      )}
    </li>
  )
}
