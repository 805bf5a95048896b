import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { errorText } from '#components/error/errorText.ts'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import { MOST_PEOPLE, namesakesOf, type Person } from '#domain/people/Person.ts'
import {
  type PeopleFile,
  personChanges,
  personFields,
  personLabel,
  planImport,
  readAddressBook,
} from '#domain/people/peopleFile.ts'
import { fieldsText } from '#domain/shared/fieldChanges.ts'
import { count, plural } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { FoldedLines } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './ImportCard.module.css'
import { usePastPayees, usePeople } from './usePeople.ts'

/** The changes that a file or a list would make to the saved people, shown before they are made. */
export function ImportCard(props: {
  /** In the title, and on the button in front of the number of people. */
  verb: 'Import' | 'Save'
  file: PeopleFile
  people: readonly Person[]
  /** Addresses that were paid, to find look-alikes. */
  paid: readonly Address[]
  /** Addresses that are to be paid: compared, but not known. */
  planned: readonly Address[]
  onImport: (people: readonly Person[]) => void
  onCancel: () => void
}) {
  const { file, people, paid, onImport } = props
  const { added, renamed, kept, unchanged, alike } = planImport(people, file.people, paid, props.planned)
  const shared = namesakesOf(people, added)
  const inFile = new Map(file.people.map((person) => [person.address, person]))
  const changeLine = (person: Person) => {
    const { before, after, ignored } = personChanges(person, inFile.get(person.address) ?? person)
    return [personLabel(person), after && `${before} → ${after}`, ignored && `not taken: ${ignored}`]
      .filter(Boolean)
      .join(' · ')
  }
  const done = props.verb === 'Import' ? 'imported' : 'saved'
  const taken = [...added, ...renamed.map(({ after }) => after)]
  const isFull = people.length + added.length > MOST_PEOPLE
  const left = [
    ...alike.map(({ person, known }) => `${personLabel(person)} looks like ${known}. Add it by hand.`),
    ...file.left.map(({ line, reason }) => (line > 0 ? `Line ${line}: ${reason}.` : `An entry ${reason}.`)),
  ]
  return (
    <Card title={`${props.verb} people`} arriving>
      <ul className={css.plan}>
        <li>{count(added.length, 'new person', 'new people')}</li>
        {renamed.length > 0 && <li>{count(renamed.length, 'person', 'people')} you know would change</li>}
        {kept.length > 0 && (
          <li>
            {count(kept.length, 'person', 'people')} you know {plural(kept.length, 'differs', 'differ')}:
            yours here {plural(kept.length, 'stays', 'stay')}
          </li>
        )}
        {unchanged > 0 && <li>{count(unchanged, 'person', 'people')} saved already</li>}
        {left.length > 0 && (
          <li>
            {count(left.length, 'entry', 'entries')} can’t be {done}
          </li>
        )}
        {shared.length > 0 && <li>{count(shared.length, 'name')} for more than one address</li>}
      </ul>
      <FoldedLines
        summary="Who would be added"
        lines={added.map((one) => `${personLabel(one)} · ${fieldsText(personFields(one))}`)}
      />
      <FoldedLines summary="What would change" lines={renamed.map(({ before }) => changeLine(before))} />
      <FoldedLines summary="What stays as it is here" lines={kept.map(changeLine)} />
      <FoldedLines
        summary="Names for more than one address"
        lines={shared.flatMap(({ name, addresses }) =>
          addresses.map((address) => personLabel({ name, address })),
        )}
      />
      <FoldedLines summary={`What can’t be ${done}`} lines={left} />
      {isFull && <p role="alert">This list holds at most {count(MOST_PEOPLE, 'person', 'people')}.</p>}
      <Actions>
        <Button primary disabled={taken.length === 0 || isFull} onClick={() => onImport(taken)}>
          {props.verb} {count(taken.length, 'person', 'people')}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </Actions>
    </Card>
  )
}

/** The names that a Safe host gave, or why there are none, in a sentence. */
type HostNames = { readonly file: PeopleFile } | { readonly fault: string }

/** Asks a Safe host for its address book. The host asks its person first. */
export async function askForNames(ask: () => Promise<unknown>): Promise<HostNames> {
  try {
    const file = readAddressBook(await ask(), Date.now())
    if (!file) return { fault: 'Safe{Wallet} answered with something that is no address book.' }
    // After a refusal, hosts answer with an empty list and ask no more.
    return file.people.length + file.left.length === 0
      ? {
          fault: 'Safe{Wallet} gave no names. If you refused before, allow it there in Settings, Safe Apps.',
        }
      : { file }
  } catch (error) {
    return { fault: errorText(error).what }
  }
}

/** Visits, each by its storage, on which the host has been asked: it is not offered again. */
const asked = new WeakSet<object>()

/**
 * Offers the names of the Safe host's address book where addresses are shown without one. It goes away once the host was
 * asked, whatever it answered. Nothing is saved before the preview.
 */
export function SafeNames({ account, shown }: { account: Account; shown: readonly Address[] }) {
  const { storage } = usePortal().page
  const { nameOf } = usePeople()
  const [isOver, setOver] = useState(() => asked.has(storage))
  const [file, setFile] = useState<PeopleFile | null>(null)
  const [said, setSaid] = useState<(Omit<ImportEnd, 'tone'> & { tone: ImportEnd['tone'] | 'info' }) | null>(
    null,
  )
  const ask = account.addressBook
  if (file)
    return (
      <ImportPreview
        account={account}
        file={file}
        onDone={(end) => {
          setFile(null)
          setSaid(end)
        }}
      />
    )
  if (said) return <Notice tone={said.tone} title={said.text} />
  if (!ask || isOver || shown.every((address) => nameOf(address) !== null)) return null
  const take = async () => {
    asked.add(storage)
    setSaid({ tone: 'info', text: 'Waiting for your answer in Safe{Wallet}…' })
    const found = await askForNames(ask)
    setOver(true)
    setSaid('fault' in found ? { tone: 'info', text: `${found.fault} Nothing was changed.` } : null)
    if ('file' in found) setFile(found.file)
  }
  return (
    <p className="layout-between text-small">
      Some addresses here have no name.
      <Button size="small" onClick={() => void take()}>
        Use names from your address book
      </Button>
    </p>
  )
}

/** The outcome of a preview of people, in words; null if it was cancelled. */
type ImportEnd = { readonly tone: 'good' | 'bad'; readonly text: string }

/** The people that a page of an account can save, compared with everybody known here, and saved on a press. */
function ImportPreview(props: {
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
