import { useQuery } from '@tanstack/react-query'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { bscRpc } from '#chain/rpc/createRpc.ts'
import { useOrigins, useReviewed } from '#components/payout/usePayouts.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import { paymentWords, receivedWords, reportedWords, settledWords } from '#domain/activity/paymentWords.ts'
import { proposalStatusWords } from '#domain/activity/proposalWords.ts'
import { timeOfDay, whenInList } from '#domain/shared/format.ts'
import { itemPath } from '#domain/shared/paths.ts'
import type { StatusText, Tone } from '#domain/shared/StatusText.ts'
import { itemStatusQuery } from '#queries/activity.ts'
import { differences } from '#safe/proposal/ProposalReport.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Disc, Row } from '#ui/content/Rows.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './ActivityRow.module.css'
import { itemContent } from './itemContent.tsx'

/**
 * One item of an account as a row of any list: a link to its details. Called paid or received only if the chain
 * proves it.
 */
export function ActivityRow(props: {
  listed: ListedAccount
  item: ActivityItem
  /** The content of an executed batch, as far as it was read. */
  content?: ProposalContent | undefined
  /** A payment that one node has reported; the receipt is read from a second operator. */
  isReceived?: boolean
  /** In ms. Without it the row is under the heading of its day, and shows the time of day only. */
  now?: number
}) {
  const { listed, item, content, isReceived = false, now } = props
  const account = listed.address
  const reviewed = useReviewedStatus(listed, item)
  const listedAs = useStatus(account, item, isReceived, content)
  const { tone, title: status, text } = reviewed ?? listedAs
  const isIn = item.what.kind === 'transfer-in' || isReceived
  const origins = useOrigins(account)(item.safeTxHash ?? item.id)
  const { icon, title, detail, amounts } = itemContent(item, origins, content)
  return (
    <Row
      href={itemPath(account, item)}
      mark={<Disc icon={icon} tone={discTone(tone, isIn)} />}
      title={title}
      sub={
        <>
          <time>{now === undefined ? timeOfDay(item.at) : whenInList(item.at, now)}</time>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {detail && <span>{detail}</span>}
          {item.note && <q>{item.note}</q>}
          {item.module && (
            <span className="text-warn">
              By the module <ShortAddress address={item.module} />, without signatures
            </span>
          )}
          {item.conflict && <span className="text-warn">Conflict: only one can run</span>}
          {text && <span>{text}</span>}
        </>
      }
      status={<StatusBadge tone={tone}>{status}</StatusBadge>}
      end={<Amounts of={amounts} sign={isIn ? '+' : undefined} />}
    />
  )
}

/** The amounts at the end of a row, one below the other. */
export function Amounts({ of, sign }: { of: readonly Amount.Amount[]; sign?: '+' | undefined }) {
  return of.map((amount) => (
    <span key={amount.token.address ?? ''} className={css.amount}>
      <AmountText value={Amount.formatNumber(amount)} symbol={amount.token.symbol} sign={sign} />
    </span>
  ))
}

/** The arrow shows the direction. Its colour adds something only if money arrived or a transaction failed. */
function discTone(tone: Tone, isIn: boolean): Tone {
  if (tone === 'bad') return 'bad'
  return tone === 'good' && isIn ? 'good' : 'none'
}

/**
 * The status of a proposal that this browser reviewed, in any list: it differs, or was rejected. Null for any other
 * proposal: its source is quoted, and its own page has the checks.
 */
function useReviewedStatus(listed: ListedAccount, item: ActivityItem) {
  const reviewedAs = useReviewed(listed.address)
  const isReviewed = item.safeTxHash !== null && reviewedAs(item.safeTxHash).length > 0
  const computed = useProposals(listed, isReviewed ? [item] : none).get(item.id)
  const report = computed?.state === 'done' ? computed.report : null
  if (!report) return null
  const isSaid = differences(report).length > 0 || report.status.kind === 'not-paid'
  return isSaid ? { ...proposalStatusWords(report, null), text: '' } : null
}

const none: readonly ActivityItem[] = []

/** The status by the chain, if it can be read; until then the status that the item's source reports. */
function useStatus(
  account: Address,
  item: ActivityItem,
  isReceived: boolean,
  content: ProposalContent | undefined,
): StatusText {
  const { status, hash } = item
  const isAsked = hash !== null && (status.kind === 'executed' || status.kind === 'failed')
  const { data, error } = useQuery({ ...itemStatusQuery(bscRpc, account, item), enabled: isAsked })
  if (isReceived) return receivedWords(hash, data)
  if (status.kind === 'judged') {
    const words = paymentWords(status.status, 'sent')
    // The page of the payment has the rest.
    return status.status.kind === 'unknown' ? words : { ...words, text: '' }
  }
  return isAsked ? settledWords(item, data, error !== null, content) : reportedWords(status)
}
