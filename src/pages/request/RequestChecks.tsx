import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { SavePerson } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { NoRateNotice, RateText, useAgreedPrices } from '#components/price/prices.tsx'
import { PayActions, payWords } from '#components/request/PayActions.tsx'
import { OnNetwork, Payments } from '#components/request/Payments.tsx'
import { usePayeeHistory, useRequestIdentity, useRequestState } from '#components/request/useRequestState.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { useKeptRequests } from '#components/stored/useKept.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { handleText } from '#domain/proof/Handle.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import {
  isPinned,
  isRateExpired,
  type PaymentRequest,
  type SignedRequest,
} from '#domain/request/PaymentRequest.ts'
import type { RequestIdentity } from '#domain/request/requestIdentity.ts'
import { isRequestSettled, type RequestStatus, unitsFor } from '#domain/request/requestStatus.ts'
import { requestStatusWords } from '#domain/request/statusWords.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { signatureQuery } from '#queries/proof.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow, useWhen } from '#ui/useNow.ts'
import { ChecksBeforePaying, openedState, requestDoubt, requestStop } from './ChecksBeforePaying.tsx'
import {
  OpenedRequest,
  PayeePanel,
  type RequestNote,
  SignatureBadge,
  unsignedNote,
} from './OpenedRequest.tsx'
import css from './RequestChecks.module.css'

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
  const name = usePeople().nameOf(request.payee)
  const isOn = useEarlyChecks()
  const { data: signature } = useQuery(signatureQuery(signed, isOn))
  const identity = useRequestIdentity(signed, signature ?? null)
  const refused = payeeFault(request.payee, {
    payer: null,
    tokens: new Map([[Token.key(request.token), request.token]]),
  })
  const { status, evidence } = state
  const forged = signature?.kind === 'wrong' ? signature : null
  const isOwn = account?.address === request.payee
  const isExpired = isRateExpired(request, useNow())
  const blocked = refused !== null || forged !== null || isOwn || isExpired
  const alike = known?.alike?.kind === 'look-alike' ? known.alike : null
  const stop = isRequestSettled(status)
    ? null
    : requestStop({ request, forged, refused, alike, proofDoubt: identity.doubt })
  const opened = stop ?? openedState(request, status, state.own)
  const words = requestStatusWords(request, status, evidence.looking)
  // Only its maker waits. About as wide as “Checking”, so that nothing moves.
  const isWaiting = status.kind === 'waiting' && !evidence.looking
  // An answer counts for the doubt that was read, not for a later one.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const isHidden = opened !== null && agreedTo !== opened.doubt
  // Another app reads it anew, so only paying from here needs one more press.
  const isUnknown = stop === null && status.kind === 'unknown'
  const onAgree = () => setAgreedTo(opened?.doubt ?? null)
  const isChecking =
    evidence.looking || known?.state === 'reading' || (signed.signature !== null && !signature)
  const opensReview = isPaying && account !== null && !isChecking
  useWhen(opensReview, () => {
    onPaying(false)
    if (!blocked && !opened) navigate(requestPath('pay', text))
  })
  const isUnsigned = signed.signature === null && !isRequestSettled(status)
  const notes = [
    isUnsigned && unsignedNote,
    !isPinned(request.token) && unverifiedNote,
    isOwn && ownNote,
  ].filter((note) => note !== false)
  return (
    <OpenedRequest
      request={request}
      status={isWaiting ? { ...words, title: 'Unpaid' } : words}
      asker={identity.handle ? handleText(identity.handle) : name}
      state={opened}
      network={<OnNetwork request={request} />}
      who={
        <PayeeIdentity
          address={request.payee}
          isSigned={signed.signature !== null}
          signature={signature ?? null}
          identity={identity}
        />
      }
      notes={notes}
      parts={
        <>
          {!(isRequestSettled(status) && isHidden) && (
            <ChecksBeforePaying
              signed={signed}
              signature={signature ?? null}
              identity={identity}
              evidence={isRequestSettled(status) ? null : evidence}
              known={refused || isOwn ? 'not-asked' : known}
            />
          )}
          <Payments request={request} state={state} onClaim={state.claim} />
        </>
      }
    >
      <PayPart
        request={request}
        text={text}
        status={status}
        stop={refused ? 'refused' : forged ? 'forged' : isOwn ? 'own' : isExpired ? 'expired' : null}
        why={opened && requestDoubt(status)}
        isHidden={isHidden}
        isUnknown={isUnknown}
        onAgree={onAgree}
        onPay={() => onPaying(true)}
      />
    </OpenedRequest>
  )
}

const unverifiedNote: RequestNote = {
  tone: 'warn',
  title: 'This token is unverified.',
  text: 'Anyone can make a token that looks like money. Check its contract with the sender.',
}

const ownNote: RequestNote = {
  tone: 'info',
  title: 'This is your own request.',
  text: 'Connect a different wallet to pay it.',
}

/**
 * The payee by the handle that its address signed; else by the name that this browser's person gave it, or the one
 * that it signed itself.
 */
