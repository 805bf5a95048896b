import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePastPayees, usePeople } from '#components/payee/usePeople.ts'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import { namesakesOf, type Person } from '#domain/people/Person.ts'
import { peopleInList, personLabel, planImport } from '#domain/people/peopleFile.ts'
import { count, plural } from '#domain/shared/format.ts'
import { peoplePath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { FoldedLines } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'

/**
 * Saves the people whom a list names and who are not saved yet, with one press that can be taken back. What is known
 * stays as it is, and an address that looks like a known one is only added by hand.
 */
export function SavePeople({ account, payout }: { account: Account; payout: Payout }) {
  const { people, keep, forget } = usePeople()
  const storage = useBrowserStorage()
  const { known } = usePastPayees(account)
  const [end, setEnd] = useState<{ readonly saved: readonly Person[]; readonly fault: string | null } | null>(
    null,
  )
  const { added, left } = useMemo(() => {
    const list = peopleInList(payout.rows, Date.now())
    const here = payeesHere(storage)
    const plan = planImport(people, list.people, [...known, ...here.paid], here.planned)
    const alike = plan.alike.map(
      (one) => `${personLabel(one.person)} looks like ${one.known}. Add it by hand.`,
    )
    const refused = list.left.map(({ line, reason }) => `Line ${line}: ${reason}.`)
    return { added: plan.added, left: [...alike, ...refused] }
  }, [payout.rows, storage, people, known])
  if (end?.fault) return <Notice tone="bad" title={end.fault} />
  if (end) {
    const undo = () => {
      end.saved.forEach(forget)
      setEnd(null)
    }
    return (
      <Notice
        tone="good"
        title={`${called(end.saved)} saved.`}
        actions={<Button onClick={undo}>Undo</Button>}
      >
        <Link href={peoplePath}>People</Link>
      </Notice>
    )
  }
  if (added.length === 0) return null
  return (
    <Notice
      tone="info"
      title={`${called(added)} ${plural(added.length, 'isn’t', 'aren’t')} in People yet.`}
      actions={
        <Button onClick={() => setEnd({ saved: added, fault: keep(added) })}>
          Save {plural(added.length, 'to People', count(added.length, 'person', 'people'))}
        </Button>
      }
    >
      <FoldedLines
        summary="Names for more than one address"
        lines={namesakesOf(people, added).flatMap(({ name, addresses }) =>
          addresses.map((address) => personLabel({ name, address })),
        )}
      />
      <FoldedLines summary={`${count(left.length, 'entry', 'entries')} can’t be saved`} lines={left} />
    </Notice>
  )
}

/** One person by name, several by their number. */
function called(people: readonly Person[]): string {
  return people.length === 1 ? (people[0]?.name ?? '') : count(people.length, 'person', 'people')
}
