import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { payeeFault } from '#domain/payee/checkPayee.ts'
import { payeeFaultText } from '#domain/payee/payeeWords.ts'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { attachedProof, signatureQuery } from '#domain/request/attachedProof.ts'
import { isPinned, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { isSettled, type RequestStatus } from '#domain/request/requestStatus.ts'
import { type RequestSight, seesAll, sightWords, statusWords } from '#domain/request/statusWords.ts'
import { count, when } from '#domain/shared/format.ts'
import { proofPath, proposalPath, receiptPath, requestPath } from '#domain/shared/paths.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { useProofVerdict } from '#features/shared/ProofNotice.tsx'
import { useKeptRequests } from '#features/shared/useKept.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { CardPart } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { type Tone, toneClass } from '#ui/Tone.ts'
import { UnsignedNotice } from './BadRequest.tsx'
import { CompareAddresses } from './CompareAddresses.tsx'
import css from './OpenedRequest.module.css'
import { OpenedRequest, type OpenedState } from './OpenedRequest.tsx'
import { PayActions, payWords } from './PayActions.tsx'
import { PayeePanel } from './PayeePanel.tsx'
import { Payments } from './Payments.tsx'
import { type PayeeHistory, usePayeeHistory, useProofDoubt, useRequestState } from './useRequestState.ts'

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
  const blocked = refused !== null || forged !== null || isOwn
  const stop: OpenedState | null = isSettled(status)
    ? null
    : forged
      ? {
          tone: 'bad',
          title: 'Don’t pay this. The signature is fake.',
          text: <p>It isn’t from the address that this request pays. {forged.words}</p>,
        }
      : refused
        ? {
            tone: 'bad',
            title: 'This request can’t be paid.',
            text: <p>{payeeFaultText(refused)} Ask the sender for another address.</p>,
          }
        : known?.alike?.kind === 'look-alike'
          ? {
              tone: 'bad',
              title: 'This looks like an address you’ve paid, but it’s different.',
              text: (
                <>
                  <p>It begins and ends the same. Scammers do this. Compare every character.</p>
                  <CompareAddresses known={known.alike.known} other={request.payee} />
                </>
              ),
            }
          : proofDoubt
            ? {
                tone: 'bad',
                title: proofDoubt,
                text: <p>Check with the sender before you pay.</p>,
              }
            : null
  const standing = stop ?? stateOf(signed, status, state.own)
  const words = statusWords(request, status, sight.looking)
  const why = standing && doubtOf(status)
  // An answer counts for the doubt that was read, not for a later one.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const isHidden = standing !== null && agreedTo !== standing.title
  const isChecking = sight.looking || known?.state === 'reading' || (signed.signature !== null && !signature)
  const goesOn = isPaying && account !== null && !isChecking
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the checks continues
  useEffect(() => {
    if (!goesOn) return
    onPaying(false)
    if (!blocked && !standing) navigate(requestPath('pay', text))
  }, [goesOn])
  const checks = (
    <section aria-label="Before you pay">
      <CardPart>
        <h2>Before you pay</h2>
        <ul className={css.checks}>
          <SignatureCheck signed={signed} signature={signature ?? null} isOn={isOn} />
          <ProofCheck signed={signed} />
          {!isSettled(status) && <SightChecks signed={signed} sight={sight} />}
          {!refused && !isOwn && <HistoryCheck known={known} />}
          <Check tone="none">The sender wrote what it’s for, not us. Check it matches your agreement.</Check>
        </ul>
      </CardPart>
    </section>
  )
  return (
    <OpenedRequest
      request={request}
      status={standing ?? words}
      who={
        <>
          <PayeeIdentity signed={signed} signature={signature ?? null} />
          {signed.signature === null && !isSettled(status) && <UnsignedNotice />}
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
          {!(isSettled(status) && isHidden) && checks}
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
        ) : standing && isHidden ? (
          <p className={css.hint}>
            <Button ghost onClick={() => setAgreedTo(standing.title)}>
              {isSettled(status) ? 'Pay again…' : 'Pay anyway…'}
            </Button>
          </p>
        ) : (
          <>
            {why && <p>{why}</p>}
            {request.payer && account && account.address !== request.payer && (
              <p className={prose.small}>This request is addressed to another Safe.</p>
            )}
            <PayActions request={request} text={text} onPay={() => onPaying(true)}>
              {account && (
                <Link
                  className={buttonClass({ primary: true, size: 'large' })}
                  href={requestPath('pay', text)}
                >
                  {payWords(request, account.kind === 'safe')}
                </Link>
              )}
            </PayActions>
          </>
        )}
      </section>
    </OpenedRequest>
  )
}

