import { useQuery } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { aboutDollars, feedOf, pairOf, unitDollars } from '#chain/prices/feeds.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { LongOwnDetails, OwnDetailsText, useOwnDetails } from '#components/settings/OwnDetailsText.tsx'
import { useDollars } from '#components/settings/switches.ts'
import { useKeptList } from '#components/stored/useKept.ts'
import { listedName } from '#domain/payout/payoutOrigins.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { paidRow } from '#domain/payout/rowReceipts.ts'
import type { OwnDetails } from '#domain/receipt/ownDetails.ts'
import type { ReceiptLink, ReceiptState } from '#domain/receipt/receiptLink.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { requestPaidBy } from '#domain/request/paymentsSeen.ts'
import { count, whenUtc } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { executedProposalsQuery, feeQuery } from '#queries/activity.ts'
import { priceAtQuery } from '#queries/prices.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { toneIcons } from '#ui/Notice.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import css from './Receipt.module.css'

type Moved = Extract<ReceiptState, { kind: 'moved' }>

/** The sheet that is printed: status, amount, payer, payee, and where to check it again. */
export function ReceiptPaper(props: {
  link: ReceiptLink
  state: Moved
  words: StatusText
  url: string
  /** ms since the epoch. */
  readAt: number
  /** The whole transaction. */
  paid: PaidTransfers
}) {
  const { link, state, words, url, readAt, paid } = props
  const { transfer, token, place } = state
  const { listed, purpose, reference } = useReceiptOrigin(link, state, paid)
  const others = 'transfers' in paid ? paid.transfers.length - 1 : 0
  return (
    <>
      <div className="layout-group">
        <div role="status">
          <p className={`${css.status} ${css[words.tone]}`}>
            <Icon name={toneIcons[words.tone]} size={20} />
            <span>{words.title}</span>
          </p>
          <p className="text-fine">{words.text}</p>
        </div>
        <p className={token ? 'text-display' : css.unverified}>{amountText(state)}</p>
      </div>
      <div className={css.facts}>
        <Parties from={transfer.from} to={transfer.to} listed={listed} />
        <Facts>
          {purpose && <SourcedFact name="For" words={purpose} />}
          {reference && <SourcedFact name="Reference" words={reference} />}
          <NamedFact name="Transaction">
            <span className={css.hash}>{link.hash}</span>
          </NamedFact>
          <NamedFact name="Token">
            <p>
              {token ? `${token.symbol} on BNB Smart Chain` : 'Unverified token, known by its contract alone'}
            </p>
            {transfer.token && <GroupedAddress address={transfer.token} />}
          </NamedFact>
          {token && place.at !== null && (
            <InDollars amount={{ token, value: transfer.value }} at={place.at} />
          )}
          {place.final && <PaidFee hash={link.hash} payer={transfer.from} at={place.at} others={others} />}
        </Facts>
      </div>
      <div className={css.foot}>
        <QrCode text={url} label="QR code of the receipt" />
        <div>
          <p>Scan to check this payment yourself. Opening the link re-checks it on the blockchain.</p>
          <p>Checked at {whenUtc(readAt)}.</p>
          <p className={css.printed}>{url}</p>
        </div>
      </div>
    </>
  )
}

/** Words that somebody wrote about the payment, and where they come from: never from the blockchain. */
type SourcedWords = { readonly text: string; readonly source: string }

function SourcedFact({ name, words }: { name: string; words: SourcedWords }) {
  return (
    <NamedFact name={name}>
      <p>
        <bdi>{words.text}</bdi>
      </p>
      <p className="text-fine">{words.source}</p>
    </NamedFact>
  )
}

/** The decimals of an unpinned token are only a claim, so base units are shown. */
function amountText({ transfer, token }: Moved): string {
  const { token: contract, value } = transfer
  return Amount.format({ token: token ?? (contract ? unverifiedToken(contract, 0) : Token.BNB), value })
}

const sources = {
  link: 'From the link, not from the blockchain.',
  list: 'From your list, not from the blockchain.',
  request: 'From your request, matched by amount, address and time.',
}