function PayeeIdentity(props: {
  address: Address
  isSigned: boolean
  signature: TextSignature | null
  identity: RequestIdentity
}) {
  const { address, isSigned, signature, identity } = props
  const { handle, name, proof } = identity
  const yourName = usePeople().nameOf(address)
  const isProven = proof?.kind === 'of-payee' && proof.verdict === 'valid' && proof.contradiction === null
  return (
    <PayeePanel
      address={address}
      name={
        handle ? (
          <bdi>{handleText(handle)}</bdi>
        ) : (
          <bdi>{yourName ?? (name === null ? 'Unknown' : `“${name}”`)}</bdi>
        )
      }
      sub={
        handle ? (
          <>
            {isProven ? 'Signed proof.' : 'Signed in this request.'}
            {name !== null && (
              <>
                {' '}
                Calls itself “<bdi>{name}</bdi>”.
              </>
            )}
            {yourName !== null && (
              <>
                {' '}
                Your name for this address: <bdi>{yourName}</bdi>.
              </>
            )}{' '}
            Not checked: look for the code below.
          </>
        ) : yourName !== null ? (
          'Your name for this address'
        ) : name !== null ? (
          'It calls itself that. Nothing shows whose address it is.'
        ) : (
          unnamedText(proof)
        )
      }
      badge={<SignatureBadge isSigned={isSigned} signature={signature} />}
    >
      <SavePerson
        address={address}
        {...(isProven && proof.kind === 'of-payee' && { proof: encodeProof(proof.signed) })}
      />
    </PayeePanel>
  )
}

/** Why nobody is named. */
function unnamedText(proof: RequestIdentity['proof']): string {
  if (proof === null) return 'Nothing shows whose address this is.'
  if (proof.kind === 'not-of-payee') return 'Its proof is for another address.'
  return proof.verdict === null ? 'Checking the proof' : 'Its proof isn’t valid.'
}

/** The way to pay a request, or why it cannot be paid from here. */
function PayPart(props: {
  request: PaymentRequest
  text: string
  status: RequestStatus
  stop: 'refused' | 'forged' | 'own' | 'expired' | null
  /** The doubt that is left, in words. */
  why: string | null
  /** One more press is needed before it can be paid. */
  isHidden: boolean
  isUnknown: boolean
  onAgree: () => void
  /** Pay is pressed before an account is connected. */
  onPay: () => void
}) {
  const { request, text, status, stop, why, isHidden, isUnknown } = props
  const account = useAccount()
  return (
    <section aria-label="Pay">
      {stop === 'refused' ? (
        <p>Payment blocked: money sent to this address is lost.</p>
      ) : stop === 'forged' ? (
        <p>Payment blocked: the signature is fake.</p>
      ) : stop === 'own' ? (
        <p>Nothing to pay: this is your own address.</p>
      ) : stop === 'expired' && isRequestSettled(status) ? null : stop === 'expired' ? (
        <p>
          Nothing to pay: its rate was offered for a time, and that has ended. Ask the sender for a new
          request.
        </p>
      ) : isHidden && !isUnknown ? (
        <p className="text-fine text-center">
          <Button ghost onClick={props.onAgree}>
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
            <PayActions request={request} text={text} onPay={props.onPay}>
              {isHidden ? (
                <Button onClick={props.onAgree}>Pay anyway…</Button>
              ) : (
                account && (
                  <Link
                    className={buttonClass({ primary: true, size: 'large' })}
                    href={requestPath('pay', text)}
                  >
                    {payWords(request, factsOf(account).hasOwners)}
                  </Link>
                )
              )}
            </PayActions>
          </UsdOffer>
        </>
      )}
    </section>
  )
}

/**
 * The dollars of a request in its token at the current rate. `children` are the ways to pay. They are shown only
 * while there is a rate and the request can be paid. Any other request shows them at once.
 */
function UsdOffer({ request, children }: { request: PaymentRequest; children: ReactNode }) {
  const { asked, token } = request
  const isOver = isRateExpired(request, useNow())
  const { of, again } = useAgreedPrices(asked.kind === 'usd' && !isOver ? [token] : [])
  if (asked.kind !== 'usd') return <>{children}</>
  if (isOver) return null
  const found = of.get(Token.key(token))?.found
  return (
    <>
      <section aria-label="Rate" className={css.offer}>
        {!found ? (
          <Skeleton lines={2} label="Reading the rate" />
        ) : found.kind === 'unknown' ? (
          <NoRateNotice why={found.why} token={token} onAgain={again} />
        ) : (
          <>
            <p>
              About{' '}
              <AmountText
                value={Amount.formatNumber({ token, value: unitsFor(asked.cents, token, found.price) })}
                symbol={token.symbol}
              />{' '}
              now
            </p>
            <p className="text-small">
              <RateText token={token} price={found.price} />
            </p>
          </>
        )}
      </section>
      {found?.kind === 'agreed' && children}
    </>
  )
}
