import { requestInWalletUrls } from '#domain/request/walletLinks.ts'
import { requestUrl } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { late } from '#ui/late.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import css from './OpenedRequest.module.css'

const QrCode = late(async () => (await import('#ui/qr/QrCode.tsx')).QrCode)

/** Links that open the request in a wallet's own browser, and its code for a phone beside this screen. */
export function WalletLinks({ text }: { text: string }) {
  const url = requestUrl(text)
  return (
    <div className={css.apps}>
      <QrCode text={url} label="QR code of the request" side={192} />
      <div>
        {requestInWalletUrls(text).map(([name, href]) => (
          <ExternalLink key={name} className={buttonClass({ size: 'small' })} href={href} icon>
            {name}
          </ExternalLink>
        ))}
        <CopyButton text={url} label="Copy the link of the request" words="Copy link" />
      </div>
    </div>
  )
}
