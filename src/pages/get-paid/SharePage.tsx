import { useLocation } from 'wouter'
import { BadRequest } from '#components/request/BadRequest.tsx'
import { Payments } from '#components/request/Payments.tsx'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { useRequestText } from '#components/request/useLinkText.ts'
import { useRequestState } from '#components/request/useRequestState.ts'
import { useKeptRequests } from '#components/stored/useKept.ts'
import {
  amountText,
  isPinned,
  type PaymentRequest,
  type SignedRequest,
} from '#domain/request/PaymentRequest.ts'
import { decodeRequest, encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { isRequestSettled } from '#domain/request/requestStatus.ts'
import { requestStatusWords } from '#domain/request/statusWords.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useWhen } from '#ui/useWhen.ts'
import { ProofCard } from './ProofCard.tsx'
import { QrPanel } from './QrPanel.tsx'
import { RequestReminder, ShareCard } from './ShareCard.tsx'
import css from './SharePage.module.css'
import { PaidBanner, StatusCard } from './StatusCard.tsx'

/** The person's own request: to share, to sign, and to follow its status. */
export function SharePage() {
  const text = useRequestText('share')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  const { request, signature, proof } = decoded
  return <Shared key={requestKey(request)} signed={{ request, signature, proof }} text={text} />
}

function Shared({ signed, text }: { signed: SignedRequest; text: string }) {
  useDocumentTitle('Your request')
  const { request } = signed
  const kept = useKeptRequests()
  const [, navigate] = useLocation()
  const { status, evidence, ...state } = useRequestState(request, kept.items)
  const known = kept.items.find((one) => requestKey(one.request) === requestKey(request))
  const isPaid = isRequestSettled(status)
  const { tone, title } = requestStatusWords(request, status, evidence.looking)
  const isNews = isPaid && known !== undefined && !known.seen
  useWhen(isNews, () => {
    if (known) kept.keep([{ ...known, seen: true }])
  })
  const change = (next: SignedRequest) => {
    kept.keep([{ ...next, claimed: state.claimed }])
    navigate(requestPath('share', encodeRequest(next)), { replace: true })
  }
  const share = (
    <ShareCard request={request} text={text} quiet={isPaid}>
      {status.kind === 'waiting' && !evidence.looking && (
        <Disclosure summary="Remind the payer">
          <RequestReminder request={request} text={text} />
        </Disclosure>
      )}
    </ShareCard>
  )
  const proof = (
    <ProofCard
      signed={signed}
      onSigned={(signature) => change({ ...signed, signature })}
      onAttach={(proof) => change({ ...signed, proof })}
    />
  )
  const code = (
    <Card title="QR code">
      <QrPanel signed={signed} />
    </Card>
  )
  return (
    <>
      <div>
        <BackLink href="/get-paid">Get paid</BackLink>
        <div className={`layout-between ${css.head}`}>
          <RequestHeading request={request} />
          {!isPaid && <StatusBadge tone={tone}>{title}</StatusBadge>}
        </div>
      </div>
      {isPaid && <PaidBanner request={request} status={status} own={state.own} />}
      <div className={`layout-aside ${css.columns}`}>
        <div>
          {!isPaid && <div className={css.first}>{share}</div>}
          {status.kind === 'expired' && !evidence.looking && (
            <Card title="Remind the payer">
              <RequestReminder request={request} text={text} isOverdue />
            </Card>
          )}
          {!isPaid && proof}
          <Card title="Request" flush>
            <CardPart>
              <RequestFacts request={request} also="payee" />
            </CardPart>
            <Payments
              request={request}
              status={status}
              evidence={evidence}
              own={state.own}
              others={state.others}
              named={state.named}
              onName={state.name}
              onClaim={(id) => {
                state.claim(id)
                kept.keep([{ ...(known ?? signed), claimed: [...state.claimed, id] }])
              }}
            />
            {known && (
              <CardPart>
                <p>
                  <Button
                    ghost
                    size="small"
                    className={css.forget ?? ''}
                    onClick={() => {
                      kept.forget(known)
                      navigate('/get-paid')
                    }}
                  >
                    Remove from list
                  </Button>
                </p>
              </CardPart>
            )}
          </Card>
        </div>
        <div>
          {!isPaid && (
            <div className={css.first}>
              <StatusCard request={request} status={status} evidence={evidence} />
            </div>
          )}
          {isPaid ? (
            <Disclosure summary="Share the link again">
              {share}
              {code}
            </Disclosure>
          ) : (
            <div className={css.scan}>{code}</div>
          )}
        </div>
      </div>
    </>
  )
}

/** The amount of a request and what it is for. */
function RequestHeading({ request }: { request: PaymentRequest }) {
  const { token, memo, reference } = request
  return (
    <div className={`layout-line ${css.what}`}>
      <TokenLogo symbol={isPinned(token) ? token.symbol : ''} size={40} />
      <div>
        <h1>{amountText(request)}</h1>
        {(memo || reference) && (
          <p>
            <bdi>{memo}</bdi>
            {memo && reference && ' · '}
            <bdi>{reference}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
