import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Handle, handleText, profileUrl } from '#domain/proof/Handle.ts'
import { proofQuery } from '#domain/proof/judgeProof.ts'
import { isSignature, type SignedProof } from '#domain/proof/Proof.ts'
import { proofCode } from '#domain/proof/proofCode.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { proofLinkFaultText } from '#domain/proof/proofFaultText.ts'
import { decodeProof, encodeProof, proofKey } from '#domain/proof/proofLink.ts'
import { proofUrl } from '#domain/shared/paths.ts'
import { ProofNotice } from '#features/shared/ProofNotice.tsx'
import { useKeptProofs } from '#features/shared/useKept.ts'
import { useProofText } from '#features/shared/useLinkText.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { qrPng, qrSvgText } from '#ui/qr/qrFiles.ts'
import { useDocumentTitle } from '#ui/useNow.ts'
import { BadProof, ProofFacts } from './CheckedProofPage.tsx'
import css from './Proof.module.css'
import { SignProofCard } from './SignProofCard.tsx'

/**
 * The code for a profile or a post, which shows others that the handle agrees. It stays the same when a proof
 * is renewed.
 */
export function CodeToPost({ address, handle }: { address: Address; handle: Handle | null }) {
  if (!handle) return null
  const code = proofCode(address, handle)
  return (
    <div className={css.code}>
      <p className={prose.small}>Your code for {handleText(handle)}</p>
      <p className={css.codeLine}>
        <strong className={css.codeText}>{code}</strong>
        <CopyButton text={code} label={`Copy the code ${code}`} />
      </p>
      <p className={prose.small}>
        Add it to{' '}
        <ExternalLink href={profileUrl(handle)}>
          {handle.platform === 'website' ? 'your website' : 'your bio'}
        </ExternalLink>{' '}
        or a post. It never changes for this address and handle.
      </p>
    </div>
  )
}

/** Large enough for a poster. */
const PNG_PIXELS = 1_024

/** A signed proof as link, text and picture. */
export function HandOnCard({ signed }: { signed: SignedProof }) {
  const url = proofUrl(encodeProof(signed))
  const text = proofDocument(signed)
  const [shown, setShown] = useState<'link' | 'text'>('link')
  const share = { title: 'Proof', url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  return (
    <Card title="Share">
      <div className={layout.stack}>
        <fieldset className={layout.choices}>
          <legend>Format</legend>
          <label>
            <input type="radio" name="as" checked={shown === 'link'} onChange={() => setShown('link')} />
            <span>Link and QR code</span>
          </label>
          <label>
            <input type="radio" name="as" checked={shown === 'text'} onChange={() => setShown('text')} />
            <span>Text, for an email or a contract</span>
          </label>
        </fieldset>
        {shown === 'link' ? (
          <>
            <TextToCopy label="Proof link" text={url} />
            <Actions>
              <CopyButton text={url} label="Copy link" />
              {canShare && (
                // Closing the share sheet is not an error.
                <Button onClick={() => void navigator.share(share).catch(() => {})}>Share via…</Button>
              )}
              <ExternalLink href={url}>Preview as others</ExternalLink>
            </Actions>
            <div className={css.qr}>
              <QrCode text={url} label="QR code of the proof" />
            </div>
            <Actions>
              <DownloadButton label="Download PNG" make={() => png(url)} />
              <DownloadButton label="Download SVG" make={() => svg(url)} />
            </Actions>
          </>
        ) : (
          <>
            <TextToCopy label="Proof text" text={text} rows={20} />
            <Actions>
              <CopyButton text={text} label="Copy text" />
            </Actions>
          </>
        )}
        <p className={prose.small}>
          Anyone who has it can check it here without a wallet.
          {signed.signature === null &&
            ' The Safe keeps the signature, so checking needs BNB Smart Chain and the Safe service.'}
        </p>
      </div>
    </Card>
  )
}

async function png(url: string): Promise<{ name: string; content: Blob }> {
  const blob = await qrPng(url, PNG_PIXELS)
  if (!blob) throw new RangeError('No QR code can hold this')
  return { name: 'proof-of-account.png', content: blob }
}

async function svg(url: string): Promise<{ name: string; content: Blob }> {
  const drawn = qrSvgText(url)
  if (!drawn) throw new RangeError('No QR code can hold this')
  return { name: 'proof-of-account.svg', content: new Blob([drawn], { type: 'image/svg+xml' }) }
}

/** The person's own proof: to sign, then to share. */
export function OwnProofPage() {
  const decoded = decodeProof(useProofText('own'))
  if (!decoded.ok) return <BadProof words={proofLinkFaultText[decoded.fault]} />
  const { signed } = decoded
  return <Own key={proofKey(signed.proof)} signed={signed} />
}

function Own({ signed }: { signed: SignedProof }) {
  useDocumentTitle('Your proof')
  const { proof } = signed
  const account = useAccount()
  const [isAsking, setAsking] = useState(false)
  const { complete, isSigned, ...found } = useOwnProof(signed, isAsking)
  return (
    <>
      <div>
        <BackLink href="/verify">Verify</BackLink>
        <h1>Your proof</h1>
      </div>
      <div className={layout.page}>
        {isSigned && (
          <Card title="Preview" arriving>
            <ProofNotice signed={complete} />
          </Card>
        )}
        <div className={layout.columns}>
          {isSigned ? (
            <HandOnCard signed={complete} />
          ) : (
            <SignProofCard
              signed={complete}
              own={account?.address === proof.address ? account : null}
              {...found}
              isAsking={isAsking}
              onAsking={setAsking}
            />
          )}
          <div className={layout.page}>
            <Card title="What it says">
              <ProofFacts signed={complete} />
            </Card>
            <Card title="Code for your profile or post">
              <CodeToPost address={proof.address} handle={proof.handle} />
            </Card>
          </div>
        </div>
      </div>
    </>
  )
}

/**
 * The person's own proof with any signature that its account has made since, also after a reload or on
 * another day. A signature that was found is stored in this browser.
 */
export function useOwnProof(signed: SignedProof, isAsking: boolean) {
  const { items: proofs, keep } = useKeptProofs()
  const { proof } = signed
  const entry = proofs.find((one) => proofKey(one.proof) === proofKey(proof)) ?? null
  const known = signed.signature ?? entry?.signature ?? null
  // The host may keep its dialog open until all owners have signed.
  const checked = useQuery(proofQuery({ proof, signature: known }, isAsking ? 4_000 : 15_000))
  const found = checked.data?.kind === 'valid' ? (checked.data.found ?? null) : null
  // A longer one stays with the Safe: the proof finds it there.
  const signature = known ?? (found && isSignature(found) ? found : null)
  const safeTxHash = entry?.safeTxHash ?? null
  const isNew = signature !== (entry?.signature ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: write only new data, not on every render
  useEffect(() => {
    if (isNew) keep([{ proof, signature, safeTxHash }])
  }, [isNew])
  return {
    complete: { proof, signature } satisfies SignedProof,
    state: checked.data ?? null,
    isSigned: signature !== null || checked.data?.kind === 'valid',
    safeTxHash,
    look: () => void checked.refetch(),
    /** Stores the result of a request: a signature, or the proposal to sign on the chain. */
    take: (got: { readonly signature?: SignedProof['signature']; readonly safeTxHash?: SafeTxHash }) =>
      keep([{ proof, signature: got.signature ?? signature, safeTxHash: got.safeTxHash ?? safeTxHash }]),
  }
}
