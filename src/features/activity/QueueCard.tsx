import type { ActivityItem, Listed } from '#account/Activity.ts'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import type { FindLookAlike } from '#domain/activity/lookAlikeFlags.ts'
import { withLookAlikes } from '#domain/activity/lookAlikeFlags.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { KnownProposals } from '#features/shared/KnownProposals.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { useFindLookAlike } from '#features/shared/usePastPayees.ts'
import { type Computed, useProposals } from '#features/shared/useProposals.ts'
import { Card } from '#ui/Card.tsx'
import prose from '#ui/layout/prose.module.css'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './Activity.module.css'
import { Coverage, LoadMore } from './HistoryCard.tsx'
import { QueueRow } from './QueueRow.tsx'
import { Unreadable } from './Unreadable.tsx'

/** Proposals that are not executed yet, next first. Proposals with the same nonce are grouped. */
export function QueueCard({ listed, viewer }: { listed: Listed; viewer: Address | null }) {
  const account = useAccount()
  const own = account?.kind === 'safe' && account.address === listed.address ? account : null
  const { query, more } = usePagedList(listed, 'queued')
  const { data, error } = query
  const items = data ? [...data.items].sort(byNonce) : []
  const findLookAlike = useFindLookAlike(listed)
  const computed = withFlags(useProposals(listed, items), findLookAlike)
  return (
    <Card title="Queue">
      <ReadError read={query} />
      {error && !data && own && <KnownProposals account={own} />}
      {data ? (
        <>
          {items.length === 0 && <p className={prose.muted}>Nothing waits for signatures.</p>}
          <div className={css.groups}>
            {groupsOf(items).map((group) => (
              <Group
                key={group.key}
                group={group}
                safe={listed.address}
                computed={computed}
                viewer={viewer}
                queue={data}
              />
            ))}
          </div>
          <Unreadable count={data.unreadable.head + data.unreadable.rest} />
          <LoadMore cursor={data.cursor} more={more} />
          <Coverage source={data.source} text="In the order of their nonces." />
        </>
      ) : (
        !error && <Skeleton lines={3} label="Reading the queue" />
      )}
    </Card>
  )
}

/** Adds a flag to the computed report if a payee looks like someone else. */
function withFlags(
  all: ReadonlyMap<string, Computed>,
  findLookAlike: FindLookAlike,
): ReadonlyMap<string, Computed> {
  return new Map(
    [...all].map(([id, one]) => [
      id,
      one.state === 'done' && one.report
        ? { ...one, report: withLookAlikes(one.report, findLookAlike) }
        : one,
    ]),
  )
}

type NonceGroup = {
  readonly key: string
  readonly nonce: bigint | null
  readonly items: readonly ActivityItem[]
}

function Group(props: {
  group: NonceGroup
  safe: Address
  computed: ReadonlyMap<string, Computed>
  viewer: Address | null
  queue: PagedList
}) {
  const { group, safe, computed, viewer, queue } = props
  const rows = (
    <ul className={group.items.length > 1 ? css.rivals : css.list}>
      {group.items.map((item) => (
        <QueueRow
          key={item.id}
          safe={safe}
          item={item}
          computed={computed.get(item.id)}
          viewer={viewer}
          queue={queue}
        />
      ))}
    </ul>
  )
  if (group.items.length === 1) return rows
  return (
    <section className={css.conflict} aria-label={`Conflict at nonce ${group.nonce}`}>
      <p className={css.conflictTitle}>
        <span aria-hidden="true">! </span>Conflict at nonce {group.nonce?.toString()}: only one of these{' '}
        {group.items.length} can happen, the others will be replaced.
      </p>
      {rows}
    </section>
  )
}

function groupsOf(items: readonly ActivityItem[]): readonly NonceGroup[] {
  const groups = new Map<string, NonceGroup>()
  for (const item of items) {
    const key = item.nonce === null ? item.id : `${item.nonce}`
    groups.set(key, { key, nonce: item.nonce, items: [...(groups.get(key)?.items ?? []), item] })
  }
  return [...groups.values()]
}

function byNonce(a: ActivityItem, b: ActivityItem): number {
  if (a.nonce === b.nonce) return 0
  if (a.nonce === null) return 1
  if (b.nonce === null) return -1
  return a.nonce < b.nonce ? -1 : 1
}
