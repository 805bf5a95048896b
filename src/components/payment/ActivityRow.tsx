import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActivityAmount, ActivityContent, ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { transferTo } from '#chain/money/Call.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import { togetherWords } from '#components/payout/rowWords.ts'
import { useOrigins, useReviewed } from '#components/payout/usePayouts.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import {
  paymentWords,
  receivedWords,
  rejectionWords,
  reportedWords,
  settledWords,
} from '#domain/activity/paymentWords.ts'
import { proposalStatusWords, titleWords } from '#domain/activity/proposalWords.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { batchRows, payoutName } from '#domain/payout/Payout.ts'
import { listedName, type PayoutOrigin } from '#domain/payout/payoutOrigins.ts'
import { count, READING_TIME, timeOfDay, whenInList } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'
import { itemPath } from '#domain/shared/paths.ts'
import type { StatusText, Tone } from '#domain/shared/StatusText.ts'
import { itemStatusQuery } from '#queries/activity.ts'
import { differences } from '#safe/proposal/ProposalReport.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Disc, Row } from '#ui/content/Rows.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './ActivityRow.module.css'

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
          <time>
            {item.isDating ? READING_TIME : now === undefined ? timeOfDay(item.at) : whenInList(item.at, now)}
          </time>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {detail && <span>{detail}</span>}
          {item.note && <q>{withoutQuotes(item.note)}</q>}
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
  const report = useProposals(listed, isReviewed ? [item] : none).get(item.id)?.report
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
    const payments = item.what.kind === 'batch' ? (item.what.payments ?? []) : []
    const isWhole = item.what.kind === 'batch' && payments.length === item.what.count
    const words = isWhole
      ? togetherWords(
          payments.map((one) => one.status),
          null,
        )
      : paymentWords(status.status, 'sent')
    // The page of the payment has the rest.
    return status.status.kind === 'unknown' ? words : { ...words, text: '' }
  }
  return isAsked ? settledWords(item, data, error !== null, content) : reportedWords(status)
}

/** The icon at the start of the row of each kind of item. */
const icons: Readonly<Record<ActivityContent['kind'], IconName>> = {
  'transfer-in': 'arrow-down-left',
  'transfer-out': 'arrow-up-right',
  batch: 'layers',
  rejection: 'ban',
  settings: 'users',
  creation: 'plus',
  other: 'code-xml',
}

/** The words and numbers in the row of an item. */
type ItemContent = {
  readonly icon: IconName
  readonly title: ReactNode
  /** The second line: of a payout that is called by its name, or the name of the payout of a single payment. */
  readonly detail?: string
  readonly amounts: readonly Amount.Amount[]
}

/**
 * The effect of an item, as its source reports it.
 * @param origins the payouts of this browser behind it, for the names in their lists
 * @param content the content of an executed batch, as far as it was read
 */
export function itemContent(
  { what, nonce }: ActivityItem,
  origins: readonly PayoutOrigin[],
  content?: ProposalContent,
): ItemContent {
  const icon = icons[what.kind]
  switch (what.kind) {
    case 'transfer-out':
      return paymentContent(what.to, what.amount.amount, origins, what.amount.suspect)
    case 'transfer-in':
      return {
        icon,
        title: what.from ? (
          <Counterparty word="From" address={what.from} suspect={what.amount.suspect} />
        ) : (
          'From a Safe or contract'
        ),
        amounts: [what.amount.amount],
      }
    case 'batch':
      if (content) return decodedContent(content, nonce, origins)
      if (what.payments) {
        const name = nameIn(origins, what.payments.length)
        return batchContent(`Payout of ${what.count}`, name, Amount.totalsOf(what.payments))
      }
      if (what.count === 1) return { icon: icons['transfer-out'], title: 'Payment', amounts: [] }
      return unreadBatch(what.count, wholeOrigin(origins, what.count))
    case 'rejection':
      return { icon, title: rejectionWords(nonce), amounts: [] }
    case 'settings':
      return { icon, title: `Change of the Safe: ${what.label}`, amounts: [] }
    case 'creation':
      return { icon, title: 'Safe created', amounts: [] }
    case 'other':
      return { icon, title: `Other: ${what.label}`, amounts: [] }
  }
}

