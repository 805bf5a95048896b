import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import type { PayeeHistory } from '#components/request/useRequestState.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import type { KnownLookAlike } from '#domain/activity/lookAlikeFlags.ts'
import { type PayeeFault, payeeFaultText } from '#domain/payee/checkPayee.ts'
import { type Handle, handleText, profileUrl } from '#domain/proof/Handle.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import type { PaymentRequest, SignedRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestIdentity } from '#domain/request/requestIdentity.ts'
import type { RequestStatus, SeenPayment } from '#domain/request/requestStatus.ts'
import {
  evidenceWords,
  type RequestEvidence,
  requestStatusWords,
  seesAll,
} from '#domain/request/statusWords.ts'
import { count } from '#domain/shared/format.ts'
import { proofPath, proposalPath, receiptPath } from '#domain/shared/paths.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { CardPart } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import css from './ChecksBeforePaying.module.css'
import type { OpenedState } from './OpenedRequest.tsx'

/** The checks made before a payment, and those left to the payer. */
export function ChecksBeforePaying(props: {
  signed: SignedRequest
  signature: TextSignature | null
  identity: RequestIdentity
  /** Null once further payments are no longer looked for. */
  evidence: RequestEvidence | null
  known: PayeeHistory | null | 'not-asked'
}) {
  const { signed, signature, evidence, known } = props
  const { request } = signed
  const { handle, proof } = props.identity
  const isValid = proof?.kind === 'of-payee' && proof.verdict === 'valid' && proof.contradiction === null
  // The first sentence is about the payee's side.
  const [seen, ...more] = evidence ? evidenceWords(request, evidence) : []
  return (
    <section aria-label="Before you pay">
      <CardPart>
        <CheckList isQuiet>
          <SignatureCheck signed={signed} signature={signature} />
          {proof && <ProofCheck proof={proof} />}
          {handle && (
            <LookForCode
              payee={request.payee}
              handle={handle}
              post={isValid ? proof.signed.proof.post : null}
            />
          )}
          {evidence && (
            <Check tone={evidence.looking ? 'wait' : seesAll(request, evidence) ? 'good' : 'none'}>
              {seen}
            </Check>
          )}
          {more.map((words) => (
            <Check key={words} tone="none">
              {words}
            </Check>
          ))}
          {known !== 'not-asked' && <HistoryCheck known={known} />}
          {(request.memo || request.reference) && (
            <Check tone="none">
              The sender wrote what it’s for, not us. Check it matches your agreement.
            </Check>
          )}
        </CheckList>
      </CardPart>
    </section>
  )
}

/** A signature is not a badge of trust: it only shows which account made the request. */
function SignatureCheck({ signed, signature }: { signed: SignedRequest; signature: TextSignature | null }) {
  const isOn = useEarlyChecks()
  if (signed.signature === null) {
    const { name, handle } = signed.request
    return (
      <Check tone="none">
        It isn’t signed, so it doesn’t show who made it.
        {(name || handle) && (
          <>
            {' '}
            It says it’s from {name && <bdi>“{name}”</bdi>}
            {name && handle && ', '}
            {handle && handleText(handle)}, which anyone could have typed.
          </>
        )}
      </Check>
    )
  }
  switch (signature?.kind) {
    case undefined:
      return <Check tone="wait">Checking the signature…</Check>
    case 'valid':
      return (
        <Check tone="good">
          <p>This request was signed by the address it pays.</p>
          <p>{acceptedText(signature)} That doesn’t tell you who owns it.</p>
        </Check>
      )
    case 'wrong':
      return <Check tone="bad">The signature isn’t from the address that this request pays.</Check>
    case 'unknown':
      return (
        <Check tone="warn">
          <p>The signature couldn’t be checked.</p>
          <p>
            {isOn ? signature.words : 'Checks before you pay are off in Settings.'} We can’t say either way.
            {isOn && ' We’ll try again.'}
          </p>
        </Check>
      )
  }
}

function ProofCheck({ proof }: { proof: NonNullable<RequestIdentity['proof']> }) {
  if (proof.kind === 'not-of-payee')
    return (
      <Check tone="bad">
        <p>The attached proof doesn’t belong to this request.</p>
        <p>{proof.words} Ignore it, and check with the sender.</p>
      </Check>
    )
  const { signed, verdict, words, contradiction } = proof
  return (
    <Check tone={contradiction ? 'bad' : (words?.tone ?? 'wait')}>
      {contradiction && <p>{contradiction}</p>}
      <p>{words?.title ?? 'Checking the proof…'}</p>
      <p>
        {verdict !== 'valid' && words?.text}{' '}
        <Link href={proofPath('check', encodeProof(signed))}>See the full proof</Link>
      </p>
    </Check>
  )
}

/**
 * Only the handle's own profile, or a post by it, shows that it agrees. A post's address proves no author.
 * @param props.post that the proof names; null for none
 */
function LookForCode(props: { payee: Address; handle: Handle; post: string | null }) {
  const { payee, handle, post } = props
  const isWebsite = handle.platform === 'website'
  const by = `by @${handle.name}`
  return (
    <Check tone="none">
      Look for{' '}
      <strong translate="no" className="text-mono">
        {proofCode(payee, handle)}
      </strong>{' '}
      on {!isWebsite && 'the profile '}
      <ExternalLink href={profileUrl(handle)}>{handleText(handle)}</ExternalLink>
      {!isWebsite &&
        (post ? (
          <>
            , or in <ExternalLink href={post}>this post</ExternalLink> if it is {by}
          </>
        ) : (
          `, or in the post ${by} that shows it`
        ))}
      . Anyone can sign a text with this handle.
    </Check>
  )
}

