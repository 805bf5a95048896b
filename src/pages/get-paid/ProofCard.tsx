import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Hex } from 'viem'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { NoOwnerNotice, signCostWords } from '#components/account/AccountNotices.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { RequestError } from '#components/error/ExplainedError.tsx'
import { useProofVerdict } from '#components/proof/useProofVerdict.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { type Handle, handleText, profileUrl } from '#domain/proof/Handle.ts'
import { dayText, verdictNames } from '#domain/proof/judgeProof.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { attachedProof, fitsBeside } from '#domain/request/requestIdentity.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { count } from '#domain/shared/format.ts'
import { youPath } from '#domain/shared/paths.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { requestSignatureQuery, signatureQuery } from '#queries/proof.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'

/**
 * Lets the maker show that a request comes from its payee: with a signature, and with a proof of whose address it is.
 */
export function ProofCard(props: {
  signed: SignedRequest
  onSigned: (signature: Hex) => void
  onAttach: (proof: string | null) => void
}) {
  const { signed, onAttach } = props
  const { items: proofs } = useKeptProofs()
  const attached = attachedProof(signed.request.payee, signed.proof)
  const own = proofs.filter((kept) => kept.proof.address === signed.request.payee)
  const fitting = own.filter((kept) => fitsBeside(signed, kept))
  const tooLong = own.length - fitting.length
  return (
    <Card title="Proof that it’s you" flush>
      <SignPart signed={signed} onSigned={props.onSigned} />
      <Rows label="Proofs of this address">
        {attached ? (
          <li>
            {attached.kind === 'of-payee' ? (
              <Attached signed={attached.signed} onRemove={() => onAttach(null)} />
            ) : (
              <Row
                mark={<Disc icon="circle-x" tone="bad" />}
                title="The attached proof doesn’t belong to this request."
                sub={attached.words}
                end={<Button onClick={() => onAttach(null)}>Remove from link</Button>}
              />
            )}
          </li>
        ) : signed.request.handle ? (
          <li>
            <SignedHandle payee={signed.request.payee} handle={signed.request.handle} />
          </li>
        ) : fitting.length > 0 ? (
          fitting.map((kept) => (
            <li key={proofKey(kept.proof)}>
              <AttachableProof kept={kept} onAttach={onAttach} />
            </li>
          ))
        ) : (
          <li>
            <Row
              mark={<Disc icon="badge-check" />}
              title={tooLong > 0 ? `${count(tooLong, 'proof')} too long for this link` : 'Add your @handle'}
              sub={tooLong > 0 ? 'Share the proof’s own link.' : 'Prove this address is yours.'}
              end={
                tooLong === 0 && (
                  <Link className={buttonClass({ size: 'small' })} href={youPath}>
                    Create proof
                  </Link>
                )
              }
            />
          </li>
        )}
      </Rows>
    </Card>
  )
}

/** The handle in the signed request: its code on the profile is the other half of the proof. */
function SignedHandle({ payee, handle }: { payee: Address; handle: Handle }) {
  const code = proofCode(payee, handle)
  return (
    <Row
      mark={<Disc icon="badge-check" tone="sign" />}
      title={handleText(handle)}
      sub={
        <>
          <span>
            Add this code to your{' '}
            <ExternalLink href={profileUrl(handle)}>
              {handle.platform === 'website' ? 'website' : 'profile'}
            </ExternalLink>
            , where payers look for it. The code stays the same.
          </span>
          <strong translate="no" className="text-mono">
            {code}
          </strong>
        </>
      }
      end={<CopyButton text={code} label={`Copy the code ${code}`} />}
    />
  )
}

function Attached({ signed, onRemove }: { signed: SignedProof; onRemove: () => void }) {
  const { words, verdict } = useProofVerdict(signed)
  return (
    <Row
      mark={<Disc icon="badge-check" tone={verdict === 'valid' ? 'sign' : 'none'} />}
      title={handleText(signed.proof.handle)}
      sub={words?.title ?? 'Checking the proof…'}
      end={
        <Button ghost size="small" onClick={onRemove}>
          Remove from link
        </Button>
      }
    />
  )
}

function AttachableProof({ kept, onAttach }: { kept: KeptProof; onAttach: (proof: string) => void }) {
  const { verdict } = useProofVerdict(kept)
  const { handle, expiresAt } = kept.proof
  return (
    <Row
      mark={<Disc icon="badge-check" />}
      title={handleText(handle)}
      sub={
        <>
          <span>The payer then sees your handle.</span>
          <span>Valid until {dayText(expiresAt)}.</span>
          <span>{verdict ? verdictNames[verdict] : 'Checking'}</span>
        </>
      }
      end={
        <Button
          size="small"
          disabled={verdict !== 'valid'}
          onClick={() => onAttach(encodeProof(kept))}
          aria-label={`Add to link: proof of ${handleText(handle)}`}
        >
          Add to link
        </Button>
      }
    />
  )
}

