import { encodeReceipt, type ReceiptLink } from '#domain/receipt/receiptLink.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { QrCode } from '#ui/qr/QrCode.tsx'
import { NoteForm } from './NoteForm.tsx'
import css from './Receipt.module.css'

/** The link of a receipt: with a note, to copy, as a code, on paper. */
export function HandOnCard({ link }: { link: ReceiptLink }) {
  const url = `${portalUrl()}#${encodeReceipt(link)}`
  // A frame of a Safe drops the question to print.
  const framed = window.parent !== window
  return (
    <Card title="Hand it on">
      <div className={css.screen}>
        <NoteForm key={link.note} link={link} />
      </div>
      <div className={css.code}>
        <QrCode text={url} label="QR code of the receipt" />
      </div>
      <p className={css.paper}>{url}</p>
      <TextToCopy label="Link of the receipt" text={url} />
      <p className={css.links}>
        <CopyButton text={url} label="Copy the link" />
        {framed ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open in its own tab, to print it
          </a>
        ) : (
          <Button onClick={() => window.print()}>Print</Button>
        )}
      </p>
      <p className={`${css.small} ${css.screen}`}>
        Whoever opens the link reads the payment from the chain anew. The link says which transfer is meant
        and carries the note, behind its #, which no server gets to see.
      </p>
    </Card>
  )
}
