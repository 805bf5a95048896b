import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { itemStatusQuery } from '#domain/activity/activityQueries.ts'
import { filtered, type HistoryFilter, noFilter, withDays } from '#domain/activity/historyLines.ts'
import { settledWords } from '#domain/activity/paymentWords.ts'
import { totalsWords } from '#domain/activity/proposalWords.ts'
import { suspicions } from '#domain/activity/receivedItems.ts'
import { itemPath, paymentPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { ActivityWhat } from '#features/shared/ActivityWhat.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { useBatchContents } from '#features/shared/useIncoming.ts'
import { usePagedList } from '#features/shared/usePagedList.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import prose from '#ui/layout/prose.module.css'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './Activity.module.css'
import { HistoryExport } from './ExportFile.tsx'
import { SuspiciousItems } from './SuspiciousItems.tsx'
import { Unreadable } from './Unreadable.tsx'

/** Loads the next page of a list; hidden at its end. */
export function LoadMore(props: {
  cursor: string | null
  more: { readonly isPending: boolean; readonly mutate: () => void }
}) {
  const { cursor, more } = props
  if (cursor === null) return null
  return (
    <p>
      <Button onClick={() => more.mutate()} disabled={more.isPending}>
        {more.isPending ? 'Loading…' : 'Load more'}
      </Button>
    </p>
  )
}

/** The source of a list, and what it can and cannot show. */
export function Coverage({ source, text }: { source: string; text: string }) {
  return (
    <p className={prose.small}>
      {source && <>From the {source}. </>}
      {text}
    </p>
  )
}

/** Filters the loaded part of a history. */
export function HistoryFilters(props: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  const { filter, onChange } = props
  return (
    <search className={css.filters} aria-label="Filter the history">
      <Field label="Token">
        {(control) => (
          <select
            {...control}
            value={filter.token}
            onChange={(event) => onChange({ ...filter, token: event.target.value })}
          >
            <option value="">All tokens</option>
            {Token.pinned.map((token) => (
              <option key={Token.key(token)} value={Token.key(token)}>
                {token.symbol}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Direction">
        {(control) => (
          <select
            {...control}
            value={filter.direction}
            onChange={(event) =>
              onChange({ ...filter, direction: event.target.value as HistoryFilter['direction'] })
            }
          >
            <option value="">In and out</option>
            <option value="in">Received</option>
            <option value="out">Paid</option>
          </select>
        )}
      </Field>
      <Field label="Counterparty">
        {(control) => (
          <input
            {...control}
            type="search"
            value={filter.counterparty}
            placeholder="0x… or a part of it"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ ...filter, counterparty: event.target.value })}
          />
        )}
      </Field>
    </search>
  )
}

const none: readonly ActivityItem[] = []

/** The history of a Safe, newest first, by day. Suspicious items are counted in one line. */
export function HistoryCard({ listed }: { listed: Listed }) {
  const { query, more } = usePagedList(listed, 'history')
  const [filter, setFilter] = useState(noFilter)
  const { data, error } = query
  const all = data?.items ?? none
  const contents = useBatchContents(listed, all)
  // A poll without new data must not iterate over thousands of items.
  const hidden = useMemo(() => suspicions(listed.address, all, contents), [listed.address, all, contents])
  const clean = useMemo(() => all.filter(({ id }) => !hidden.has(id)), [all, hidden])
  const shown = useMemo(() => filtered(clean, filter, contents), [clean, filter, contents])
  const today = new Date(useNow()).setHours(0, 0, 0, 0)
  const lines = useMemo(() => withDays(shown, today), [shown, today])
  const keys = useMemo(() => lines.map(({ key }) => key), [lines])
  return (
    <Card title="History">
      <ReadError read={query} />
      {data ? (
        <>
          {clean.length > 0 && <HistoryFilters filter={filter} onChange={setFilter} />}
          {shown.length < clean.length && (
            <p className={prose.muted} role="status">
              {shown.length} of {clean.length} loaded items fit the filter.
            </p>
          )}
          {clean.length === 0 && <p className={prose.muted}>Nothing has happened here yet.</p>}
          <WindowedList label="Executed and received" keys={keys}>
            {(index) => {
              const line = lines[index]
              if (line?.kind === 'day') return <h3 className={css.day}>{line.label}</h3>
              return (
                line && (
                  <HistoryRow safe={listed.address} item={line.item} content={contents.get(line.item.id)} />
                )
              )
            }}
          </WindowedList>
          <SuspiciousItems items={all.filter(({ id }) => hidden.has(id))} reasons={hidden} />
          <Unreadable count={data.unreadable.head + data.unreadable.rest} />
          {more.error && !more.isPending && (
            <ReadError
              read={{ error: more.error, dataUpdatedAt: 0, isFetching: false, refetch: () => more.mutate() }}
            />
          )}
          <LoadMore cursor={data.cursor} more={more} />
          {all.length > 0 && (
            <HistoryExport listed={listed} list={data} contents={contents} hidden={hidden} />
          )}
          <Coverage source={data.source} text={coverageWords(data.cut, listed.activity.coverage)} />
        </>
      ) : (
        !error && <Skeleton lines={6} label="Reading the history" />
      )}
    </Card>
  )
}

function coverageWords(cut: boolean, coverage: string): string {
  return cut
    ? `${coverage} The list ends here although the service has more; the explorer shows all.`
    : coverage
}

/** One executed item of a Safe, reported by a service. It is called paid only if the chain proves it. */
export function HistoryRow(props: {
  safe: Address
  item: ActivityItem
  content: ProposalContent | undefined
}) {
  const { safe, item, content } = props
  const evidence = useQuery(itemStatusQuery(bscRpc, safe, item))
  const { tone, words } = settledWords(item, evidence.data, evidence.error !== null)
  const path = itemPath(safe, item)
  return (
    <div className={css.row}>
      <div className={css.main}>
        <p className={css.what}>
          {content && content.rows.length > 1 ? (
            <>
              {content.rows.length} payments:{' '}
              <strong className={prose.tabular}>{totalsWords(content)}</strong>
            </>
          ) : (
            <ActivityWhat what={item.what} />
          )}
        </p>
        <p className={css.meta}>
          <time>{when(item.at)}</time>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {item.module && (
            <span className={css.warn}>
              By the module <ShortAddress address={item.module} />, without signatures
            </span>
          )}
          {item.note && <q className={css.note}>{item.note}</q>}
          {path && <Link href={path}>Details</Link>}
          {item.safeTxHash && item.hash && item.status.kind === 'executed' && (
            <Link href={paymentPath(item.hash)}>Receipts</Link>
          )}
          {item.hash && (
            <a href={explorerTx(item.hash)} target="_blank" rel="noopener noreferrer">
              Explorer
            </a>
          )}
        </p>
      </div>
      <div className={css.states}>
        <StatusText tone={tone}>{words}</StatusText>
      </div>
    </div>
  )
}
