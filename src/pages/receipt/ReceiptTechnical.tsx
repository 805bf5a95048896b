import { Link } from 'wouter'
import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { ReceiptLink, ReceiptState } from '#domain/receipt/receiptLink.ts'
import { placeName } from '#domain/receipt/receiptWords.ts'
import { count, whenUtc } from '#domain/shared/format.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { PriceRound } from './ReceiptPrice.tsx'
import css from './ReceiptTechnical.module.css'

/** Details for an accountant or a developer. Nobody needs them to know whether money moved. */
export function ReceiptTechnical(props: {
  link: ReceiptLink
  state: ReceiptState
  /** Other transfers of the same transaction. */
  others: number
  readAt: number
}) {
  const { link, state, others, readAt } = props
  const { hash, name } = link
  const place = 'place' in state ? state.place : null
  const moved = state.kind === 'moved' ? state.transfer : null
  const token = state.kind === 'moved' ? state.token : null
  return (
    <>
      <Facts>
        {!moved && (
          <NamedFact name="Transaction">
            <span translate="no" className="text-mono">
              {hash}
            </span>
          </NamedFact>
        )}
        {place && <NamedFact name="Block">{place.blockNumber.toString()}</NamedFact>}
        {moved && <NamedFact name="Position">{placeName(name)}</NamedFact>}
        {moved && (
          <>
            <NamedFact name="From">
              <WholeAddress address={moved.from} explorer={explorerAddress(moved.from)} />
            </NamedFact>
            <NamedFact name="To">
              <WholeAddress address={moved.to} explorer={explorerAddress(moved.to)} />
            </NamedFact>
          </>
        )}
        {moved?.token && (
          <NamedFact name="Token contract">
            <WholeAddress address={moved.token} explorer={explorerAddress(moved.token)} />
          </NamedFact>
        )}
        {token && place?.at && <PriceRound token={token} at={place.at} />}
        <NamedFact name="Checked at">{whenUtc(readAt)}</NamedFact>
      </Facts>
      <p className={css.links}>
        <Link className={buttonClass({ size: 'small' })} href={paymentPath(hash)}>
          {others > 0 ? `Whole transaction (${count(others, 'other transfer')})` : 'Whole transaction'}
        </Link>
        <ExternalLink className={buttonClass({ size: 'small' })} href={explorerTx(hash)} icon>
          Transaction on BscScan
        </ExternalLink>
      </p>
    </>
  )
}
