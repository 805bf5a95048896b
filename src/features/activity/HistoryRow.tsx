import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ActivityItem } from '#account/Activity.ts'
import { explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { itemStatusQuery } from '#domain/activity/activityQueries.ts'
import { settledWords } from '#domain/activity/paymentWords.ts'
import { totalsWords } from '#domain/activity/proposalWords.ts'
import { itemPath, paymentPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { ActivityWhat } from '#features/shared/ActivityWhat.tsx'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'

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
