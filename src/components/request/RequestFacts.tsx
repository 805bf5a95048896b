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
import { Facts, NamedFact } from '#ui/layout/Facts.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'

/**
 * The fields of a request. Text by its maker is quoted, and cannot change the direction of the text around it.
 * @param props.also fields for a page that shows them nowhere else
 */
export function RequestFacts(props: { request: PaymentRequest; also?: 'payee' | 'payee and amount' }) {
  const { request, also } = props
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
        <NamedFact name="To (BNB Smart Chain)">
          <WholeAddress address={payee} explorer={explorerAddress(payee)} />
        </NamedFact>
      )}
      {also && (name || handle) && (
        <NamedFact name="From">
          {name && <bdi>{name}</bdi>}
          {name && handle && ', '}
          {handle && <bdi>{handleText(handle)}</bdi>}
        </NamedFact>
      )}
      {token.address !== null && !isPinned(token) && (
        <NamedFact name={`Unverified token (${token.decimals} decimals, says the request)`}>
          <WholeAddress address={token.address} explorer={explorerAddress(token.address)} />
        </NamedFact>
      )}
      {memo && (
        <NamedFact name="For">
          <q>
            <bdi>{memo}</bdi>
          </q>
        </NamedFact>
      )}
      {reference && (
        <NamedFact name="Reference">
          <q>
            <bdi>{reference}</bdi>
          </q>
        </NamedFact>
      )}
      {dueOn && <NamedFact name="Due">{dueText(dueOn)}</NamedFact>}
      {asked.kind === 'usd' && (
        <>
          <NamedFact name="Payable until">{when(asked.until * 1_000)}</NamedFact>
          <NamedFact name="Accepted">{toleranceText(asked.tolerance)}</NamedFact>
        </>
      )}
      {payer && (
        <NamedFact name="Addressed to Safe">
          <WholeAddress address={payer} explorer={explorerAddress(payer)} />
        </NamedFact>
      )}
      <NamedFact name="Created">{when(madeAt * 1_000)}</NamedFact>
    </Facts>
  )
}
