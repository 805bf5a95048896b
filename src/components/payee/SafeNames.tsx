import { useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import type { PeopleFile } from '#domain/people/peopleFile.ts'
import { count } from '#domain/shared/format.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { askForNames, ImportCard } from './ImportCard.tsx'
import { usePastPayees, usePeople } from './usePeople.ts'

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
    <Notice tone="info" title="Some addresses here have no name.">
      {/* The button is below the words, because the side column has no room beside them. */}
      <div className="layout-stack">
        <p>Safe{'{Wallet}'} asks you first. You see the names before any is saved.</p>
        <Actions>
          <Button onClick={() => void take()}>Use names from your address book</Button>
        </Actions>
      </div>
    </Notice>
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
