import * as Token from '#chain/money/Token.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { isPinned, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { isSettled } from '#domain/request/requestStatus.ts'
import { useKeptRequests } from '#features/shared/useKeptRequests.ts'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AskedFor, OpenedRequest } from './OpenedRequest.tsx'
import { PayCard } from './PayCard.tsx'
import { PayeeChecks } from './PayeeChecks.tsx'
import { ProofOfPayee } from './ProofOfPayee.tsx'
import css from './Request.module.css'
import { SignatureNotice } from './SignatureNotice.tsx'
import { StatusCard } from './StatusCard.tsx'
import { useKnownPayee } from './useKnownPayee.ts'
import { useProofDoubt } from './useProofDoubt.ts'
import { useRequestState } from './useRequestState.ts'

/** What can be found out about a request: who vouches for it, whether the payee is known, whether it is paid already. */
export function RequestChecks({ signed, text }: { signed: SignedRequest; text: string }) {
  const { request } = signed
  const { requests } = useKeptRequests()
  const state = useRequestState(request, requests)
  const known = useKnownPayee(request.payee)
  const proofDoubt = useProofDoubt(signed)
  const refused = payeeFault(request.payee, {
    payer: null,
    tokens: new Map([[Token.key(request.token), request.token]]),
  })
  const isPaid = isSettled(state.status)
  const standing = (
    <StatusCard
      request={request}
      status={state.status}
      sight={state.sight}
      own={state.own}
      others={state.others}
      named={state.named}
      onName={state.name}
      onClaim={state.claim}
    />
  )
  // What is paid already is not paid again: that comes before anything else, and nothing speaks of paying.
  if (isPaid) {
    return (
      <OpenedRequest isPaid>
        {standing}
        <AskedFor request={request} />
      </OpenedRequest>
    )
  }
  return (
    <OpenedRequest isPaid={false}>
      <AskedFor request={request} />
      <div className={css.page}>
        <Card title="Before you pay">
          <div className={css.stack}>
            <SignatureNotice signed={signed} />
            <ProofOfPayee signed={signed} />
            {refused ? (
              <Notice tone="bad" title="This request cannot be paid.">
                <p>{payeeFaultText(refused)} Ask the sender for another account.</p>
              </Notice>
            ) : (
              <PayeeChecks known={known} payee={request.payee} />
            )}
            {!isPinned(request.token) && (
              <Notice tone="warn" title="The token is not one of the portal’s.">
                <p>It is known by its contract alone. Anybody can make a token that looks like money.</p>
              </Notice>
            )}
          </div>
        </Card>
        <PayCard
          signed={signed}
          text={text}
          status={state.status}
          isRefused={refused !== null}
          isLookAlike={known?.alike?.kind === 'look-alike'}
          proofDoubt={proofDoubt}
        />
      </div>
      <div className={css.wide}>{standing}</div>
    </OpenedRequest>
  )
}
