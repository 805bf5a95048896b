import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { ImportCard } from '#components/payee/ImportCard.tsx'
import { usePastPayees } from '#components/payee/usePastPayees.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useBrowserStorage } from '#components/stored/useBrowserStorage.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import type { Person } from '#domain/people/Person.ts'
import { type PeopleFile, peopleInList } from '#domain/people/peopleFile.ts'
import { count, plural } from '#domain/shared/format.ts'
import { peoplePath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Offers to save the people whom a list names and who are not saved yet. Nothing is saved before its preview. */
export function SavePeople({ account, payout }: { account: Account; payout: Payout }) {
  const { people, keep } = usePeople()
  const file = useMemo(() => peopleInList(payout.rows, Date.now()), [payout.rows])
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState<{ readonly tone: 'good' | 'bad'; readonly text: string } | null>(null)
  const saved = useMemo(() => new Set(people.map(({ address }) => address)), [people])
  const fresh = file.people.filter(({ address }) => !saved.has(address)).length
  if (isOpen)
    return (
      <Preview
        account={account}
        file={file}
        people={people}
        onSave={(taken) => {
          const fault = keep(taken)
          setSaid(
            fault === null
              ? { tone: 'good', text: `${count(taken.length, 'person', 'people')} saved.` }
              : { tone: 'bad', text: fault },
          )
          setOpen(false)
        }}
        onCancel={() => setOpen(false)}
      />
    )
  if (said !== null)
    return (
      <Notice tone={said.tone} title={said.text}>
        <p>
          <Link href={peoplePath}>See them in People</Link>
        </p>
      </Notice>
    )
  if (fresh === 0) return null
  return (
    <Notice
      tone="info"
      title={`${count(fresh, 'name')} in this list ${plural(fresh, 'isn’t', 'aren’t')} in People yet.`}
      actions={<Button onClick={() => setOpen(true)}>Save {count(fresh, 'person', 'people')}</Button>}
    />
  )
}

function Preview(props: {
  account: Account
  file: PeopleFile
  people: readonly Person[]
  onSave: (people: readonly Person[]) => void
  onCancel: () => void
}) {
  const storage = useBrowserStorage()
  const here = useMemo(() => payeesHere(storage), [storage])
  const { known } = usePastPayees(props.account)
  return (
    <ImportCard
      title="Save people"
      verb="Save"
      file={props.file}
      people={props.people}
      paid={[...known, ...here.paid]}
      planned={here.planned}
      onImport={props.onSave}
      onCancel={props.onCancel}
    />
  )
}