/** A batch whose content was not read: this browser knows the payments that it asked for. */
function unreadBatch(calls: number | null, origin: PayoutOrigin | null): ItemContent {
  const plain = calls === null ? 'Payout' : `Payout of ${calls}`
  if (!origin) return batchContent(plain, null, [])
  return batchContent(
    plain,
    payoutName(origin.payout),
    Amount.totalsOf(batchRows(origin.payout, origin.attempt)),
  )
}

/** A batch, called by the name of its payout if it has one. */
function batchContent(plain: string, name: string | null, amounts: readonly Amount.Amount[]): ItemContent {
  const words = name === null ? { title: plain } : { title: <bdi>{name}</bdi>, detail: plain }
  return { icon: icons.batch, amounts, ...words }
}

/** The effect of a transaction of a Safe, decoded from its bytes. */
export function decodedContent(
  content: ProposalContent,
  nonce: bigint | null,
  origins: readonly PayoutOrigin[],
): ItemContent {
  const { rows, totals } = content
  const [row] = rows
  if (rows.length !== 1 || !row) {
    return batchContent(payoutTitle(content), nameIn(origins, rows.length), totals)
  }
  const { meaning } = row
  if (meaning.kind !== 'transfer') {
    const icon = meaning.kind === 'rejection' ? icons.rejection : icons.other
    return { icon, title: titleWords(row, nonce), amounts: [] }
  }
  return paymentContent(meaning.to, meaning.amount, origins)
}

/** One payment of the account. */
function paymentContent(
  to: Address,
  amount: Amount.Amount,
  origins: readonly PayoutOrigin[],
  suspect: ActivityAmount['suspect'] = null,
): ItemContent {
  const given = listedName(origins, transferTo(to, amount))
  return {
    icon: icons['transfer-out'],
    title: <Counterparty word="To" address={to} suspect={suspect} given={given} />,
    ...detailOf(origins),
    amounts: [amount],
  }
}

/** The title of the payout of a payment. A wallet's payments of one payout stand under it already. */
function detailOf(origins: readonly PayoutOrigin[]): Pick<ItemContent, 'detail'> {
  const { payout, attempt } = wholeOrigin(origins, 1) ?? {}
  const isAlone = payout?.rows.length === 1 || (attempt && submissionOf(attempt)?.kind === 'proposed')
  return isAlone && payout?.title ? { detail: payout.title } : {}
}

/** The origin of an item that is nothing but payments of one payout. */
function wholeOrigin(origins: readonly PayoutOrigin[], calls: number | null): PayoutOrigin | null {
  const [origin, other] = origins
  return origin && !other && origin.attempt.calls.length === calls ? origin : null
}

/** The name of the payout that an item is a batch of; null for none, and for an item with other calls. */
export function nameIn(origins: readonly PayoutOrigin[], calls: number): string | null {
  const origin = wholeOrigin(origins, calls)
  return origin && payoutName(origin.payout)
}

/** `Payout of 6`, `Payout of 5 and 1 other call`, `2 calls`. */
export function payoutTitle({ rows, others }: ProposalContent): string {
  const payments = rows.length - others
  if (payments === 0) return count(rows.length, 'call')
  return others === 0 ? `Payout of ${payments}` : `Payout of ${payments} and ${count(others, 'other call')}`
}

const suspicions = {
  imitation: 'looks like a copy of an earlier transfer',
  'unverified-token': 'unverified token',
  'zero-value': 'moves nothing',
}

/** The other side of a payment, with its face. */
function Counterparty(props: {
  word: 'To' | 'From'
  address: Address
  suspect: ActivityAmount['suspect']
  /** The name in the payer's list. */
  given?: string | null
}) {
  const { word, address, suspect, given } = props
  return (
    <span className={`layout-line ${css.who}`}>
      <Identicon address={address} size={20} />
      <span>
        <span className="visually-hidden">{word} </span>
        <NamedAddress address={address} given={given ?? undefined} />
        {suspect && <span className="text-warn"> ({suspicions[suspect]})</span>}
      </span>
    </span>
  )
}
