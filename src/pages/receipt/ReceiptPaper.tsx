import * as Amount from '#chain/money/Amount.ts'
import { BNB } from '#chain/money/Token.ts'
import type { ReceiptLink, ReceiptState } from '#domain/receipt/receiptLink.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { whenUtc } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { toneIcons } from '#ui/Tone.ts'
import css from './Receipt.module.css'
import { InDollars } from './ReceiptPrice.tsx'

type Moved = Extract<ReceiptState, { kind: 'moved' }>

/** The sheet that is printed: status, amount, payer, payee, and where to check it again. */
export function ReceiptPaper(props: {
  link: ReceiptLink
  state: Moved
  words: StatusText
  url: string
  /** ms since the epoch. */
  readAt: number
}) {
  const { link, state, words, url, readAt } = props
  const { transfer, token, place } = state
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
        <Facts>
          <NamedFact name="From">
            <GroupedAddress address={transfer.from} />
          </NamedFact>
          <NamedFact name="To">
            <GroupedAddress address={transfer.to} />
          </NamedFact>
          {link.note !== '' && (
            <NamedFact name="For">
              <p>
                <bdi>{link.note}</bdi>
              </p>
              <p className="text-fine">From the link, not from the blockchain.</p>
            </NamedFact>
          )}
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

/** The decimals of an unpinned token are only a claim, so base units are shown. */
function amountText({ transfer, token }: Moved): string {
  const { token: contract, value } = transfer
  return Amount.format({ token: token ?? (contract ? unverifiedToken(contract, 0) : BNB), value })
}
