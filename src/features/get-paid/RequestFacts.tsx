import { explorerAddress } from '#chain/explorer.ts'
import { amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { dueText } from '#domain/request/requestWords.ts'
import { when } from '#domain/shared/format.ts'
import { Facts } from '#ui/layout/Facts.tsx'
import prose from '#ui/layout/prose.module.css'
import { WholeAddress } from '#ui/page/AddressText.tsx'

/**
 * Everything in a request. Text by its maker is quoted, and cannot change the direction of the text around
 * it.
 * @param own shown to its maker: the words are theirs
 */
export function RequestFacts({ request, own = false }: { request: PaymentRequest; own?: boolean }) {
  const { payee, token, memo, reference, madeAt, dueOn, payer } = request
  return (
    <Facts>
      <div>
        <dt>Amount</dt>
        <dd className={prose.amount}>{amountText(request)}</dd>
      </div>
      <div>
        <dt>To (BNB Smart Chain)</dt>
        <dd>
          <WholeAddress address={payee} explorer={explorerAddress(payee)} />
        </dd>
      </div>
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
          <dt>{own ? 'For' : 'Message from sender'}</dt>
          <dd>
            <q>
              <bdi>{memo}</bdi>
            </q>
          </dd>
        </div>
      )}
      {reference && (
        <div>
          <dt>{own ? 'Reference' : 'Their reference'}</dt>
          <dd>
            <q>
              <bdi>{reference}</bdi>
            </q>
          </dd>
        </div>
      )}
      {dueOn && (
        <div>
          <dt>Due date</dt>
          <dd>{dueText(dueOn)}</dd>
        </div>
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
