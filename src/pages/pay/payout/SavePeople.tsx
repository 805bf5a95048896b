import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { type ImportEnd, ImportPreview } from '#components/payee/ImportPreview.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { peopleInList } from '#domain/people/peopleInList.ts'
import { count, plural } from '#domain/shared/format.ts'
import { peoplePath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Offers to save the people whom a list names and who are not saved yet. Nothing is saved before its preview. */
export function SavePeople({ account, payout }: { account: Account; payout: Payout }) {
  const { people } = usePeople()
  const file = useMemo(() => peopleInList(payout.rows, Date.now()), [payout.rows])
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState<ImportEnd | null>(null)
  const saved = useMemo(() => new Set(people.map(({ address }) => address)), [people])
  const fresh = file.people.filter(({ address }) => !saved.has(address)).length
  if (isOpen)
    return (
      <ImportPreview
        account={account}
        file={file}
        onDone={(done) => {
          setSaid(done)
          setOpen(false)
        }}
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
