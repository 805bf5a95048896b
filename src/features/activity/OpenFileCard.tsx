import { useMutation } from '@tanstack/react-query'
import type { FileFault } from '#domain/accounting/readAccounting.ts'
import { openFile } from '#domain/accounting/readAccounting.ts'
import { Card } from '#ui/Card.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './Activity.module.css'
import { OpenedFile } from './OpenedFile.tsx'

/** Opens an accounting file again, to be looked at only. It stays in this browser. */
export function OpenFileCard() {
  const { data, error, mutate } = useMutation({ mutationFn: openFile })
  return (
    <Card title="Accounting files">
      <p className={css.muted}>Look at a CSV file of this portal again. It stays in this browser.</p>
      <FileButton label="Open a saved file" accept=".csv,text/csv" onFile={mutate} />
      {error && (
        <Notice tone="bad" title="The file could not be read.">
          <p>Choose it again. Nothing was changed.</p>
        </Notice>
      )}
      {data && !data.ok && <Refused faults={data.faults} />}
      {data?.ok && <OpenedFile file={data.file} />}
    </Card>
  )
}

function Refused({ faults }: { faults: readonly FileFault[] }) {
  return (
    <Notice tone="bad" title="This file is refused as a whole: a part of it would give wrong sums.">
      <ul className={css.flags}>
        {faults.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
