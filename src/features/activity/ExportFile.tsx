import { useState } from 'react'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { accountingFileName, accountingText } from '#domain/accounting/writeAccounting.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import css from './Activity.module.css'

/** Saves an accounting file, or shows its text where a download is impossible. */
export function ExportFile({ make }: { make: () => Promise<AccountingFile> }) {
  const [text, setText] = useState<string | null>(null)
  const show = async () => {
    setText('')
    setText(await make().then(accountingText, () => null))
  }
  return (
    <div className={css.fields}>
      <p className={css.links}>
        <DownloadButton
          label="Download CSV"
          make={async () => {
            const file = await make()
            const content = new Blob([accountingText(file)], { type: 'text/csv;charset=utf-8' })
            return { name: accountingFileName(file), content }
          }}
        />
        <span className={css.muted}>What is loaded in this list, for your books.</span>
      </p>
      <details className={css.fields} onToggle={(event) => event.currentTarget.open && void show()}>
        <summary>or copy it</summary>
        {text === null && <p role="alert">The file could not be made. Close this and open it again.</p>}
        {text && <CopyButton text={text} label="Copy the CSV" />}
        <TextToCopy label="The file as text" text={text ?? ''} rows={8} />
      </details>
    </div>
  )
}