/** Has the account to be paid sign its request, so that the payer sees who made it. */
export function SignPart(props: { signed: SignedRequest; onSigned: (signature: Hex) => void }) {
  const { signed, onSigned } = props
  const account = useAccount()
  if (signed.signature !== null) return <Signature signed={signed} />
  if (account?.address === signed.request.payee) {
    return <Sign account={account} signed={signed} onSigned={onSigned} />
  }
  return (
    <SignatureRow
      title="Not signed"
      sub="To sign it, connect the address it pays. The payer then knows it’s from you."
    />
  )
}

function SignatureRow(props: { title: string; sub: string; tone?: Tone; end?: ReactNode }) {
  const { title, sub, tone = 'none', end } = props
  return (
    <Rows label="Signature">
      <li>
        <Row mark={<Disc icon="signature" tone={tone} />} title={title} sub={sub} end={end} />
      </li>
    </Rows>
  )
}

/** The current validity of a link's signature. */
function Signature({ signed }: { signed: SignedRequest }) {
  const isOn = useEarlyChecks()
  const { data } = useQuery(signatureQuery(signed, isOn))
  switch (data?.kind) {
    case 'valid':
      return (
        <SignatureRow
          tone="sign"
          title="This request was signed by the address it pays."
          sub="The payer sees that it comes from this address."
        />
      )
    case 'wrong':
      return (
        <SignatureRow
          tone="bad"
          title="The signature is fake."
          sub={`It isn’t from the address that this request pays. ${data.words}`}
        />
      )
    case 'unknown':
      return (
        <SignatureRow
          tone="warn"
          title="The signature couldn’t be checked."
          sub={isOn ? data.words : 'Checks before you pay are off in Settings.'}
        />
      )
    default:
      return <SignatureRow title="Checking the signature…" sub="On this device and on the chain." />
  }
}

function Sign(props: { account: Account; signed: SignedRequest; onSigned: (signature: Hex) => void }) {
  const { account, signed, onSigned } = props
  const { request } = signed
  const text = requestMessage(request)
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const options = requestSignatureQuery(account, request, asking)
  const { data } = useQuery({ ...options, enabled: factsOf(account).hasOwners })
  const sign = useMutation({
    mutationFn: () => account.signMessage(text),
    onMutate: () => setAsking(true),
    onSettled: () => setAsking(false),
    onSuccess: (answer) => {
      if (answer.kind === 'signed') take(answer.signature)
      else client.setQueryData(options.queryKey, answer)
    },
  })
  const take = (signature: Hex) => {
    encodeRequest({ ...signed, signature })
    onSigned(signature)
  }
  const collecting = data?.kind === 'collecting' ? data : null
  const complete = data?.kind === 'signed' ? data : null
  return (
    <>
      <SignatureRow
        title="Not signed yet"
        sub={`Sign it so the payer knows it’s from you. ${signCostWords(account)} Links you already sent stay unsigned.`}
        end={
          complete ? (
            <Button size="small" onClick={() => take(complete.signature)}>
              Add signature to link
            </Button>
          ) : (
            <Button
              size="small"
              onClick={() => sign.mutate()}
              disabled={sign.isPending || account.safe?.readOnly}
            >
              {sign.isPending ? 'Waiting for the signature…' : 'Sign request'}
            </Button>
          )
        }
      />
      <Inset>
        <NoOwnerNotice account={account} to="sign" />
        {collecting && (
          <Notice
            tone="info"
            title={
              collecting.have === null || collecting.need === null
                ? 'Other owners still have to sign.'
                : `${collecting.have} of ${collecting.need} owners signed.`
            }
          >
            <p>
              They find the message in Safe{'{Wallet}'} under Messages. Send the link once it is signed, or
              send it now without.
            </p>
          </Notice>
        )}
        {(data?.kind === 'proposed' || data?.kind === 'signed-on-chain') && (
          <Notice tone="warn" title="This Safe can only sign on-chain, which doesn’t fit in a link.">
            <p>
              {data.kind === 'proposed'
                ? `Reject transaction ${data.safeTxHash} in its queue: it only costs a fee. `
                : ''}
              The request works without a signature.
            </p>
          </Notice>
        )}
        {sign.error && <SignError error={sign.error} />}
      </Inset>
    </>
  )
}

/** A rejection is an outcome and is shown as one. No signature moves money, so that is not mentioned. */
function SignError({ error }: { error: Error }) {
  if (error instanceof RangeError) {
    return (
      <ErrorNotice
        what="The signature is too long for a link."
        money="Your money isn’t affected."
        todo="Use the link without it."
      />
    )
  }
  return <RequestError error={error} outcome="The request isn’t signed." />
}