/** What a status means for someone who wants to pay; null while nothing speaks against it. */
function stateOf(
  { request }: SignedRequest,
  status: RequestStatus,
  own: ReturnType<typeof useRequestState>['own'],
): OpenedState | null {
  const { tone, short, long } = statusWords(request, status, false)
  const [payment] = own
  switch (status.kind) {
    case 'waiting':
      return null
    case 'paid':
    case 'over':
      return {
        tone,
        title: 'This request is already paid',
        text: (
          <p>
            {long}
            {payment?.at && (
              <>
                <br />
                <time>{when(payment.at)}</time>
              </>
            )}
          </p>
        ),
        action: payment?.hash && payment.name && (
          <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
            View receipt
          </Link>
        ),
      }
    case 'queued':
      return {
        tone,
        title: 'A payment is on its way',
        text: (
          <p>
            {short}. {long}
          </p>
        ),
        action: (
          <Link className={buttonClass()} href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>
            See the proposal
          </Link>
        ),
      }
    case 'confirming':
      return { tone, title: 'A payment is on its way', text: <p>{`${short}. ${long}`}</p> }
    case 'expired':
      return { tone, title: 'Overdue', text: <p>{long} Check with the sender before you pay.</p> }
    default:
      return { tone, title: short, text: <p>{long}</p> }
  }
}

/** What paying in spite of a status would do. */
function doubtOf({ kind }: RequestStatus): string | null {
  switch (kind) {
    case 'paid':
    case 'over':
      return 'It’s already paid. Paying again sends the money a second time.'
    case 'queued':
    case 'confirming':
      return 'A payment for it is already on its way. Another one would pay it twice.'
    case 'partly':
      return 'Part of it is already there. The full amount would be too much.'
    default:
      return null
  }
}

/** The payee by the handle of a proof that holds; without one, no name is shown. */
function PayeeIdentity({ signed, signature }: { signed: SignedRequest; signature: TextSignature | null }) {
  const attached = attachedProof(signed)
  const badge = <SignatureBadge isSigned={signed.signature !== null} signature={signature} />
  const address = signed.request.payee
  if (attached?.kind === 'of-payee') {
    return <ProvenPayee address={address} proof={attached.signed} badge={badge} />
  }
  const sub = attached ? 'Its proof is for another address' : 'No proof attached'
  return <PayeePanel address={address} name="No name" sub={sub} badge={badge} />
}

function ProvenPayee(props: { address: Address; proof: SignedProof; badge: ReactNode }) {
  const { address, proof, badge } = props
  const { verdict } = useProofVerdict(proof)
  if (verdict !== 'valid') {
    const sub = verdict === null ? 'Checking the proof' : 'Its proof isn’t valid'
    return <PayeePanel address={address} name="No name" sub={sub} badge={badge} />
  }
  const name = (
    <>
      <bdi>{handleText(proof.proof.handle)}</bdi> <Icon name="badge-check" label="Signed proof" />
    </>
  )
  return <PayeePanel address={address} name={name} sub="Signed proof" badge={badge} />
}

function SignatureBadge(props: { isSigned: boolean; signature: TextSignature | null }) {
  if (!props.isSigned) return <StatusBadge tone="warn">Not signed</StatusBadge>
  switch (props.signature?.kind) {
    case 'valid':
      return <StatusBadge tone="sign">Signed</StatusBadge>
    case 'wrong':
      return <StatusBadge tone="bad">Fake signature</StatusBadge>
    case 'unknown':
      return <StatusBadge tone="warn">Not checked</StatusBadge>
    default:
      return <StatusBadge tone="wait">Checking</StatusBadge>
  }
}

const checkIcons = {
  good: 'check',
  wait: 'loader-circle',
  sign: 'check',
  warn: 'triangle-alert',
  bad: 'circle-x',
  none: 'minus',
} as const

