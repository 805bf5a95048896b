import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAccount, usePortal } from '#account/connection.ts'
import { safeStateQuery } from '#account/safe/safeStateQuery.ts'
import { explorerAddress } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { safeTextFaults } from '#domain/activity/proposalWords.ts'
import { readWatched, unwatch, watch, watchedSafe } from '#domain/activity/watchedSafes.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import layout from '#ui/layout/layout.module.css'
import { Notice } from '#ui/Notice.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { BadLink } from './PaymentPage.tsx'
import { QueueCard } from './QueueCard.tsx'

/** Read-only view of any Safe, by the address in the link. */
export function WatchedSafePage({ safe }: { safe: string }) {
  const parsed = AddressText.parse(safe)
  if (!parsed.ok) return <BadLink what={safeTextFaults[parsed.fault]} />
  return <Watched key={parsed.address} safe={parsed.address} />
}

function Watched({ safe }: { safe: Address }) {
  const account = useAccount()
  const [listed] = useState(() => watchedSafe(safe))
  useDocumentTitle(`Safe ${safe.slice(0, 8)}…`)
  const viewer = account?.address ?? null
  return (
    <>
      <p>
        <Link href="/activity">← Activity</Link>
      </p>
      <h1>A Safe, to look at</h1>
      <div className={layout.page}>
        <SafeCard safe={safe} viewer={viewer} />
        <QueueCard listed={listed} viewer={viewer} />
        <HistoryCard listed={listed} />
      </div>
    </>
  )
}

function SafeCard({ safe, viewer }: { safe: Address; viewer: Address | null }) {
  const query = useQuery(safeStateQuery(safe))
  const { data: state } = query
  const isOwner = viewer && state?.owners.some((owner) => AddressText.equal(owner, viewer))
  return (
    <Card title="Safe" action={<WatchButton safe={safe} />}>
      <WholeAddress address={safe} explorer={explorerAddress(safe)} />
      <ReadError read={query} />
      {state === null && (
        <Notice tone="warn" title="There is no contract at this address.">
          <p>
            It may be a Safe that was never activated, or no Safe at all. Do not send money to it unchecked.
          </p>
        </Notice>
      )}
      {state && (
        <p>
          {state.threshold} of {state.owners.length} owners sign{isOwner ? '; you are one of them' : ''}. Next
          nonce {state.nonce.toString()}, contract version {state.version}.
        </p>
      )}
    </Card>
  )
}

function WatchButton({ safe }: { safe: Address }) {
  const { page } = usePortal()
  const [watched, setWatched] = useState(() => readWatched(page.storage).includes(safe))
  const toggle = () => {
    const safes = watched ? unwatch(page.storage, safe) : watch(page.storage, safe)
    setWatched(safes.includes(safe))
  }
  return (
    <Button aria-pressed={watched} onClick={toggle}>
      {watched ? 'Watched in this browser' : 'Watch'}
    </Button>
  )
}
