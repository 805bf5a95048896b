import * as Amount from '#chain/money/Amount.ts'
import { BNB } from '#chain/money/Token.ts'
import type { ReceiptLink, ReceiptState } from '#domain/receipt/receiptLink.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { whenUtc } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { toneIcons } from '#ui/Tone.ts'
import { Parties } from './Parties.tsx'
import css from './Receipt.module.css'
import { InDollars, PaidFee } from './ReceiptPrice.tsx'
import { type ReceiptOrigin, useReceiptOrigin } from './useReceiptOrigin.ts'

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
      <div className={css.sum}>
        <div role="status">
          <p className={`${css.status} ${css[words.tone]}`}>
            <Icon name={toneIcons[words.tone]} size={20} />
            <span>{words.title}</span>
          </p>
          <p className="text-fine">{words.text}</p>
        </div>
        <p className={token ? css.amount : css.unverified}>{amountText(state)}</p>
      </div>
      <div className={css.facts}>
        <Parties from={transfer.from} to={transfer.to} listed={listed} />
        <Facts>
          {purpose && <Said name="For" words={purpose} />}
          {reference && <Said name="Reference" words={reference} />}
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

/** Words that somebody wrote about the payment, and where they come from. */
function Said({ name, words }: { name: string; words: NonNullable<ReceiptOrigin['purpose']> }) {
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
  return Amount.format({ token: token ?? (contract ? unverifiedToken(contract, 0) : BNB), value })
}
