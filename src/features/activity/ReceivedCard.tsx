import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Listed } from '#account/Activity.ts'
import { historyQuery } from '#account/activityQueries.ts'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { blockTimeQuery, itemStatusQuery } from '#domain/activity/activityQueries.ts'
import { BNB_UNREAD, bnbWords, NO_BALANCES, tokenWords } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import { receivedWords } from '#domain/activity/paymentWords.ts'
import { asItem, type Received, receivedItems, type Suspicion } from '#domain/activity/receivedItems.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { useIncoming } from '#features/shared/useIncoming.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import prose from '#ui/layout/prose.module.css'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'
import { SuspiciousItems } from './SuspiciousItems.tsx'

/** What the list of received payments covers and what it cannot show. It never promises a full history. */
export function ReceivedCoverage({ incoming: { tokens, bnb, looking } }: { incoming: Incoming }) {
  return (
    <div className={prose.small} role="status">
      {looking && <p>Looking further back…</p>}
      {tokens && <p>{tokenWords(tokens, looking)}</p>}
      {tokens && bnb === null && <p>{NO_BALANCES}</p>}
      {bnb === 'unsupported' ? <p>{BNB_UNREAD}</p> : bnb && <BnbWords scan={bnb} looking={looking} />}
    </div>
  )
}

function BnbWords({ scan, looking }: { scan: BnbScan; looking: boolean }) {
  const { from, to } = scan
  const { data: since } = useQuery({ ...blockTimeQuery(from), enabled: from <= to && !looking })
  return bnbWords(scan, looking, since ?? null).map((words) => <p key={words}>{words}</p>)
}

/** Payments to a wallet in the pinned tokens and BNB, as reported by public nodes, with their coverage. */
export function ReceivedCard({ listed }: { listed: Listed }) {
  const { incoming, query, watch } = useIncoming(listed.address)
  const sent = useQuery(historyQuery(listed))
  const paid = (sent.data?.items ?? []).flatMap(({ what }) => (what.kind === 'transfer-out' ? [what.to] : []))
  const items = receivedItems(incoming, listed.address, paid)
  const shown = items.filter(({ suspicion }) => suspicion === null)
  const hidden = items.filter(({ suspicion }) => suspicion !== null)
  const reasons = new Map<string, Suspicion>(
    hidden.map(({ id, suspicion }) => [id, suspicion ?? 'imitation']),
  )
  const started = incoming.tokens !== null
  return (
    <Card title="Received">
      <ReadError read={{ ...query, dataUpdatedAt: 0 }} />
      {started && shown.length === 0 && !incoming.looking && (
        <p className={prose.muted}>No payment in the blocks that could be read.</p>
      )}
      <WindowedList label="Payments received" keys={shown.map(({ id }) => id)}>
        {(index) => {
          const item = shown[index]
          return item && <Row account={listed.address} item={item} />
        }}
      </WindowedList>
      <SuspiciousItems items={hidden.map(asItem)} reasons={reasons} />
      {!started && !query.error && <Skeleton lines={3} label="Looking for payments" />}
      <ReceivedCoverage incoming={incoming} />
      <Actions>
        {incoming.looking ? (
          <Button onClick={watch.stop}>Stop looking</Button>
        ) : (
          <Button onClick={() => void watch.lookBack()} disabled={!started}>
            Look further back
          </Button>
        )}
        <a href={`${explorerAddress(listed.address)}#tokentxns`} target="_blank" rel="noopener noreferrer">
          All payments on the explorer
        </a>
      </Actions>
    </Card>
  )
}

function Row({ account, item }: { account: Address; item: Received }) {
  const { data: at } = useQuery(blockTimeQuery(item.block))
  const asked = asItem(item)
  // Logs and balances come from one node; the receipt of a token payment is read from two.
  const evidence = useQuery({
    ...itemStatusQuery(bscRpc, account, asked),
    enabled: asked.hash !== null && item.token.address !== null,
  })
  const { tone, words } = receivedWords(evidence.data)
  const { hash, from, token, value } = item
  return (
    <div className={css.row}>
      <div className={css.main}>
        <p className={css.what}>
          <strong className={prose.tabular}>{Amount.format({ token, value })}</strong>{' '}
          {from ? (
            <>
              from <ShortAddress address={from} />
            </>
          ) : (
            'passed on by a contract, such as a Safe'
          )}
        </p>
        <p className={css.meta}>
          <time>{at ? when(at) : `Block ${item.block}`}</time>
          {hash && <Link href={paymentPath(hash)}>Details</Link>}
          {hash && (
            <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
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
