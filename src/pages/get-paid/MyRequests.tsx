import { type ReactNode, useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { BackupFile } from '#components/backup/BackupFile.tsx'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import { useRequestState } from '#components/request/useRequestState.ts'
import type { KeptItems } from '#components/stored/useKept.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { amountOf, amountText, dueText, isPinned } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { isRequestSettled } from '#domain/request/requestStatus.ts'
import { requestStatusWords } from '#domain/request/statusWords.ts'
import { plural, whenInList } from '#domain/shared/format.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { Popover } from '#ui/page/Disclosure.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { FilterTabs } from '#ui/page/Tabs.tsx'
import { useNow, useWhen } from '#ui/useNow.ts'
import css from './MyRequests.module.css'

/** How many are tracked at a time: each one costs requests to nodes and services while the list is on the screen. */
const FOLLOWED = 10

const naming = {
  kind: 'requests',
  title: 'Your requests',
  one: 'request',
  many: 'requests',
  fileName: 'payment-requests.json',
} as const

/** `open` is everything that is not proven paid. */
const filters = { all: 'All', open: 'Open', paid: 'Paid' } as const
type Filter = keyof typeof filters

/** The requests made in this browser, each with its status. */
export function MyRequests({ kept }: { kept: KeptItems<KeptRequest> }) {
  const { items, unreadable } = kept
  const [filter, setFilter] = useState<Filter>('all')
  const [paid, setPaid] = useState<ReadonlySet<string>>(new Set())
  const isShown = (key: string) => filter === 'all' || paid.has(key) === (filter === 'paid')
  const keys = items.map(({ request }) => requestKey(request))
  const counts = {
    all: keys.length,
    paid: keys.filter((key) => paid.has(key)).length,
    open: keys.filter((key) => !paid.has(key)).length,
  }
  return (
    <>
      <h2 className={css.title}>{naming.title}</h2>
      <Surface label={naming.title}>
        <FilterTabs
          label="Show"
          tabs={(Object.keys(filters) as Filter[]).map((id) => ({
            id,
            label: filters[id],
            count: counts[id],
          }))}
          current={filter}
          onChoose={setFilter}
        >
          <Popover icon="ellipsis" label="Backup">
            <section>
              <BackupFile list={keptRequests} kept={kept} naming={naming} />
            </section>
          </Popover>
        </FilterTabs>
        {items.length === 0 && (
          <EmptyState
            icon="hand-coins"
            title="No requests yet"
            text="What you create is listed here, with its status."
          />
        )}
        {items.length > 0 && counts[filter] === 0 && <p className="layout-foot text-fine">None of them.</p>}
        {/* Hidden rows stay mounted, because their status decides where they belong. */}
        <Rows label={naming.title}>
          {items.map((one, index) => {
            const key = requestKey(one.request)
            return (
              <li key={key} hidden={!isShown(key)}>
                {index < FOLLOWED ? (
                  <Followed
                    one={one}
                    all={items}
                    onPaid={() => setPaid((before) => new Set(before).add(key))}
                    onNews={(news) => void kept.keep([news])}
                  />
                ) : (
                  <RequestRow one={one} status={<StatusBadge tone="none">Open for status</StatusBadge>} />
                )}
              </li>
            )
          })}
        </Rows>
        {unreadable > 0 && (
          <p className="layout-foot text-fine" role="alert">
            {unreadable} saved {plural(unreadable, naming.one, naming.many)} couldn’t be read and{' '}
            {plural(unreadable, 'isn’t', 'aren’t')} shown.
          </p>
        )}
        {items.length >= keptRequests.max && (
          <p className="layout-foot text-fine" role="status">
            This list is full. A new request works, but isn’t listed before you remove another one.
          </p>
        )}
        <p className="layout-foot text-fine">Kept in this browser only.</p>
      </Surface>
    </>
  )
}

function Followed(props: {
  one: KeptRequest
  all: readonly KeptRequest[]
  onPaid: () => void
  onNews: (news: KeptRequest) => void
}) {
  const { one, all, onPaid, onNews } = props
  const { status, evidence, news } = useRequestState(one.request, all)
  const { tone, title } = requestStatusWords(one.request, status, evidence.looking)
  const isPaid = isRequestSettled(status)
  useWhen(isPaid, onPaid)
  useWhen(news !== null, () => news && onNews(news))
  return <RequestRow one={one} status={<StatusBadge tone={tone}>{title}</StatusBadge>} />
}

function RequestRow({ one, status }: { one: KeptRequest; status: ReactNode }) {
  const { request, signature } = one
  const { token, asked, memo, reference, payer, madeAt, dueOn } = request
  const amount = amountOf(request)
  const now = useNow()
  return (
    <Row
      href={requestPath('share', encodeRequest(one))}
      mark={<TokenLogo symbol={isPinned(token) ? token.symbol : ''} size={36} />}
      title={memo ? <bdi>{memo}</bdi> : 'Payment request'}
      sub={
        <span>
          {payer ? <NamedAddress address={payer} /> : 'Anyone with the link'}
          {reference && (
            <>
              {' · '}
              <bdi>{reference}</bdi>
            </>
          )}
          {signature ? ' · signed' : ' · not signed'}
        </span>
      }
      status={status}
      end={
        <>
          {amount && isPinned(token) ? (
            <AmountText value={Amount.formatNumber(amount)} symbol={token.symbol} />
          ) : (
            <span>
              {asked.kind === 'usd'
                ? amountText(request)
                : isPinned(token)
                  ? `Any ${token.symbol}`
                  : 'Unverified token'}
            </span>
          )}
          <br />
          <small className="text-fine">
            {dueOn ? (
              `due ${dueText(dueOn)}`
            ) : asked.kind === 'usd' ? (
              `until ${whenInList(asked.until * 1_000, now)}`
            ) : (
              <time>{whenInList(madeAt * 1_000, now)}</time>
            )}
          </small>
        </>
      }
    />
  )
}
