import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import * as Token from '#chain/money/Token.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { OnNetwork } from '#components/request/OnNetwork.tsx'
import { PayActions, payWords } from '#components/request/PayActions.tsx'
import { Payments } from '#components/request/Payments.tsx'
import { usePayeeHistory, useProofDoubt, useRequestState } from '#components/request/useRequestState.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { useKeptRequests } from '#components/stored/useKept.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { isPinned, isRateExpired, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { isRequestSettled } from '#domain/request/requestStatus.ts'
import { requestStatusWords } from '#domain/request/statusWords.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { signatureQuery } from '#queries/requestSignatures.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'
import { CheckList } from './CheckList.tsx'
import css from './OpenedRequest.module.css'
import { OpenedRequest } from './OpenedRequest.tsx'
import { doubtOf, stateOf, stopOf } from './openedStates.tsx'
import { PayeeIdentity } from './PayeeIdentity.tsx'
import { UnsignedNotice } from './UnsignedNotice.tsx'
import { UsdOffer } from './UsdOffer.tsx'

type Props = {
  signed: SignedRequest
  text: string
  /** Pay was pressed before an account was connected. */
  isPaying: boolean
  onPaying: (is: boolean) => void
}

/** The checks of a request: who signed it, whether the payee is known, whether it is already paid. */
export function RequestChecks({ signed, text, isPaying, onPaying }: Props) {
  const { request } = signed
  const account = useAccount()
  const [, navigate] = useLocation()
  const { items: requests } = useKeptRequests()
  const state = useRequestState(request, requests)
  const known = usePayeeHistory(request.payee)
  const proofDoubt = useProofDoubt(signed)
  const isOn = useEarlyChecks()
  const { data: signature } = useQuery(signatureQuery(signed, isOn))
  const refused = payeeFault(request.payee, {
    payer: null,
    tokens: new Map([[Token.key(request.token), request.token]]),
  })
  const { status, sight } = state
  const forged = signature?.kind === 'wrong' ? signature : null
  const isOwn = account?.address === request.payee
  const isExpired = isRateExpired(request, useNow())
  const blocked = refused !== null || forged !== null || isOwn || isExpired
  const alike = known?.alike?.kind === 'look-alike' ? known.alike.known : null
  const stop = isRequestSettled(status) ? null : stopOf({ request, forged, refused, alike, proofDoubt })
  const standing = stop ?? stateOf(request, status, state.own)
  const words = requestStatusWords(request, status, sight.looking)
  const why = standing && doubtOf(status)
  // An answer counts for the doubt that was read, not for a later one.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const isHidden = standing !== null && agreedTo !== standing.title
  // Another app reads it anew, so only paying from here needs one more press.
  const isUnknown = stop === null && status.kind === 'unknown'
  const onAgree = () => setAgreedTo(standing?.title ?? null)
  const isChecking = sight.looking || known?.state === 'reading' || (signed.signature !== null && !signature)
  const goesOn = isPaying && account !== null && !isChecking
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the checks continues
  useEffect(() => {
    if (!goesOn) return
    onPaying(false)
    if (!blocked && !standing) navigate(requestPath('pay', text))
  }, [goesOn])
  return (
    <OpenedRequest
      request={request}
      status={standing ?? words}
      network={<OnNetwork request={request} />}
      who={
        <>
          <PayeeIdentity signed={signed} signature={signature ?? null} />
          {signed.signature === null && !isRequestSettled(status) && <UnsignedNotice />}
          {!isPinned(request.token) && (
            <Notice tone="warn" title="This token is unverified.">
              <p>Anyone can make a token that looks like money. Check its contract with the sender.</p>
            </Notice>
          )}
          {isOwn && (
            <Notice tone="info" title="This is your own request.">
              <p>Connect a different wallet to pay it.</p>
            </Notice>
          )}
        </>
      }
      parts={
        <>
          {!(isRequestSettled(status) && isHidden) && (
            <CheckList
              signed={signed}
              signature={signature ?? null}
              sight={isRequestSettled(status) ? null : sight}
              known={refused || isOwn ? 'not-asked' : known}
            />
          )}
          <Payments
            request={request}
            status={status}
            sight={sight}
            own={state.own}
            others={state.others}
            named={state.named}
            onName={state.name}
            onClaim={state.claim}
          />
        </>
      }
    >
      <section aria-label="Pay">
        {refused ? (
          <p>Payment blocked: money sent to this address is lost.</p>
        ) : forged ? (
          <p>Payment blocked: the signature is fake.</p>
        ) : isOwn ? (
          <p>Nothing to pay: this is your own address.</p>
        ) : isExpired && isRequestSettled(status) ? null : isExpired ? (
          <p>
            Nothing to pay: its rate was offered for a time, and that has ended. Ask the sender for a new
            request.
          </p>
        ) : isHidden && !isUnknown ? (
          <p className={css.hint}>
            <Button ghost onClick={onAgree}>
              {isRequestSettled(status) ? 'Pay again…' : 'Pay anyway…'}
            </Button>
          </p>
        ) : (
          <>
            {why && <p>{why}</p>}
            {request.payer && account && account.address !== request.payer && (
              <p className="text-small">This request is addressed to another Safe.</p>
            )}
            <UsdOffer request={request}>
              <PayActions request={request} text={text} onPay={() => onPaying(true)}>
                {isHidden ? (
                  <Button onClick={onAgree}>Pay anyway…</Button>
                ) : (
                  account && (
                    <Link
                      className={buttonClass({ primary: true, size: 'large' })}
                      href={requestPath('pay', text)}
                    >
                      {payWords(request, account.kind === 'safe')}
                    </Link>
                  )
                )}
              </PayActions>
            </UsdOffer>
          </>
        )}
      </section>
    </OpenedRequest>
  )
}
