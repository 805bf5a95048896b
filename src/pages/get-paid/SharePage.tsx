import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
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
import { isRequestSettled, type RequestStatus, type SeenPayment } from '#domain/request/requestStatus.ts'
import {
  evidenceWords,
  type RequestEvidence,
  reminderText,
  requestStatusWords,
} from '#domain/request/statusWords.ts'
import { eip681 } from '#domain/request/walletLinks.ts'
import { when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath, requestPath, requestUrl } from '#domain/shared/paths.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Card, CardPart } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/FileButton.tsx'
import { Icon, TokenLogo } from '#ui/icons/Icon.tsx'
import { Timeline, TimelineItem } from '#ui/list/Timeline.tsx'
import { Notice, toneIcons } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge, StatusBanner } from '#ui/page/StatusBadge.tsx'
import { QrCode, qrModules } from '#ui/qr/QrCode.tsx'
import { QrDownloads } from '#ui/qr/QrDownloads.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useWhen } from '#ui/useNow.ts'
import { ProofCard } from './ProofCard.tsx'
import css from './SharePage.module.css'

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
  const state = useRequestState(request, kept.items)
  const { status, evidence } = state
  const known = kept.items.find((one) => requestKey(one.request) === requestKey(request))
  const isPaid = isRequestSettled(status)
  const { tone, title } = requestStatusWords(request, status, evidence.looking)
  useWhen(state.news !== null, () => {
    if (state.news) kept.keep([state.news])
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
              state={state}
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
          <p className="text-muted">
            <bdi>{memo}</bdi>
            {memo && reference && ' · '}
            <bdi>{reference}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** Phones send with their own list of apps; elsewhere most people paste a link. */
const isPhone = () => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

/** The link of a request and ways to share it. If the clipboard is unavailable, the text can be selected. */
function ShareCard(props: {
  request: PaymentRequest
  text: string
  /** Something else is the main action. */
  quiet: boolean
  children?: ReactNode
}) {
  const { request, text, quiet, children } = props
  const url = requestUrl(text)
  const share = { title: 'Payment request', text: `Payment request: ${amountText(request)}`, url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  const sharesFirst = canShare && isPhone()
  return (
    <Card title="Send this link">
      <div className={`layout-box layout-line ${css.link}`}>
        <input
          aria-label="Request link"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} label="Copy link" words="Copy" primary={!sharesFirst && !quiet} />
      </div>
      <div className={css.ways}>
        {canShare && (
          // Closing the share sheet is not an error.
          <Button primary={sharesFirst && !quiet} onClick={() => void navigator.share(share).catch(() => {})}>
            <Icon name="share-2" />
            Share
          </Button>
        )}
        <ExternalLink className={buttonClass()} href={requestUrl(text, 'sheet')}>
          <Icon name="printer" />
          Print
        </ExternalLink>
        <ExternalLink className={buttonClass()} href={url}>
          <Icon name="eye" />
          Preview
        </ExternalLink>
      </div>
      <p className="text-small">
        Everything is inside the link; no server stores it. Anyone with the link can read it.
      </p>
      {children}
    </Card>
  )
}

/** A text to send to a payer who has not paid yet. */
function RequestReminder(props: { request: PaymentRequest; text: string; isOverdue?: boolean }) {
  const { request, text, isOverdue = false } = props
  const words = reminderText(request, requestUrl(text), isOverdue)
  return (
    <>
      <TextToCopy label="Reminder" text={words} />
      <p>
        <CopyButton text={words} label="Copy reminder" words="Copy reminder" />
      </p>
    </>
  )
}

const codeKinds = { link: 'Request link', address: 'Address only', wallet: 'Wallet code (EIP-681)' } as const
type CodeKind = keyof typeof codeKinds
/** CSS pixels of the code in the page. */
const QR_SIDE = 280

/**
 * The request as a QR code. The link comes first, because any camera opens it and it contains the whole
 * request, with the proof of account if a camera can still read the code at this side.
 */
function QrPanel({ signed }: { signed: SignedRequest }) {
  const { request } = signed
  const [kind, setKind] = useState<CodeKind>('link')
  const link = qrLink(signed, QR_SIDE)
  const { payee, token, asked } = request
  const content =
    kind === 'link'
      ? link.url
      : kind === 'address'
        ? payee
        : eip681(payee, token, asked.kind === 'exact' ? asked.value : null)
  // A wallet's own code has no dollars, and an amount of the token would be wrong soon.
  const isOffered = (one: CodeKind) => one !== 'wallet' || asked.kind !== 'usd'
  return (
    <div className={css.qr}>
      <div className={css.code}>
        <QrCode text={content} label={`QR code: ${codeKinds[kind]}`} side={QR_SIDE} />
      </div>
      {kind === 'link' ? (
        <p className="text-small text-center">
          Opens this request on the payer’s phone.
          {link.hasProof !== (signed.proof !== null) &&
            ' The QR code doesn’t include the proof. The link does.'}
        </p>
      ) : (
        <p className="text-center">
          <strong translate="no" className="text-tabular">
            {kind === 'address' ? 'BNB Smart Chain only' : amountText(request)}
          </strong>
          <br />
          <span translate="no" className="text-mono">
            {payee}
          </span>
          <br />
          <span className="text-small">Check the amount and address in your wallet.</span>
        </p>
      )}
      {kind === 'wallet' && (
        <Notice tone="warn" title="Many wallets read this wrong.">
          <p>
            {token.address === null
              ? 'Some ignore the network or the amount.'
              : 'Some would send to the token contract, and that money is lost. Some ignore the network or the amount.'}{' '}
            Use it only with a wallet you’ve tried.
          </p>
        </Notice>
      )}
      <Disclosure summary="Save or change the code">
        <Actions>
          <QrDownloads text={content} name={`payment-request-${kind}`} />
        </Actions>
        <fieldset className="layout-choices">
          <legend>Content</legend>
          {(Object.keys(codeKinds) as CodeKind[]).filter(isOffered).map((one) => (
            <label key={one}>
              <input type="radio" name="qr-kind" checked={kind === one} onChange={() => setKind(one)} />
              {codeKinds[one]}
            </label>
          ))}
        </fieldset>
      </Disclosure>
    </div>
  )
}

/** The status of a request that is not paid yet, step by step. */
function StatusCard(props: { request: PaymentRequest; status: RequestStatus; evidence: RequestEvidence }) {
  const { request, status, evidence } = props
  const { tone, title, text } = requestStatusWords(request, status, evidence.looking)
  return (
    <Card title="Status">
      <Timeline>
        <TimelineItem tone="sign" icon="check" title="Created">
          {when(request.madeAt * 1_000)}
        </TimelineItem>
        <TimelineItem
          tone={tone === 'none' ? 'wait' : tone}
          icon={tone === 'none' ? 'clock' : toneIcons[tone]}
          title={title}
        >
          {text}
          {status.kind === 'queued' && (
            <>
              {' '}
              <Link href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>See the proposal</Link>
            </>
          )}
        </TimelineItem>
        <TimelineItem tone="none" icon="circle-dashed" title="Paid, once it’s final" isLater />
      </Timeline>
      {evidenceWords(request, evidence).map((sentence) => (
        <p key={sentence} className="text-small">
          {sentence}
        </p>
      ))}
    </Card>
  )
}

/** A paid request. The only action left is the receipt. */
function PaidBanner(props: { request: PaymentRequest; status: RequestStatus; own: readonly SeenPayment[] }) {
  const { tone, title, text } = requestStatusWords(props.request, props.status, false)
  const [payment] = props.own
  return (
    <section aria-label="Status">
      <StatusBanner
        tone={tone}
        status={title}
        action={
          payment?.hash &&
          payment.name && (
            <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
              Get receipt
            </Link>
          )
        }
      >
        <p>{text}</p>
      </StatusBanner>
    </section>
  )
}

/**
 * The link of a request for a QR code of at most `side` CSS pixels: with the proof of account, unless a camera could not
 * read the code then.
 */
export function qrLink(
  signed: SignedRequest,
  side: number,
): { readonly url: string; readonly hasProof: boolean } {
  const url = requestUrl(encodeRequest(signed))
  const pixels = qrModules(url, side)?.pixels ?? Number.POSITIVE_INFINITY
  return pixels <= side
    ? { url, hasProof: signed.proof !== null }
    : { url: requestUrl(encodeRequest({ ...signed, proof: null })), hasProof: false }
}
