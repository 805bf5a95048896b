import { Link } from 'wouter'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import type { PayeeHistory } from '#components/request/useRequestState.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { handleText, profileUrl } from '#domain/proof/Handle.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { attachedProof } from '#domain/request/attachedProof.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { type RequestEvidence, seesAll, sightWords } from '#domain/request/statusWords.ts'
import { count } from '#domain/shared/format.ts'
import { proofPath } from '#domain/shared/paths.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { CardPart } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'

/** The checks made before a payment, and those left to the payer. */
export function ChecksBeforePaying(props: {
  signed: SignedRequest
  signature: TextSignature | null
  /** Null once further payments are no longer looked for. */
  sight: RequestEvidence | null
  known: PayeeHistory | null | 'not-asked'
}) {
  const { signed, signature, sight, known } = props
  return (
    <section aria-label="Before you pay">
      <CardPart>
        <h2>Before you pay</h2>
        <CheckList isQuiet>
          <SignatureCheck signed={signed} signature={signature} />
          <ProofCheck signed={signed} />
          {sight && <SightChecks signed={signed} sight={sight} />}
          {known !== 'not-asked' && <HistoryCheck known={known} />}
          <Check tone="none">The sender wrote what it’s for, not us. Check it matches your agreement.</Check>
        </CheckList>
      </CardPart>
    </section>
  )
}

/** A signature is not a badge of trust: it only shows which account made the request. */
function SignatureCheck(props: { signed: SignedRequest; signature: TextSignature | null }) {
  const { signed, signature } = props
  const isOn = useEarlyChecks()
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
  const attached = attachedProof(signed.request.payee, signed.proof)
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
      <Check tone={words?.tone ?? 'wait'}>
        <p>{words ? words.title : 'Checking the proof…'}</p>
        <p>
          {verdict !== 'valid' && words?.text}{' '}
          <Link href={proofPath('check', encodeProof(signed))}>See the full proof</Link>
        </p>
      </Check>
      {verdict === 'valid' && (
        <Check tone="none">
          Look for <strong className="text-mono">{proofCode(address, handle)}</strong> in {profile}. Anyone
          can sign a text with this handle.
        </Check>
      )}
    </>
  )
}

/** Says whether payments were looked for, and how far back. */
function SightChecks({ signed: { request }, sight }: { signed: SignedRequest; sight: RequestEvidence }) {
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

/** The connected account's history with the payee: paid before, similar to another one, or new. */
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
