import { Link } from 'wouter'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { statusWords } from '#domain/request/requestWords.ts'
import { when } from '#domain/shared/format.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { KeptListCard, KeptRow } from '#features/shared/KeptListCard.tsx'
import type { useKeptRequests } from '#features/shared/useKept.ts'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './Request.module.css'
import { useRequestState } from './useRequestState.ts'

/**
 * How many are tracked at a time: each one costs requests to nodes and services while the list is on the
 * screen.
 */
const FOLLOWED = 10

const naming = {
  title: 'Your requests',
  one: 'request',
  many: 'requests',
  fileName: 'payment-requests.json',
}

/** The requests made in this browser, each with its status. */
export function MyRequests({ kept }: { kept: ReturnType<typeof useKeptRequests> }) {
  return (
    <KeptListCard list={keptRequests} kept={kept} naming={naming}>
      {(one, index) => (
        <Row
          key={requestKey(one.request)}
          one={one}
          all={kept.items}
          followed={index < FOLLOWED}
          onForget={() => kept.forget(one)}
        />
      )}
    </KeptListCard>
  )
}

function Row(props: {
  one: KeptRequest
  all: readonly KeptRequest[]
  followed: boolean
  onForget: () => void
}) {
  const { one, all, followed } = props
  const { request, signature } = one
  const { payee, memo, reference, madeAt } = request
  return (
    <KeptRow
      status={
        followed ? <Status one={one} all={all} /> : <StatusBadge tone="none">Open for status</StatusBadge>
      }
      forget={{ label: `Remove from list: request for ${amountText(request)}`, run: props.onForget }}
    >
      <p className={prose.tabular}>
        <Link href={requestPath('share', encodeRequest(one))}>
          <strong>{amountText(request)}</strong>
        </Link>{' '}
        to <ShortAddress address={payee} />
      </p>
      <p className={css.meta}>
        <time>{when(madeAt * 1_000)}</time>
        {memo && <bdi>{memo}</bdi>}
        {reference && <bdi>{reference}</bdi>}
        <span>{signature ? 'signed' : 'not signed'}</span>
      </p>
    </KeptRow>
  )
}

function Status({ one, all }: { one: KeptRequest; all: readonly KeptRequest[] }) {
  const { status, sight } = useRequestState(one.request, all)
  const { tone, short } = statusWords(one.request, status, sight.looking)
  return <StatusBadge tone={tone}>{short}</StatusBadge>
}
