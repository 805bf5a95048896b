import { useLocation } from 'wouter'
import { NO_HASH, parseHashText } from '#domain/activity/hashLink.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { Card } from '#ui/Card.tsx'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import css from './Activity.module.css'

/** Looks one payment up by the hash of its transaction: the answer that every node can give. */
export function LookUpCard() {
  const [, navigate] = useLocation()
  const open = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    navigate(paymentPath(hash))
    return null
  }
  return (
    <Card title="Look up a payment">
      <p className={css.muted}>
        Somebody says it is paid? Paste the transaction, and see what the chain says.
      </p>
      <OneLineForm
        label="Transaction hash"
        hint="0x… or a link to it on the explorer"
        button="Look it up"
        onText={open}
      />
    </Card>
  )
}
