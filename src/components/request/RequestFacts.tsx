import { explorerAddress } from '#chain/explorer.ts'
import { handleText } from '#domain/proof/Handle.ts'
import {
  amountText,
  dueText,
  isPinned,
  type PaymentRequest,
  toleranceText,
} from '#domain/request/PaymentRequest.ts'
import { when } from '#domain/shared/format.ts'
import { Facts } from '#ui/layout/Facts.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'

/**
 * The fields of a request. Text by its maker is quoted, and cannot change the direction of the text around it.
 * @param also fields for a page that shows them nowhere else
 */
export function RequestFacts({
  request,
  also,
}: {
  request: PaymentRequest
  also?: 'payee' | 'payee and amount'
}) {
  const { payee, token, asked, memo, reference, madeAt, dueOn, payer, name, handle } = request
  return (
    <Facts>
      {also === 'payee and amount' && (
        <div>
          <dt>Amount</dt>
          <dd translate="no" className="text-amount">
            {amountText(request)}
          </dd>
        </div>
      )}
      {also && (
        <div>
          <dt>To (BNB Smart Chain)</dt>
          <dd>
            <WholeAddress address={payee} explorer={explorerAddress(payee)} />
          </dd>
        </div>
      )}
      {also && (name || handle) && (
        <div>
          <dt>From</dt>
          <dd>
            {name && <bdi>{name}</bdi>}
            {name && handle && ', '}
            {handle && <bdi>{handleText(handle)}</bdi>}
          </dd>
        </div>
      )}
      {token.address !== null && !isPinned(token) && (
        <div>
          <dt>Unverified token ({token.decimals} decimals, says the request)</dt>
          <dd>
            <WholeAddress address={token.address} explorer={explorerAddress(token.address)} />
          </dd>
        </div>
      )}
      {memo && (
        <div>
          <dt>For</dt>
          <dd>
            <q>
              <bdi>{memo}</bdi>
            </q>
          </dd>
        </div>
      )}
      {reference && (
        <div>
          <dt>Reference</dt>
          <dd>
            <q>
              <bdi>{reference}</bdi>
            </q>
          </dd>
        </div>
      )}
      {dueOn && (
        <div>
          <dt>Due</dt>
          <dd>{dueText(dueOn)}</dd>
        </div>
      )}
      {asked.kind === 'usd' && (
        <>
          <div>
            <dt>Payable until</dt>
            <dd>{when(asked.until * 1_000)}</dd>
          </div>
          <div>
            <dt>Accepted</dt>
            <dd>{toleranceText(asked.tolerance)}</dd>
          </div>
        </>
      )}
      {payer && (
        <div>
          <dt>Addressed to Safe</dt>
          <dd>
            <WholeAddress address={payer} explorer={explorerAddress(payer)} />
          </dd>
        </div>
      )}
      <div>
        <dt>Created</dt>
        <dd>{when(madeAt * 1_000)}</dd>
      </div>
    </Facts>
  )
}
