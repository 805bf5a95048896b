import { useAccount } from '#components/account/useAccount.ts'
import { OnNetwork } from '#components/request/OnNetwork.tsx'
import { payWords } from '#components/request/PayActions.tsx'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { type Handle, handleText } from '#domain/proof/Handle.ts'
import { amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './RequestPreview.module.css'

/** The payer's view, while the request is being written. No prices are read before an account connects. */
export function RequestPreview(props: {
  request: PaymentRequest | null
  signs: boolean
  /** The handle of the proof that goes into the link; null for none. */
  handle: Handle | null
}) {
  const { request, signs } = props
  const handle = request?.handle ?? props.handle
  const from = handle ? handleText(handle) : request?.name
  const isConnected = useAccount() !== null
  return (
    <section className={css.preview} aria-labelledby="preview">
      <h2 id="preview">What the payer sees</h2>
      {request ? (
        <div className={css.sheet}>
          <div className={`layout-between ${css.head}`}>
            <Identity address={request.payee} name={from ? <bdi>{from}</bdi> : undefined} />
            <StatusBadge tone={signs ? 'sign' : 'warn'}>
              {signs ? 'You’ll sign it' : 'Not signed'}
            </StatusBadge>
          </div>
          <p className="layout-line">
            <TokenLogo symbol={isPinned(request.token) ? request.token.symbol : ''} />
            <span translate="no" className="text-amount">
              {amountText(request)}
            </span>
          </p>
          {isConnected && (
            <p className="text-small">
              <OnNetwork request={request} />
            </p>
          )}
          <RequestFacts request={request} />
          <span className={`${buttonClass({ primary: true })} ${css.pay}`} aria-hidden="true">
            {payWords(request, false)}
          </span>
        </div>
      ) : (
        <p className="text-muted">Enter an amount to see what the payer will see.</p>
      )}
    </section>
  )
}
