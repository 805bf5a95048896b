import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import type { PeopleFile } from '#domain/people/peopleFile.ts'
import { count } from '#domain/shared/format.ts'
import { ImportCard } from './ImportCard.tsx'
import { usePastPayees } from './usePastPayees.ts'
import { usePeople } from './usePeople.ts'

/** The outcome of a preview of people, in words; null if it was cancelled. */
export type ImportEnd = { readonly tone: 'good' | 'bad'; readonly text: string }

/** The people that a page of an account can save, compared with everybody known here, and saved on a press. */
export function ImportPreview(props: {
  account: Account
  file: PeopleFile
  onDone: (end: ImportEnd | null) => void
}) {
  const { account, file, onDone } = props
  const { people, keep } = usePeople()
  const storage = useBrowserStorage()
  const here = useMemo(() => payeesHere(storage), [storage])
  const { known } = usePastPayees(account)
  return (
    <ImportCard
      title="Save people"
      verb="Save"
      file={file}
      people={people}
      paid={[...known, ...here.paid]}
      planned={here.planned}
      onImport={(taken) => {
        const fault = keep(taken)
        const saved = `${count(taken.length, 'person', 'people')} saved.`
        onDone(fault === null ? { tone: 'good', text: saved } : { tone: 'bad', text: fault })
      }}
      onCancel={() => onDone(null)}
    />
  )
}