/** Finds the list and the request behind a transfer in this browser; null for none. A note in the link wins. */
function useReceiptOrigin(
  link: ReceiptLink,
  { transfer, place }: Extract<ReceiptState, { kind: 'moved' }>,
  paid: PaidTransfers,
) {
  const { from } = transfer
  const originsOf = useOrigins(from)
  const direct = originsOf(link.hash)
  // A payout of a Safe is known by its proposal, which the transaction names.
  const { storage } = usePortal().page
  const hasPaid = payoutStore(storage, from).ledger.list('as-heard').attempts.length > 0
  const isRead = hasPaid && direct.length === 0 && place.final
  const { data: proposals = [] } = useQuery({ ...executedProposalsQuery(from, link.hash), enabled: isRead })
  const origins = direct.length > 0 ? direct : proposals.flatMap((id) => originsOf(id))
  const { items } = useKeptList(keptRequests)
  const row = paidRow(origins, paid, link.name)
  const request = requestPaidBy(items, link.hash, paid, link.name)
  const listed = (text?: string | null) => (text ? { text, source: sources.list } : null)
  const asked = (text?: string) => (text ? { text, source: sources.request } : null)
  return {
    /** The name that the payer's list gave the payee. */
    listed: row?.name ?? listedName(origins, transfer),
    purpose: link.note
      ? { text: link.note, source: sources.link }
      : (listed(row?.note) ?? asked(request?.memo)),
    reference: listed(row?.reference) ?? asked(request?.reference),
  }
}

/**
 * Payer and payee, each with the name that this browser has for it, over the whole address.
 * @param props.listed the payee's name in the payer's list
 */
function Parties(props: { from: Address; to: Address; listed: string | null }) {
  const { from, to, listed } = props
  const { nameOf } = usePeople()
  const details = useOwnDetails()
  const account = useAccount()
  /** The person at this browser, if their account is this side. */
  const own = (side: Address) => (account?.address === side ? details : null)
  const isNamed = [from, to].some((side) => nameOf(side) !== null || own(side) !== null) || listed !== null
  return (
    <div className={css.parties}>
      <dl className="layout-columns">
        <NamedFact name="From">
          <Side address={from} own={own(from)} />
          <GroupedAddress address={from} />
        </NamedFact>
        <NamedFact name="To">
          <Side address={to} own={own(to)} given={listed ?? undefined} />
          <GroupedAddress address={to} />
        </NamedFact>
      </dl>
      {details && (own(from) || own(to)) && <LongOwnDetails of={details} />}
      {isNamed && (
        <p className="text-fine">Names are from this browser. The blockchain knows only the addresses.</p>
      )}
    </div>
  )
}

function Side(props: { address: Address; own: OwnDetails | null; given?: string | undefined }) {
  const { address, own, given } = props
  return own ? <OwnDetailsText of={own} /> : <PersonName address={address} given={given} />
}

/** The price of a token at a time (ms); null if nobody wants dollars, the token has no feed, or the time is unknown. */
function usePriceAt(token: Token.Token, at: number | null) {
  const feed = feedOf(token)
  const isOn = useDollars() && feed !== undefined && at !== null
  const query = useQuery({ ...priceAtQuery(token, at ?? 0), enabled: isOn })
  return isOn ? { ...query, feed } : null
}

/** The worth of an amount at the time of its block (ms), and whose price that is. */
function InDollars({ amount, at }: { amount: Amount.Amount; at: number }) {
  const price = usePriceAt(amount.token, at)
  if (!price) return null
  const { data, error } = price
  const { symbol } = amount.token
  const worth = data ? `At that time ${aboutDollars(amount, data)}` : data === null || error ? 'Unknown' : '…'
  return (
    <NamedFact name="In US dollars">
      <p>{worth}</p>
      <p className="text-fine">
        {data
          ? `1 ${symbol} was ${unitDollars(data)} by Chainlink, ${whenUtc(data.at)}.`
          : missingText(symbol, data, error)}
      </p>
    </NamedFact>
  )
}

function missingText(symbol: string, data: null | undefined, error: Error | null): string {
  if (error) return 'Couldn’t read the price.'
  return data === null
    ? `Chainlink has no price of ${symbol} for that time.`
    : 'Reading the price at that time.'
}

/** The network fee, if two operators say that the payer paid it. A Safe's fee is paid by whoever executes. */
function PaidFee(props: { hash: Hash; payer: Address; at: number | null; others: number }) {
  const { hash, payer, at, others } = props
  const { data: fee } = useQuery(feeQuery(hash))
  const price = usePriceAt(Token.BNB, fee ? at : null)
  if (fee?.payer !== payer.toLowerCase()) return null
  const amount = { token: Token.BNB, value: fee.value }
  return (
    <NamedFact name="Network fee">
      <p>
        {Amount.format(amount)}
        {price?.data && `, ${aboutDollars(amount, price.data)}`}
      </p>
      <p className="text-fine">
        Paid by the sender{others > 0 && `, once for this and ${count(others, 'other transfer')}`}.
      </p>
    </NamedFact>
  )
}

/** The feed and the round from which anyone can read the price of a token at a time (ms) again. */
export function PriceRound({ token, at }: { token: Token.Token; at: number }) {
  const price = usePriceAt(token, at)
  if (!price?.data) return null
  return (
    <NamedFact name="Price">
      <p>
        Chainlink {pairOf(token)}, round {price.data.round.toString()}
      </p>
      <GroupedAddress address={price.feed.address} />
    </NamedFact>
  )
}
