import type { SignedProof } from '#domain/proof/Proof.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofUrl } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { CopyButton, useCopy } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { QrDownloads } from '#ui/qr/QrDownloads.tsx'
import css from './ShareProof.module.css'

/**
 * A proof as link, picture and text. On a phone the system's own sheet comes first, because links are sent from
 * there; elsewhere the link is copied. `primary` if sharing is the purpose of the page.
 */
export function ShareProof({ signed, primary = false }: { signed: SignedProof; primary?: boolean }) {
  const url = proofUrl(encodeProof(signed))
  const text = proofDocument(signed)
  const [said, copy] = useCopy(url)
  const share = { title: 'Proof', url }
  const hasSheet =
    typeof navigator.share === 'function' &&
    (navigator.canShare?.(share) ?? true) &&
    window.matchMedia('(pointer: coarse)').matches
  return (
    <>
      <div className={css.share}>
        <QrCode text={url} label="QR code of the proof" side={224} />
        <div>
          <div className="layout-row">
            {hasSheet && (
              // Closing the sheet is not an error.
              <Button primary={primary} onClick={() => void navigator.share(share).catch(() => {})}>
                <Icon name="share-2" /> Share
              </Button>
            )}
            <Button primary={primary && !hasSheet} onClick={copy}>
              <Icon name="copy" />
              <span aria-live="polite">{said ?? 'Copy link'}</span>
            </Button>
            {primary && (
              <ExternalLink className={buttonClass({ ghost: true })} href={url} icon>
                Preview as others
              </ExternalLink>
            )}
          </div>
          <TextToCopy label="Proof link" text={url} />
          <p className="text-fine">
            Anyone who has it can check it here without a wallet.
            {signed.signature === null &&
              ' The Safe keeps the signature, so checking needs BNB Smart Chain and the Safe service.'}
          </p>
        </div>
      </div>
      <Disclosure summary="As text or picture">
        <TextToCopy label="Proof text" text={text} rows={12} />
        <Actions>
          <CopyButton text={text} label="Copy text" words="Copy text" />
        </Actions>
        <p className="text-fine">The text is for an email or a contract, the QR code for print.</p>
        <Actions>
          <QrDownloads text={url} name="proof-of-account" />
        </Actions>
      </Disclosure>
    </>
  )
}