/** The contract that accepted a signature; empty for a key, which needs none. */
function acceptedText({ by }: Extract<TextSignature, { kind: 'valid' }>): string {
  switch (by) {
    case 'key':
      return ''
    case 'contract':
      return `Its contract accepted the signature.`
    case 'delegate':
      return `The contract that this wallet runs accepted the signature.`
    case 'future-contract':
      return `Its contract isn’t created yet. As it would be created, it accepted the signature.`
  }
}

/** The connected account's history with the payee: paid before, similar to another one, or new. */
function HistoryCheck({ known }: { known: PayeeHistory | null }) {
  if (!known) return <Check tone="none">Connect to see whether you’ve paid this address before.</Check>
  const { state, times, alike } = known
  if (alike?.kind === 'look-alike') return null
  if (state === 'reading') return <Check tone="wait">Checking whether you’ve paid this address before…</Check>
  if (state === 'not-read')
    return <Check tone="warn">We couldn’t check whether you’ve paid this address before.</Check>
  if (times > 0)
    return (
      <Check tone="good">
        {`You’ve paid this address before: ${count(times, 'payment')} in the history we could load.`}
      </Check>
    )
  const similar = alike
    ? ` It’s similar to ${alike.known}, which you’ve ${alike.isSaved ? 'saved' : 'paid'}.`
    : ''
  return (
    <Check tone="none">
      {`You haven’t paid this address before (in the history we could load).${similar}`}
    </Check>
  )
}

/** Why a request must not be paid, or only by somebody who knows better; null if no reason was found. */
export function requestStop(found: {
  request: PaymentRequest
  forged: { readonly words: string } | null
  refused: PayeeFault | null
  /** A known address that the payee can be mistaken for. */
  alike: KnownLookAlike | null
  proofDoubt: string | null
}): OpenedState | null {
  const { request, forged, refused, alike, proofDoubt } = found
  if (forged) {
    return {
      tone: 'bad',
      doubt: 'forged',
      title: 'Don’t pay this. The signature is fake.',
      text: `It isn’t from the address that this request pays. ${forged.words}`,
    }
  }
  if (refused) {
    return {
      tone: 'bad',
      doubt: 'refused',
      title: 'This request can’t be paid.',
      text: `${payeeFaultText(refused)} Ask the sender for another address.`,
    }
  }
  if (alike) {
    return {
      tone: 'bad',
      doubt: 'alike',
      title: `This looks like an address you’ve ${alike.isSaved ? 'saved' : 'paid'}, but it’s different.`,
      text: 'It begins and ends the same. Scammers do this. Compare every character.',
      more: <CompareAddresses alike={alike} other={request.payee} />,
    }
  }
  return proofDoubt === null
    ? null
    : { tone: 'bad', doubt: 'proof', title: proofDoubt, text: 'Check with the sender before you pay.' }
}

/** The meaning of a status for the person who wants to pay; null if there is no reason against paying. */
export function openedState(
  request: PaymentRequest,
  status: RequestStatus,
  own: readonly SeenPayment[],
): OpenedState | null {
  const words = requestStatusWords(request, status, false)
  const { title, text } = words
  const doubt = status.kind === 'partly' ? `partly ${status.missing}` : status.kind
  const [payment] = own
  switch (status.kind) {
    case 'waiting':
      return null
    case 'paid':
    case 'over':
      return {
        ...words,
        doubt,
        title: 'This request is already paid',
        at: payment?.at,
        action: payment?.hash && payment.name && (
          <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
            View receipt
          </Link>
        ),
      }
    case 'queued':
      return {
        ...words,
        doubt,
        title: 'A payment is on its way',
        text: `${title}. ${text}`,
        action: (
          <Link className={buttonClass()} href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>
            See the proposal
          </Link>
        ),
      }
    case 'confirming':
      return { ...words, doubt, title: 'A payment is on its way', text: `${title}. ${text}` }
    case 'unknown':
      return { ...words, doubt, text: `${text} We’ll keep trying.` }
    case 'expired':
      return request.asked.kind === 'usd'
        ? { ...words, doubt, title: 'This request has expired' }
        : { ...words, doubt, text: `${text} Check with the sender before you pay.` }
    default:
      return { ...words, doubt }
  }
}

/** The result of paying in spite of a status. */
export function requestDoubt({ kind }: RequestStatus): string | null {
  switch (kind) {
    case 'paid':
    case 'over':
      return 'It’s already paid. Paying again sends the money a second time.'
    case 'queued':
    case 'confirming':
      return 'A payment for it is already on its way. Another one would pay it twice.'
    case 'unpriced':
      return 'Something was already paid for it. Another payment may be too much.'
    case 'unknown':
      return 'We couldn’t check whether this was paid. If it was, this pays it a second time.'
    case 'partly':
      return 'Part of it is already there. The full amount would be too much.'
    default:
      return null
  }
}

/** Two addresses below each other in groups of four; the groups that differ are marked. */
function CompareAddresses({ alike: { known, isSaved }, other }: { alike: KnownLookAlike; other: Address }) {
  return (
    <dl className={css.compare}>
      <dt>{isSaved ? 'You’ve saved' : 'You’ve paid'}</dt>
      <dd>
        <Groups address={known} than={other} />
      </dd>
      <dt>This request pays</dt>
      <dd>
        <Groups address={other} than={known} />
      </dd>
    </dl>
  )
}

function Groups({ address, than }: { address: Address; than: Address }) {
  const compared = groupsOf(than)
  return groupsOf(address).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can occur twice
    <span key={index}>{group === compared[index] ? group : <mark>{group}</mark>}</span>
  ))
}

function groupsOf(address: Address): readonly string[] {
  return [address.slice(0, 6), ...(address.slice(6).match(/.{1,4}/g) ?? [])]
}
