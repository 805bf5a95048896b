import { type ReactNode, useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import * as Token from '#chain/money/Token.ts'
import { ConnectButtons } from '#components/account/ConnectButton.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { requestInWalletUrls } from '#domain/request/walletLinks.ts'
import { requestInSafeUrl, requestUrl } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { CopyButton, useCopy } from '#ui/page/CopyButton.tsx'
import css from './PayActions.module.css'

const QrCode = lazyComponent(async () => (await import('#ui/qr/QrCode.tsx')).QrCode)

/** The words of the main action: `Pay 250 USDT`, or `Propose 250 USDT` if a Safe pays. */
export function payWords(request: PaymentRequest, isSafe: boolean): string {
  const verb = isSafe ? 'Propose' : 'Pay'
  if (request.asked.kind !== 'open' && isPinned(request.token)) return `${verb} ${amountText(request)}`
  return Token.find(request.token.address) ? `${verb} in ${request.token.symbol}` : verb
}

/** The ways to pay: the main one first, then a Safe or a wallet app, which open the request anew. */
export function PayActions(props: {
  request: PaymentRequest
  text: string
  /** The main action, for a connected account. */
  children?: ReactNode
  /** Continues with the payment as soon as an account is connected. */
  onPay?: () => void
}) {
  const { request, text, children } = props
  const { connect } = usePortal()
  const account = useAccount()
  const isSafeOffered = connect !== undefined || !account || !factsOf(account).hasOwners
  return (
    <>
      <div className={css.pay}>
        {children ?? <ConnectButtons size="large" label={payWords(request, false)} onPress={props.onPay} />}
        {isSafeOffered && (
          <OpenInApp text={text} className={buttonClass()} href={requestInSafeUrl(text, request.payer)}>
            Open in Safe{'{Wallet}'}
          </OpenInApp>
        )}
        {!account && connect && <WalletApps text={text} />}
      </div>
      <p className="text-fine text-center">
        {account
          ? 'You review everything before it’s sent.'
          : 'You connect a wallet next and review everything before it’s sent.'}
      </p>
      {isSafeOffered && (
        <p className="text-fine text-center">
          Opening Safe{'{Wallet}'} copies the link of the request, so that its server doesn’t see it. Paste it
          there, under Request links.
        </p>
      )}
    </>
  )
}

/**
 * Opens the portal in an app, with the link of a request on the clipboard. It is pasted there, because the content of
 * an app's link goes to the app's server.
 */
function OpenInApp(props: { text: string; href: string; className: string; children: ReactNode }) {
  const [said, copy] = useCopy(requestUrl(props.text))
  return (
    <ExternalLink className={props.className} href={props.href} onClick={copy} icon>
      {props.children}
      {said && <span className="visually-hidden">{said}</span>}
    </ExternalLink>
  )
}

/**
 * Links that open the portal in a wallet's own browser, and the code of the request for a phone beside this screen. Behind
 * a button, because most people stay in their browser.
 */
function WalletApps({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const url = requestUrl(text)
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="smartphone" />
        Open in wallet app
      </Button>
      {isOpen && (
        <div className={`layout-inset layout-row ${css.apps}`}>
          <QrCode text={url} label="QR code of the request" side={192} />
          <div>
            {requestInWalletUrls(text).map(([name, href]) => (
              <OpenInApp key={name} text={text} className={buttonClass({ size: 'small' })} href={href}>
                {name}
              </OpenInApp>
            ))}
            <CopyButton text={url} label="Copy the link of the request" words="Copy link" />
            <p className="text-fine text-center">
              Opening an app copies the link of the request, so that no server of the app sees it. Paste it
              there, under Request links.
            </p>
          </div>
        </div>
      )}
    </>
  )
}
