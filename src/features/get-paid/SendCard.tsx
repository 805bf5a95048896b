import { amountText, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { requestUrl } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import css from './Request.module.css'

/** The link of a request with the ways to hand it on. Where the clipboard is closed, the text can be selected. */
export function SendCard({ request, text }: { request: PaymentRequest; text: string }) {
  const url = requestUrl(text)
  const share = { title: 'Payment request', text: `Payment request: ${amountText(request)}`, url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  return (
    <Card title="Send the link">
      <div className={css.stack}>
        <TextToCopy label="Link of the request" text={url} />
        <p className={css.actions}>
          <CopyButton text={url} label="Copy the link" />
          {canShare && (
            // Closing the share sheet is no fault.
            <Button onClick={() => void navigator.share(share).catch(() => {})}>Share</Button>
          )}
          <a href={requestUrl(text, 'sheet')} target="_blank" rel="noopener noreferrer">
            Sheet to print
          </a>
          <a href={url} target="_blank" rel="noopener noreferrer">
            See it as the payer does
          </a>
        </p>
        <p className={css.small}>
          The link holds the whole request behind its #, which no server gets to see. Whoever has it can read
          it.
          {` ${url.length} characters.`}
        </p>
      </div>
    </Card>
  )
}
