import { useState } from 'react'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofUrl } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { qrPng, qrSvgText } from '#ui/qr/qrFiles.ts'
import css from './Proof.module.css'

/** Wide enough for a poster. */
const PNG_PIXELS = 1_024

/** A signed proof as link, text and picture. */
export function HandOnCard({ signed }: { signed: SignedProof }) {
  const url = proofUrl(encodeProof(signed))
  const text = proofDocument(signed)
  const [shown, setShown] = useState<'link' | 'text'>('link')
  const share = { title: 'Proof of account', url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  return (
    <Card title="Hand it on">
      <div className={css.stack}>
        <fieldset className={css.choices}>
          <legend>The proof as</legend>
          <label>
            <input type="radio" name="as" checked={shown === 'link'} onChange={() => setShown('link')} />
            <span>Link and QR code</span>
          </label>
          <label>
            <input type="radio" name="as" checked={shown === 'text'} onChange={() => setShown('text')} />
            <span>Text, for an e-mail or a contract</span>
          </label>
        </fieldset>
        {shown === 'link' ? (
          <>
            <TextToCopy label="Link of the proof" text={url} />
            <p className={css.actions}>
              <CopyButton text={url} label="Copy the link" />
              {canShare && (
                // Closing the share sheet is no fault.
                <Button onClick={() => void navigator.share(share).catch(() => {})}>Share</Button>
              )}
              <a href={url} target="_blank" rel="noopener noreferrer">
                See it as others do
              </a>
            </p>
            <div className={css.qr}>
              <QrCode text={url} label="QR code of the proof" />
            </div>
            <p className={css.actions}>
              <DownloadButton label="Save as PNG" make={() => png(url)} />
              <DownloadButton label="Save as SVG" make={() => svg(url)} />
            </p>
          </>
        ) : (
          <>
            <TextToCopy label="Text of the proof" text={text} rows={20} />
            <p className={css.actions}>
              <CopyButton text={text} label="Copy the text" />
            </p>
          </>
        )}
        <p className={css.small}>
          Whoever has it can check it here without a wallet.
          {signed.signature === null &&
            ' Its signature stays with the Safe, so checking it asks the chain and the Safe service.'}
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
