import type { ReactNode } from 'react'
import type { ActivityAmount, ActivityContent, ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Amount, totalsOf } from '#chain/money/Amount.ts'
import { transferTo } from '#chain/money/Call.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import { rejectionWords } from '#domain/activity/paymentWords.ts'
import { titleWords } from '#domain/activity/proposalWords.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { batchRows, payoutName } from '#domain/payout/Payout.ts'
import { listedName, type PayoutOrigin } from '#domain/payout/payoutOrigins.ts'
import { count } from '#domain/shared/format.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { Identicon } from '#ui/content/Identicon.tsx'
import type { IconName } from '#ui/icons/names.ts'
import css from './itemContent.module.css'

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
  readonly amounts: readonly Amount[]
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
      return {
        icon,
        title: (
          <Counterparty
            word="To"
            address={what.to}
            of={what}
            given={listedName(origins, transferTo(what.to, what.amount.amount))}
          />
        ),
        ...detailOf(origins),
        amounts: [what.amount.amount],
      }
    case 'transfer-in':
      return {
        icon,
        title: what.from ? (
          <Counterparty word="From" address={what.from} of={what} />
        ) : (
          'From a Safe or contract'
        ),
        amounts: [what.amount.amount],
      }
    case 'batch':
      if (content) return decodedContent(content, nonce, origins)
      if (what.payments) {
        const name = nameIn(origins, what.payments.length)
        return batchContent(`Payout of ${what.count}`, name, totalsOf(what.payments))
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
  return batchContent(plain, payoutName(origin.payout), totalsOf(batchRows(origin.payout, origin.attempt)))
}

/** A batch, called by the name of its payout if it has one. */
function batchContent(plain: string, name: string | null, amounts: readonly Amount[]): ItemContent {
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
  return {
    icon: icons['transfer-out'],
    title: (
      <Counterparty
        word="To"
        address={meaning.to}
        given={listedName(origins, transferTo(meaning.to, meaning.amount))}
      />
    ),
    ...detailOf(origins),
    amounts: [meaning.amount],
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
  of?: { readonly amount: ActivityAmount }
  /** The name in the payer's list. */
  given?: string | null
}) {
  const { word, address, of, given } = props
  const suspect = of?.amount.suspect
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
