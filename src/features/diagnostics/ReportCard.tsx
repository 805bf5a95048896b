import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import css from './Diagnostics.module.css'
import type { Facts } from './facts.ts'
import { reportText } from './reportText.ts'

/** Everything of the page as text, to be copied, by hand where the clipboard is forbidden. */
export function ReportCard(props: {
  facts: Facts
  addresses: boolean
  onAddresses: (addresses: boolean) => void
}) {
  const { facts, addresses, onAddresses } = props
  const text = reportText(facts, { addresses })
  return (
    <Card title="Report" action={<CopyButton text={text} label="Copy as text" />}>
      <p className={css.muted}>
        Everything on this page as text, for whoever helps you. Endpoints are named by their host only, and no
        stored value is in it.
      </p>
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={addresses}
          onChange={(event) => onAddresses(event.currentTarget.checked)}
        />
        Include addresses
      </label>
      <details className={css.details}>
        <summary>What is copied</summary>
        <TextToCopy label="What is copied" text={text} rows={16} />
      </details>
    </Card>
  )
}