/** One thing that was compared, or that is left to the reader. */
function Check({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <li className={toneClass(tone)}>
      <Icon name={checkIcons[tone]} />
      <div>{children}</div>
    </li>
  )
}

/** A signature is not a badge of trust: it only shows which account made the request. */
function SignatureCheck(props: { signed: SignedRequest; signature: TextSignature | null; isOn: boolean }) {
  const { signed, signature, isOn } = props
  if (signed.signature === null) {
    return <Check tone="none">It isn’t signed, so it doesn’t show who made it.</Check>
  }
  switch (signature?.kind) {
    case undefined:
      return <Check tone="wait">Checking the signature…</Check>
    case 'valid':
      return (
        <Check tone="good">
          <p>This request was signed by the address it pays.</p>
          <p>
            {signature.block !== null && `Its contract accepted the signature at block ${signature.block}. `}
            That doesn’t tell you who owns it.
          </p>
        </Check>
      )
    case 'wrong':
      return <Check tone="bad">The signature isn’t from the address that this request pays.</Check>
    case 'unknown':
      return (
        <Check tone="warn">
          <p>The signature couldn’t be checked.</p>
          <p>
            {isOn ? signature.words : 'Checks before you pay are off in Diagnostics.'} We can’t say either
            way.
            {isOn && ' We’ll try again.'}
          </p>
        </Check>
      )
  }
}

/** The handle of the account to be paid, as far as an attached proof shows it. */
function ProofCheck({ signed }: { signed: SignedRequest }) {
  const attached = attachedProof(signed)
  if (attached === null) return null
  if (attached.kind === 'of-payee') return <ShownProof signed={attached.signed} />
  return (
    <Check tone="bad">
      <p>The attached proof doesn’t belong to this request.</p>
      <p>{attached.words} Ignore it, and check with the sender.</p>
    </Check>
  )
}

function ShownProof({ signed }: { signed: SignedProof }) {
  const { address, handle, post } = signed.proof
  const { verdict, words } = useProofVerdict(signed)
  const profile = (
    <ExternalLink href={post ?? profileUrl(handle)}>{post ? 'the post' : handleText(handle)}</ExternalLink>
  )
  return (
    <>
      <Check tone={words ? (words.tone === 'info' ? 'none' : words.tone) : 'wait'}>
        <p>{words ? words.title : 'Checking the proof…'}</p>
        <p>
          {verdict !== 'valid' && words?.text}{' '}
          <Link href={proofPath('check', encodeProof(signed))}>See the full proof</Link>
        </p>
      </Check>
      {verdict === 'valid' && (
        <Check tone="none">
          Look for <strong className={prose.mono}>{proofCode(address, handle)}</strong> in {profile}. Anyone
          can sign a text with this handle.
        </Check>
      )}
    </>
  )
}

/** Whether payments were looked for, and how far back. */
function SightChecks({ signed: { request }, sight }: { signed: SignedRequest; sight: RequestSight }) {
  // The first sentence is about the payee's side.
  const [seen, ...more] = sightWords(request, sight)
  return (
    <>
      <Check tone={sight.looking ? 'wait' : seesAll(request, sight) ? 'good' : 'none'}>{seen}</Check>
      {more.map((words) => (
        <Check key={words} tone="none">
          {words}
        </Check>
      ))}
    </>
  )
}

/** What the connected account knows about the payee: paid before, similar to another one, or new. */
function HistoryCheck({ known }: { known: PayeeHistory | null }) {
  if (!known) return <Check tone="none">Connect to see whether you’ve paid this address before.</Check>
  const { state, times, alike } = known
  if (alike?.kind === 'look-alike') return null
  if (state === 'reading') {
    return <Check tone="wait">Checking whether you’ve paid this address before…</Check>
  }
  if (state === 'not-read') {
    return <Check tone="warn">We couldn’t check whether you’ve paid this address before.</Check>
  }
  if (times > 0) {
    return (
      <Check tone="good">
        You’ve paid this address before: {count(times, 'payment')} in the history we could load.
      </Check>
    )
  }
  return (
    <Check tone="none">
      You haven’t paid this address before (in the history we could load).
      {alike && ` It’s similar to ${alike.known}, which you’ve paid.`}
    </Check>
  )
}
