import type { Address } from '#chain/money/Address.ts'
import { MOST_PEOPLE, type Person } from '#domain/people/Person.ts'
import { type PeopleFile, planImport } from '#domain/people/peopleFile.ts'
import { count } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './PeoplePage.module.css'

/** What a file would change, before anything is changed. */
export function ImportCard(props: {
  file: PeopleFile
  people: readonly Person[]
  /** Addresses that were paid, to find look-alikes. */
  paid: readonly Address[]
  onImport: (people: readonly Person[]) => void
  onCancel: () => void
}) {
  const { file, people, paid, onImport } = props
  const { added, renamed, unchanged, alike } = planImport(people, file.people, paid)
  const taken = [...added, ...renamed.map(({ after }) => after)]
  const isFull = people.length + added.length > MOST_PEOPLE
  const left = [
    ...alike.map(
      ({ person, known }) => `${person.name}: ${person.address} looks like ${known}. Add it by hand.`,
    ),
    ...file.left.map(({ line, reason }) => (line > 0 ? `Line ${line}: ${reason}.` : `An entry ${reason}.`)),
  ]
  return (
    <Card title="Import people" arriving>
      <ul className={css.plan}>
        <li>{count(added.length, 'new person', 'new people')}</li>
        {renamed.length > 0 && <li>{count(renamed.length, 'person', 'people')} you know would change</li>}
        {unchanged > 0 && <li>{count(unchanged, 'person', 'people')} saved already</li>}
        {left.length > 0 && <li>{count(left.length, 'entry', 'entries')} can’t be imported</li>}
      </ul>
      {renamed.length > 0 && (
        <Disclosure summary="What would change">
          <WindowedList label="What would change" keys={renamed.map(({ after }) => after.address)}>
            {(index) => {
              const change = renamed[index]
              return (
                change && (
                  <p className={css.line}>
                    <bdi>{change.before.name}</bdi> → <bdi>{change.after.name}</bdi>{' '}
                    <ShortAddress address={change.after.address} />
                  </p>
                )
              )
            }}
          </WindowedList>
        </Disclosure>
      )}
      {left.length > 0 && (
        <Disclosure summary="What can’t be imported">
          <WindowedList label="What can’t be imported" keys={left.map((_, index) => String(index))}>
            {(index) => <p className={css.line}>{left[index]}</p>}
          </WindowedList>
        </Disclosure>
      )}
      {isFull && <p role="alert">This list holds at most {count(MOST_PEOPLE, 'person', 'people')}.</p>}
      <Actions>
        <Button primary disabled={taken.length === 0 || isFull} onClick={() => onImport(taken)}>
          Import {count(taken.length, 'person', 'people')}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </Actions>
    </Card>
  )
}
