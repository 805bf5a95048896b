import { requestInWalletUrls } from '#domain/request/walletLinks.ts'
import { requestUrl } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { OpenInApp } from './OpenInApp.tsx'
import css from './PayActions.module.css'

const QrCode = lazyComponent(async () => (await import('#ui/qr/QrCode.tsx')).QrCode)

/** Links that open the portal in a wallet's own browser, and the code of the request for a phone beside this screen. */
export function WalletLinks({ text }: { text: string }) {
  const url = requestUrl(text)
  return (
    <div className={css.apps}>
      <QrCode text={url} label="QR code of the request" side={192} />
      <div>
        {requestInWalletUrls(text).map(([name, href]) => (
          <OpenInApp key={name} text={text} className={buttonClass({ size: 'small' })} href={href}>
            {name}
          </OpenInApp>
        ))}
        <CopyButton text={url} label="Copy the link of the request" words="Copy link" />
        <p className={`text-fine ${css.hint}`}>
          Opening an app copies the link of the request, so that no server of the app sees it. Paste it there,
          under Request links.
        </p>
      </div>
    </div>
  )
}
