import '#ui/paper.css'
import { Route, Switch } from 'wouter'
import { BadRequest } from '#components/request/BadRequest.tsx'
import { RequestFacts } from '#components/request/RequestFacts.tsx'
import { useRequestText } from '#components/request/useLinkText.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { decodeRequest, encodeRequest } from '#domain/request/requestLink.ts'
import { requestUrl, youPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { MakePage } from './MakePage.tsx'
import { qrLink } from './qrLink.ts'
import { SharePage } from './SharePage.tsx'
import sheet from './Sheet.module.css'

/** Routes under Get paid: making and listing requests, one request, one printable request. */
export function GetPaidPage() {
  return (
    <Switch>
      <Route path="/get-paid">
        <MakePage />
      </Route>
      <Route path={youPath}>
        <MakePage isYou />
      </Route>
      <Route path="/get-paid/sheet/*">
        <SheetPage />
      </Route>
      <Route>
        <SharePage />
      </Route>
    </Switch>
  )
}

/** CSS pixels of the code. */
const QR_SIDE = 280

/** A printable request in its own tab, because a Safe's frame cannot print. */
function SheetPage() {
  const text = useRequestText('sheet')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  return <Sheet signed={decoded} />
}

function Sheet({ signed }: { signed: SignedRequest }) {
  useDocumentTitle('Payment request')
  // A link that is typed is too long with a proof of account.
  const typed = requestUrl(encodeRequest({ ...signed, proof: null }))
  return (
    <article className={sheet.sheet}>
      <h1>Payment request</h1>
      <p className={sheet.screen}>
        <Button primary onClick={() => window.print()}>
          Print
        </Button>
      </p>
      <div className={sheet.code}>
        <QrCode text={qrLink(signed, QR_SIDE).url} label="QR code of the request" side={QR_SIDE} />
      </div>
      <RequestFacts request={signed.request} also="payee and amount" />
      <p translate="no" className="text-mono">
        {typed}
      </p>
      <p className="text-small">
        Scan the code or type the link, then compare the full address. BNB Smart Chain only: money sent on
        another network is lost.
      </p>
    </article>
  )
}
