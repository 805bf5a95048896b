import type { ReactNode } from 'react'
import { amountText, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { reminderText } from '#domain/request/statusWords.ts'
import { requestUrl } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import css from './SharePage.module.css'

/** Phones send with their own list of apps; elsewhere most people paste a link. */
const isPhone = () => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

/** The link of a request and ways to share it. If the clipboard is unavailable, the text can be selected. */
export function ShareCard(props: {
  request: PaymentRequest
  text: string
  /** Something else is the main action. */
  quiet: boolean
  children?: ReactNode
}) {
  const { request, text, quiet, children } = props
  const url = requestUrl(text)
  const share = { title: 'Payment request', text: `Payment request: ${amountText(request)}`, url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  const sharesFirst = canShare && isPhone()
  return (
    <Card title="Send this link">
      <div className={css.link}>
        <input
          aria-label="Request link"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} label="Copy link" words="Copy" primary={!sharesFirst && !quiet} />
      </div>
      <div className={css.ways}>
        {canShare && (
          // Closing the share sheet is not an error.
          <Button primary={sharesFirst && !quiet} onClick={() => void navigator.share(share).catch(() => {})}>
            <Icon name="share-2" />
            Share
          </Button>
        )}
        <ExternalLink className={buttonClass()} href={requestUrl(text, 'sheet')}>
          <Icon name="printer" />
          Print
        </ExternalLink>
        <ExternalLink className={buttonClass()} href={url}>
          <Icon name="eye" />
          Preview
        </ExternalLink>
      </div>
      <p className="text-small">
        Everything is inside the link; no server stores it. Anyone with the link can read it.
      </p>
      {children}
    </Card>
  )
}

/** A text to send to a payer who has not paid yet. */
export function RequestReminder(props: { request: PaymentRequest; text: string; isOverdue?: boolean }) {
  const { request, text, isOverdue = false } = props
  const words = reminderText(request, requestUrl(text), isOverdue)
  return (
    <>
      <TextToCopy label="Reminder" text={words} />
      <p>
        <CopyButton text={words} label="Copy reminder" words="Copy reminder" />
      </p>
    </>
  )
}
