import { useState } from 'react'
import { eip681 } from '#domain/request/eip681.ts'
import { amountText, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { QrDownloads } from '#ui/qr/QrDownloads.tsx'
import { qrLink } from './qrLink.ts'
import css from './SharePage.module.css'

const kinds = { link: 'Request link', address: 'Address only', wallet: 'Wallet code (EIP-681)' } as const
type Kind = keyof typeof kinds
/** CSS pixels of the code in the page. */
const SIDE = 280

/**
 * The request as a QR code. The link comes first, because any camera opens it and it contains the whole
 * request, with the proof of account if a camera can still read the code at this side.
 */
export function QrPanel({ signed }: { signed: SignedRequest }) {
  const { request } = signed
  const [kind, setKind] = useState<Kind>('link')
  const link = qrLink(signed, SIDE)
  const { payee, token, asked } = request
  const content =
    kind === 'link'
      ? link.url
      : kind === 'address'
        ? payee
        : eip681(payee, token, asked.kind === 'exact' ? asked.value : null)
  // A wallet's own code has no dollars, and an amount of the token would be wrong soon.
  const isOffered = (one: Kind) => one !== 'wallet' || asked.kind !== 'usd'
  return (
    <div className={css.qr}>
      <div className={css.code}>
        <QrCode text={content} label={`QR code: ${kinds[kind]}`} side={SIDE} />
      </div>
      {kind === 'link' ? (
        <p className="text-small">
          Opens this request on the payer’s phone.
          {link.hasProof !== (signed.proof !== null) &&
            ' The QR code doesn’t include the proof. The link does.'}
        </p>
      ) : (
        <p>
          <strong translate="no" className="text-tabular">
            {kind === 'address' ? 'BNB Smart Chain only' : amountText(request)}
          </strong>
          <br />
          <span translate="no" className="text-mono">
            {payee}
          </span>
          <br />
          <span className="text-small">Check the amount and address in your wallet.</span>
        </p>
      )}
      {kind === 'wallet' && (
        <Notice tone="warn" title="Many wallets read this wrong.">
          <p>
            {token.address === null
              ? 'Some ignore the network or the amount.'
              : 'Some would send to the token contract, and that money is lost. Some ignore the network or the amount.'}{' '}
            Use it only with a wallet you’ve tried.
          </p>
        </Notice>
      )}
      <Disclosure summary="Save or change the code">
        <Actions>
          <QrDownloads text={content} name={`payment-request-${kind}`} />
        </Actions>
        <fieldset className={css.kinds}>
          <legend>Content</legend>
          {(Object.keys(kinds) as Kind[]).filter(isOffered).map((one) => (
            <label key={one}>
              <input type="radio" name="qr-kind" checked={kind === one} onChange={() => setKind(one)} />
              {kinds[one]}
            </label>
          ))}
        </fieldset>
      </Disclosure>
    </div>
  )
}
