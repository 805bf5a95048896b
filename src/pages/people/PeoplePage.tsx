import { useMemo, useState } from 'react'
import { Link, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { askForNames, ImportCard } from '#components/payee/ImportCard.tsx'
import { usePastPayees, usePeople } from '#components/payee/usePeople.ts'
import { UnreadableNotice } from '#components/stored/UnreadableNotice.tsx'
import { useBrowserStorage } from '#components/stored/useKept.ts'
import { decodeBytes, type FileFault, fileFaultText } from '#domain/draft/import/decodeBytes.ts'
import { payeesHere } from '#domain/payout/payeesHere.ts'
import { keptPeople, type Person, searchPeople } from '#domain/people/Person.ts'
import { formatSafeCsv, type PeopleFile, readPeopleFile } from '#domain/people/peopleFile.ts'
import { compareNames, count } from '#domain/shared/format.ts'
import { payToPath, peoplePath } from '#domain/shared/paths.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Row } from '#ui/content/Rows.tsx'
import { ExportMenu, type ExportWay, FileButton } from '#ui/file/FileButton.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { ItemList } from '#ui/list/WindowedList.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import css from './PeoplePage.module.css'
import { PersonForm, PersonHandle } from './PersonForm.tsx'

/** Names for addresses, in this browser alone. */
export function PeoplePage() {
  const account = useAccount()
  return account ? <PeopleOfAccount account={account} /> : <People paid={nobody} askHost={null} />
}

const nobody: readonly Address[] = []

function PeopleOfAccount({ account }: { account: Account }) {
  return <People paid={usePastPayees(account).known} askHost={account.addressBook ?? null} />
}

/**
 * @param paid addresses that the connected account paid, for the search for look-alikes
 * @param askHost asks a Safe host for its names; null without one
 */
function People({ paid, askHost }: { paid: readonly Address[]; askHost: Account['addressBook'] | null }) {
  const page = usePeoplePage()
  const { people, unreadable, open, said, here, show, close } = page
  return (
    <>
      <header className="layout-head">
        <div>
          <h1>People</h1>
          {people.length > 0 && (
            <p className="text-fine">
              Names are kept in this browser only and never replace the address you review.
            </p>
          )}
        </div>
        {open === null && people.length > 0 && (
          <Button primary onClick={() => show({ kind: 'form', person: null })}>
            <Icon name="user-plus" /> Add person
          </Button>
        )}
      </header>
      {open?.kind === 'form' && (
        <PersonForm
          key={open.person?.address ?? ''}
          people={people}
          paid={[...paid, ...here.paid]}
          editing={open.person}
          address={open.address}
          proof={open.proof}
          onSave={(person) => {
            const fault = open.person ? page.replace(open.person, person) : page.keep([person])
            close(fault ?? `${person.name} is saved.`)
          }}
          onRemove={(person) => {
            page.forget(person)
            close(`${person.name} is removed.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      {open?.kind === 'file' && (
        <ImportCard
          verb="Import"
          file={open.file}
          people={people}
          paid={[...paid, ...here.paid]}
          planned={here.planned}
          onImport={(added) => {
            close(page.keep(added) ?? `${count(added.length, 'person', 'people')} imported.`)
          }}
          onCancel={() => close(null)}
        />
      )}
      <p role="status" className="text-said">
        {said}
      </p>
      <UnreadableNotice number={unreadable} one="entry" many="entries" left="shown" />
      <PeopleList page={page} askHost={askHost} />
    </>
  )
}

/** The saved people, how to find one, and the ways in and out of the list. */
function PeopleList(props: {
  page: ReturnType<typeof usePeoplePage>
  /** Asks a Safe host for its names; null without one. */
  askHost: Account['addressBook'] | null
}) {
  const { page, askHost } = props
  const { people, open, show } = page
  const [typed, setTyped] = useState('')
  const sorted = useMemo(() => [...people].sort((a, b) => compareNames(a.name, b.name)), [people])
  const shown = useMemo(() => searchPeople(sorted, typed), [sorted, typed])
  const addressBook: ExportWay = {
    label: 'For Safe{Wallet}',
    icon: 'table-2',
    make: async () => ({
      name: 'safe-address-book.csv',
      content: new Blob([formatSafeCsv(people)], { type: 'text/csv' }),
    }),
  }
  const backup: ExportWay = {
    label: 'Backup',
    icon: 'archive',
    make: async () => ({
      name: 'people.json',
      content: new Blob([keptPeople.format(people)], { type: 'application/json' }),
    }),
  }
  return (
    <Surface label="People">
      <div className={`layout-between ${css.tools}`}>
        {people.length > 0 && (
          <label className={`layout-box layout-line ${css.search}`}>
            <span className="visually-hidden">Search</span>
            <Icon name="search" size={16} />
            <input
              type="search"
              placeholder="Search name, handle, tag or address"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        <Actions>
          <FileButton
            label="Import"
            accept=".csv,.tsv,.txt,text/csv,text/plain,.json,application/json"
            onFile={page.read}
          />
          {askHost && (
            <Button onClick={() => void page.takeFromHost(askHost)}>Get names from Safe{'{Wallet}'}</Button>
          )}
          {people.length > 0 && <ExportMenu ways={[addressBook, backup]} />}
        </Actions>
      </div>
      {people.length === 0 && open === null && (
        <EmptyState
          icon="book-user"
          title="No one yet"
          text="Name the addresses you pay, or import Safe{Wallet}’s address book. Names stay in this browser."
        >
          <Button primary onClick={() => show({ kind: 'form', person: null })}>
            <Icon name="user-plus" /> Add person
          </Button>
        </EmptyState>
      )}
      {people.length > 0 && shown.length === 0 && <p className={css.none}>No one matches.</p>}
      <ItemList label="People" of={shown} keyOf={({ address }) => address} estimate={68}>
        {(person) => <PersonRow person={person} onEdit={() => show({ kind: 'form', person })} />}
      </ItemList>
      {people.length > 0 && (
        <p className={`text-fine ${css.foot}`}>{count(people.length, 'person', 'people')}</p>
      )}
    </Surface>
  )
}

function PersonRow({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const { name, address, tags, note } = person
  return (
    <Row
      mark={<Identicon address={address} size={36} />}
      title={<bdi>{name}</bdi>}
      sub={
        <>
          <ShortAddress address={address} />
          <PersonHandle person={person} />
          {[...tags.map((tag) => `#${tag}`), note].filter(Boolean).map((words) => (
            <bdi key={words}>{words}</bdi>
          ))}
        </>
      }
      end={
        <span className={css.acts}>
          <Link
            className={buttonClass({ size: 'small' })}
            href={payToPath(address)}
            aria-label={`Pay ${name}`}
          >
            Pay
          </Link>
          <Button ghost size="small" onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
        </span>
      }
    />
  )
}

/** The form or file that is open above the list. */
type OpenPart =
  | {
      readonly kind: 'form'
      readonly person: Person | null
      readonly address?: string
      readonly proof?: string
    }
  | { readonly kind: 'file'; readonly file: PeopleFile }

/** The state of the page of People. A link may open its form. */
function usePeoplePage() {
  const book = usePeople()
  const { people } = book
  const storage = useBrowserStorage()
  const here = useMemo(() => payeesHere(storage), [storage])
  // The address in a link is read only once: its form may be cancelled, and the link is not trusted.
  const [, params] = useRoute<{ address: string; proof?: string }>(`${peoplePath}/:address/:proof?`)
  const [open, setOpen] = useState<OpenPart | null>(() => {
    if (!params) return null
    const { address, proof = '' } = params
    const person = people.find((one) => one.address === address) ?? null
    return person === null || (proof !== '' && person.proof !== proof)
      ? { kind: 'form', person, address, proof }
      : null
  })
  const [said, setSaid] = useState<string | null>(null)
  const show = (next: OpenPart) => {
    setOpen(next)
    setSaid(null)
  }
  /** Closes what is open, and says what was done. */
  const close = (words: string | null) => {
    setOpen(null)
    setSaid(words)
  }
  const read = async (chosen: File) => {
    const decoded = decodeBytes(new Uint8Array(await chosen.arrayBuffer()))
    if (!decoded.ok) return close(`${bytesFaultText(decoded.fault)} Nothing was changed.`)
    const file = readPeopleFile(decoded.text, Date.now())
    if (file) show({ kind: 'file', file })
    else
      close(
        'That’s no address book and no backup: we found no column of addresses beside one of names. Nothing was changed.',
      )
  }
  const takeFromHost = async (ask: () => Promise<unknown>) => {
    setSaid('Waiting for your answer in Safe{Wallet}…')
    const found = await askForNames(ask)
    if ('file' in found) show({ kind: 'file', file: found.file })
    else close(`${found.fault} Nothing was changed.`)
  }
  return { ...book, here, open, said, show, close, read, takeFromHost }
}

function bytesFaultText(fault: FileFault): string {
  return fault === 'workbook' || fault === 'old-spreadsheet'
    ? 'That’s a spreadsheet. Save it as CSV UTF-8, and choose that file.'
    : fileFaultText[fault]
}
