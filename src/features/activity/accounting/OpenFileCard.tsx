import { useMutation } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from '../Activity.module.css'
import { OpenedFile } from './OpenedFile.tsx'
import { openFile } from './openFile.ts'
import type { FileFault } from './readAccounting.ts'

/** Opens an accounting file again, to be looked at only. It stays in this browser. */
export function OpenFileCard() {
  const { data, error, mutate } = useMutation({ mutationFn: openFile })
  return (
    <Card title="Accounting files">
      <Field label="Open a saved file" hint="A CSV file of this portal. It stays in this browser.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              if (chosen) mutate(chosen)
              // The same file may be chosen again after it was mended.
              event.currentTarget.value = ''
            }}
          />
        )}
      </Field>
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
